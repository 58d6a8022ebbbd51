import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { ada, bob, testDaemon } from '../../test-daemon.ts';

const unknownId = '0195804f-3c2a-7d41-9b06-5e8d2f61c7a4';

async function withSignatures(t: Pick<TestContext, 'after'>, names: readonly string[] = []) {
  const daemon = await testDaemon(t, { accounts: [ada, bob] });
  for (const name of names) await daemon.ask('signatures.save', { name, body: `${name} Morgan` });
  const { accounts } = await daemon.ask('accounts.list');
  const idOf = (email: string) => accounts.find((each) => each.email === email)!.account_id;
  return { daemon, adas: idOf(ada.email), bobs: idOf(bob.email) };
}

const fails = (code: string) => (error: unknown) => error instanceof Failure && error.code === code;

test('a signature is created or updated by its name, and removing an unknown signature is no error (checklist 141)', async (t) => {
  const { daemon, adas } = await withSignatures(t);
  const { signature } = await daemon.ask('signatures.save', { name: ' Work ', body: 'Ada' });
  daemon.clock.advance(1000);
  const { signature: changed } = await daemon.ask('signatures.save', { name: 'Work', body: 'Ada Morgan' });
  assert.deepEqual(changed, { ...signature, body: 'Ada Morgan', updated_at: '2026-03-10T08:00:01.000Z' });
  assert.deepEqual([signature.name, changed.id], ['Work', signature.id]);
  assert.deepEqual((await daemon.ask('signatures.list')).signatures, [changed]);
  await assert.rejects(daemon.ask('signatures.save', { name: '  ', body: 'x' }), fails('invalid_input'));

  await daemon.ask('signatures.setDefault', { name: 'Work', kind: 'new', account_id: adas });
  assert.deepEqual(await daemon.ask('signatures.remove', { name: 'Work' }), { kind: 'Ack' });
  assert.deepEqual(await daemon.ask('signatures.remove', { name: 'Work' }), { kind: 'Ack' });
  assert.deepEqual((await daemon.ask('signatures.defaults')).defaults, []);
});

test('the signature is the named one, else that of the address, of the account, the global one, or none (checklist 142)', async (t) => {
  const { daemon, adas, bobs } = await withSignatures(t, ['Everywhere', 'Account', 'Address', 'Named']);
  const resolved = async (asked: object) =>
    (await daemon.ask('signatures.resolve', { kind: 'new', ...asked })).signature?.name ?? null;
  const place = { account_id: adas, from_email: 'Ada@Example.test' };
  assert.equal(await resolved(place), null);
  await daemon.ask('signatures.setDefault', { name: 'Everywhere', kind: 'new' });
  await daemon.ask('signatures.setDefault', { name: 'Named', kind: 'new', account_id: adas });
  await daemon.ask('signatures.setDefault', { name: 'Account', kind: 'new', account_id: adas });
  await daemon.ask('signatures.setDefault', { name: 'Address', kind: 'new', ...place });
  assert.deepEqual(
    [
      await resolved({ ...place, name: 'Named' }),
      await resolved(place),
      await resolved({ ...place, from_email: 'desk@example.test' }),
      await resolved({ account_id: bobs, from_email: 'ada@example.test' }),
      await resolved({}),
      await resolved({ ...place, kind: 'reply' }),
    ],
    ['Named', 'Address', 'Account', 'Everywhere', 'Everywhere', null],
  );
  const { defaults } = await daemon.ask('signatures.defaults');
  assert.deepEqual(
    defaults.map(({ kind, account_id, from_email, signature }) => [kind, account_id, from_email, signature.name]),
    [
      ['new', null, null, 'Everywhere'],
      ['new', adas, null, 'Account'],
      ['new', adas, 'ada@example.test', 'Address'],
    ],
  );
  await daemon.ask('signatures.clearDefault', { kind: 'new', ...place });
  await daemon.ask('signatures.clearDefault', { kind: 'new', ...place });
  assert.equal(await resolved(place), 'Account');

  // An unknown signature, and an address without its account, are refused and change nothing.
  const setting = (input: object) => daemon.ask('signatures.setDefault', { name: 'Named', kind: 'new', ...input });
  await assert.rejects(setting({ name: 'Home' }), fails('signature_not_found'));
  await assert.rejects(setting({ from_email: 'ada@example.test' }), fails('account_needed'));
  await assert.rejects(setting({ account_id: adas, from_email: 'ada' }), fails('bad_address'));
  await assert.rejects(setting({ account_id: unknownId }), fails('not_found'));
  const clearing = daemon.ask('signatures.clearDefault', { kind: 'new', from_email: 'ada@example.test' });
  await assert.rejects(clearing, fails('account_needed'));
  const resolving = daemon.ask('signatures.resolve', { kind: 'new', from_email: 'ada@example.test' });
  await assert.rejects(resolving, fails('account_needed'));
  await assert.rejects(daemon.ask('signatures.resolve', { name: 'Home', kind: 'new' }), fails('signature_not_found'));
  assert.equal((await daemon.ask('signatures.defaults')).defaults.length, 2);
});

test('a caller restricted to one account cannot change the signatures of others', async (t) => {
  const { daemon, adas, bobs } = await withSignatures(t, ['Adas', 'Everywhere']);
  await daemon.ask('signatures.setDefault', { name: 'Everywhere', kind: 'new' });
  await daemon.ask('signatures.setDefault', { name: 'Adas', kind: 'new', account_id: adas });
  const limited = { origin: 'script', token_id: 'x', only: [adas] } as const;
  const ask = (name: 'signatures.save' | 'signatures.setDefault' | 'signatures.remove', input: object) =>
    daemon.ask(name, input, limited);
  await assert.rejects(ask('signatures.setDefault', { name: 'Adas', kind: 'new' }), fails('policy'));
  await assert.rejects(
    ask('signatures.setDefault', { name: 'Adas', kind: 'new', account_id: bobs }),
    fails('not_found'),
  );
  await assert.rejects(ask('signatures.save', { name: 'Everywhere', body: 'Eve' }), fails('policy'));
  await assert.rejects(ask('signatures.remove', { name: 'Everywhere' }), fails('policy'));
  await ask('signatures.save', { name: 'Adas', body: 'Ada' });
  await ask('signatures.setDefault', { name: 'Adas', kind: 'reply', account_id: adas });
  await daemon.ask('signatures.setDefault', { name: 'Adas', kind: 'new', account_id: bobs });
  const { defaults } = await daemon.ask('signatures.defaults', {}, limited);
  assert.deepEqual(
    defaults.map(({ kind, account_id }) => [kind, account_id]),
    [
      ['new', null],
      ['new', adas],
      ['reply', adas],
    ],
  );
});
