import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { createFakeScriptServer } from '../../providers/fake/script-server.ts';
import { ProviderError } from '../../providers/provider.ts';
import { ScriptsUnsupported } from '../../providers/script-server.ts';
import { ada, bob, testDaemon } from '../../test-daemon.ts';

const away = { enabled: true, from: null, until: null, subject: '', text: 'Away', days: 7 };
const off = { vacation: { ...away, enabled: false }, rules: [] };
const rule = {
  name: 'Lists',
  enabled: true,
  match: 'all',
  conditions: [{ field: 'list_id', contains: 'news' }],
  move_to: 'Archive',
  mark_read: true,
  stop: true,
};
const foreign = 'require ["fileinto"];\r\nfileinto "Old";\r\n';

async function withServer(t: Pick<TestContext, 'after'>) {
  const server = createFakeScriptServer();
  const state = { refusal: undefined as Error | undefined };
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    options: {
      async openScriptServer({ email }) {
        if (state.refusal) throw state.refusal;
        if (email === bob.email) throw new ScriptsUnsupported('Gmail keeps its filters in its own settings.');
        return server.open();
      },
    },
  });
  const { accounts } = await daemon.ask('accounts.list');
  const [account_id = '', bobs = ''] = [ada, bob].map(
    ({ key }) => accounts.find((each) => each.key === key)?.account_id,
  );
  return {
    daemon,
    server,
    state,
    account_id,
    bobs,
    get: () => daemon.ask('serverFilters.get', { account_id }),
    save: (settings: object) =>
      daemon.ask('serverFilters.save', { account_id, vacation: away, rules: [], ...settings }),
  };
}

const fails = (code: string) => (error: unknown) => error instanceof Failure && error.code === code;

test('without other scripts the filters become the active script; turned off, none is active and the text is kept', async (t) => {
  const { server, get, save, daemon } = await withServer(t);
  const empty = await get();
  assert.deepEqual([empty.state, empty.vacation.enabled, empty.rules, empty.script], ['off', false, [], null]);
  const saved = await save({ rules: [rule], if_match: empty.etag });
  assert.deepEqual([saved.state, saved.vacation_state, saved.other_script], ['on', 'on', null]);
  assert.deepEqual([saved.vacation, saved.rules], [away, [rule]]);
  assert.match(saved.script ?? '', /:addresses \["ada@example\.test"\]/);
  assert.equal(server.active, 'posthorn-filters');
  assert.deepEqual(await get(), saved);

  // The same once more writes nothing.
  server.onChange = (command) => assert.fail(command);
  assert.deepEqual(await save({ rules: [rule], if_match: saved.etag }), saved);
  server.onChange = () => undefined;

  const scheduled = await save({ vacation: { ...away, from: '2026-03-11', until: '2026-03-12' } });
  assert.equal(scheduled.vacation_state, 'scheduled');
  daemon.clock.advance(3 * 86_400_000);
  assert.equal((await get()).vacation_state, 'ended');

  const turnedOff = await save(off);
  assert.deepEqual([turnedOff.state, turnedOff.vacation.text, server.active], ['off', 'Away', undefined]);
  await save({ ...off, vacation: { ...away, enabled: false, text: '' } });
  assert.equal(server.scripts.size, 0);
});

test('the script of another program runs first, and is the active one again after turning off', async (t) => {
  const { server, get, save } = await withServer(t);
  server.scripts.set('roundcube', foreign);
  server.active = 'roundcube';
  assert.deepEqual([(await get()).state, (await get()).other_script], ['off', 'roundcube']);
  const saved = await save({});
  assert.deepEqual([saved.state, saved.other_script, server.active], ['on', 'roundcube', 'posthorn']);
  assert.equal(server.scripts.get('roundcube'), foreign);
  const names = [...(server.scripts.get('posthorn') ?? '').matchAll(/^include :personal :optional "(.*)";/gm)];
  assert.deepEqual(
    names.map(([, name]) => name),
    ['roundcube', 'posthorn-filters'],
  );
  const again = await save({ rules: [rule] });
  assert.deepEqual([again.other_script, server.active], ['roundcube', 'posthorn']);

  await save(off);
  assert.deepEqual([server.active, server.scripts.has('posthorn')], ['roundcube', false]);
  assert.equal(server.scripts.get('roundcube'), foreign);

  // A script that was deleted while it was included is not made active.
  await save({});
  server.scripts.delete('roundcube');
  assert.equal((await save(off)).state, 'off');
  assert.equal(server.active, undefined);
});

test('what could break the script of another program is refused, and changes nothing', async (t) => {
  const { server, get, save } = await withServer(t);
  const script = 'require ["include"];\ninclude :personal "holiday";';
  server.scripts.set('mine', script).set('holiday', 'require "vacation";\nvacation "Gone";');
  server.active = 'mine';
  await assert.rejects(save({}), fails('other_vacation'));
  server.scripts.set('holiday', '# require "vacation";\nkeep;');
  server.extensions.delete('include');
  await assert.rejects(
    save({}),
    (error: Failure) => error.code === 'other_script_active' && /“mine”/.test(error.message),
  );
  server.extensions.add('include');
  server.scripts.set('posthorn', 'keep;');
  assert.equal((await get()).state, 'name_taken');
  await assert.rejects(save({}), fails('name_taken'));
  server.scripts.delete('posthorn');
  assert.deepEqual([server.active, server.scripts.size], ['mine', 2]);

  // Another program makes another script active between two steps.
  server.scripts.set('other', 'keep;');
  server.onChange = (command) => {
    if (command === 'write') server.active = 'other';
  };
  await assert.rejects(save({}), fails('changed_elsewhere'));
  assert.equal(server.active, 'other');
});

test('a script that was changed elsewhere is replaced only on request, and an outdated page saves nothing', async (t) => {
  const { server, get, save } = await withServer(t);
  const { etag } = await save({});
  const edited = server.scripts.get('posthorn-filters')!.replace(':days 7', ':days 9');
  server.scripts.set('posthorn-filters', edited);
  const seen = await get();
  assert.deepEqual([seen.state, seen.vacation], ['edited', away]);
  await assert.rejects(save({ if_match: etag, replace_edited: true }), fails('changed_elsewhere'));
  await assert.rejects(save({}), fails('script_edited'));
  assert.equal(server.scripts.get('posthorn-filters'), edited);
  assert.equal((await save({ replace_edited: true, if_match: seen.etag })).state, 'on');

  // Another program makes its own script the active one.
  server.scripts.set('roundcube', foreign);
  server.active = 'roundcube';
  assert.deepEqual([(await get()).state, (await get()).vacation_state], ['inactive', 'off']);
  assert.equal((await save({})).state, 'on');
  assert.equal(server.active, 'posthorn');
});

test('an interruption leaves the previous state or the new one', async (t) => {
  const { server, save, get } = await withServer(t);
  server.scripts.set('roundcube', foreign);
  server.active = 'roundcube';
  const interruptAt = (step: number) => {
    let count = 0;
    server.onChange = () => {
      if (++count === step) throw new ProviderError('offline', 'The connection to localhost was lost.');
    };
  };
  for (const step of [1, 2, 2]) {
    interruptAt(step);
    await assert.rejects(save({}), fails('server_unreachable'));
    assert.equal(server.active, 'roundcube');
  }
  server.onChange = () => undefined;
  await save({});
  interruptAt(1);
  await assert.rejects(save(off), fails('server_unreachable'));
  assert.deepEqual([server.active, (await get()).state], ['posthorn', 'on']);
  for (const step of [2, 2]) {
    interruptAt(step);
    await assert.rejects(save(off), fails('server_unreachable'));
    assert.equal(server.active, 'roundcube');
  }
  server.onChange = () => undefined;
  assert.equal((await save(off)).state, 'off');
});

test('bad settings, servers out of reach and accounts without filters are reported', async (t) => {
  const { daemon, server, state, account_id, bobs, get, save } = await withServer(t);
  await assert.rejects(save({ vacation: { ...away, text: ' ' } }), fails('empty_reply'));
  await assert.rejects(
    save({ vacation: { ...away, from: '2026-03-02', until: '2026-03-01' } }),
    fails('dates_reversed'),
  );
  server.extensions.delete('vacation');
  await assert.rejects(save({}), fails('extension_missing'));
  assert.equal((await get()).supports.vacation, false);
  assert.equal(server.scripts.size, 0);
  const unsupported = await daemon.ask('serverFilters.get', { account_id: bobs });
  assert.deepEqual(
    [unsupported.state, unsupported.message],
    ['unsupported', 'Gmail keeps its filters in its own settings.'],
  );
  const saving = daemon.ask('serverFilters.save', { account_id: bobs, vacation: away, rules: [] });
  await assert.rejects(saving, fails('no_server_filters'));
  state.refusal = new ProviderError('offline', 'Can’t reach mail.example.test.');
  await assert.rejects(
    get(),
    (error: Failure) => error.retryable && error.message.startsWith('Can’t reach the filters of Ada. '),
  );
  state.refusal = new ProviderError('auth', 'mail.example.test didn’t accept the username and password.');
  await assert.rejects(daemon.ask('serverFilters.preview', { account_id, ...off }), fails('server_refused'));
});

test('a preview is what saving would store, and stores nothing', async (t) => {
  const { daemon, server, account_id, save } = await withServer(t);
  const { script } = await daemon.ask('serverFilters.preview', { account_id, vacation: away, rules: [rule] });
  assert.equal(server.scripts.size, 0);
  assert.equal((await save({ rules: [rule] })).script, script);
});

test('a token of another account does not see the filters, and no token changes them', async (t) => {
  const { daemon, account_id, bobs } = await withServer(t);
  const limited = { origin: 'script', token_id: 'x', only: [bobs] } as const;
  await assert.rejects(daemon.ask('serverFilters.get', { account_id }, limited), fails('not_found'));
  const own = { ...limited, only: [account_id] };
  assert.equal((await daemon.ask('serverFilters.get', { account_id }, own)).state, 'off');
  const saving = daemon.ask('serverFilters.save', { account_id, vacation: away, rules: [] }, own);
  await assert.rejects(saving, fails('people_only'));
});
