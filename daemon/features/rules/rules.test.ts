import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import { isFileContent } from '../../contract/define.ts';
import type { Condition, RuleAction } from '../../contract/rule.ts';
import type { Caller } from '../../handler-types.ts';
import { openWritable, sql } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { ada, bob, mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';
import { importAndWait, mboxFile, writeMailFiles } from '../import/test-mail-files.ts';

const config = `[agents.profiles.agent]
safety_policy = "full"
allowed_accounts = ["ada"]
allow_destructive = true
`;
const agent: Caller = { origin: 'agent' };
const subjectHas = (value: string): Condition => ({
  type: 'field',
  field: 'subject',
  pattern: { type: 'contains', value },
});

let count = 0;
const mailAbout = (subject: string, { from = 'eve@shop.example', text = 'Hello', ...headers } = {}) =>
  mail({ from, subject, text, id: `rule-${++count}@rules.example`, headers });

/** Mail is announced after the rules were applied to it. */
async function deliverTo(daemon: TestDaemon, ...messages: Buffer[]): Promise<void> {
  const announced = () => daemon.events.all('NewMessages').reduce((sum, { total }) => sum + total, 0);
  const before = announced();
  for (const message of messages) daemon.server('ada').control.deliver(message);
  await daemon.resync();
  await until('the new mail is announced', () => announced() >= before + messages.length);
}

suite('rules', () => {
  let daemon: TestDaemon;
  let accountIds: { ada: string; bob: string };

  before(async () => {
    daemon = await testDaemon(
      { after: () => undefined },
      {
        accounts: [ada, bob],
        config,
        prepare: (servers) => {
          servers.get('ada')!.control.deliver(mailAbout('Old invoice'));
        },
      },
    );
    await daemon.synced();
    const { accounts } = await daemon.ask('accounts.list');
    const idOf = (key: string) => accounts.find((each) => each.key === key)?.account_id ?? '';
    accountIds = { ada: idOf('ada'), bob: idOf('bob') };
  });
  after(() => daemon.close());

  const upsert = async (rule: object, caller?: Caller) => (await daemon.ask('rules.upsert', { rule }, caller)).rule;
  const make = (name: string, conditions: Condition, actions: RuleAction[], more: object = {}) =>
    upsert({ name, conditions, actions, ...more });
  const form = (name: string, condition: string, action: string, more: object = {}) =>
    daemon.ask('rules.upsertForm', { name, condition, action, priority: 100, enabled: true, ...more });
  const detail = async (rule: string) => (await daemon.ask('rules.detail', { rule })).rule;
  const removeAll = async () => {
    for (const { id } of (await daemon.ask('rules.list')).rules) await daemon.ask('rules.delete', { id });
  };

  const deliver = (...messages: Buffer[]) => deliverTo(daemon, ...messages);

  async function rowOf(subject: string) {
    const { groups } = await daemon.ask('search.find', { q: `subject:"${subject}" in:anywhere`, scope: 'messages' });
    const row = groups[0]?.rows.find((each) => each.subject === subject);
    assert.ok(row, subject);
    return row;
  }
  const labelsOf = async (subject: string) => (await rowOf(subject)).labels?.map(({ name }) => name).toSorted();

  test('a rule is stored, found by id and by name, changed and deleted', async () => {
    const { rule } = await form('Bills', 'from:billing subject:"your invoice"', 'add-label:Bills, archive');
    assert.deepEqual(rule.conditions, {
      type: 'and',
      conditions: [
        { type: 'field', field: 'from', pattern: { type: 'contains', value: 'billing' } },
        subjectHas('your invoice'),
      ],
    });
    assert.deepEqual((await daemon.ask('rules.detail', { id: rule.id })).rule, rule);
    assert.deepEqual((await daemon.ask('rules.detail', { rule: 'bills' })).rule, rule);
    daemon.clock.advance(1000);
    const { form: shown } = await daemon.ask('rules.form', { rule: rule.id });
    assert.equal(shown.condition, 'from:billing subject:"your invoice"');
    const changed = await form('Bills', shown.condition, 'star', {
      existing_rule: 'Bills',
      priority: 3,
      enabled: false,
    });
    assert.deepEqual([changed.rule.id, changed.rule.created_at], [rule.id, rule.created_at]);
    assert.notEqual(changed.rule.updated_at, rule.updated_at);
    const { rules } = await daemon.ask('rules.list');
    assert.deepEqual(
      rules.map(({ name, condition, action }) => [name, condition, action]),
      [['Bills', shown.condition, 'star']],
    );
    assert.deepEqual(await daemon.ask('rules.delete', { rule: 'Bills' }), { kind: 'Ack', ok: true });
    await assert.rejects(daemon.ask('rules.detail', { rule: 'Bills' }), { kind: 'missing', code: 'rule_not_found' });
    await assert.rejects(daemon.ask('rules.detail', {}), { code: 'no_rule_named' });
  });

  test('rules are listed by priority, and one that a form cannot express says why', async () => {
    await make('Second', subjectHas('x'), [{ type: 'star' }], { priority: 2 });
    const snooze: RuleAction = { type: 'snooze', duration: { type: 'days', count: 2 } };
    const pattern = { type: 'field', field: 'from', pattern: { type: 'regex', value: '.*' } } as const;
    await make('First', pattern, [snooze], { priority: 1 });
    const { rules } = await daemon.ask('rules.list');
    assert.deepEqual(
      rules.map(({ name, condition, action }) => [name, condition, action]),
      [
        ['First', undefined, undefined],
        ['Second', 'subject:x', 'star'],
      ],
    );
    await assert.rejects(daemon.ask('rules.form', { rule: 'First' }), {
      kind: 'unsupported',
      code: 'not_in_a_form',
      details: { parts: ['a regular expression', 'a snooze'] },
    });
    await removeAll();
  });

  test('wrong rules are refused and change nothing', async () => {
    const regex = (value: string): Condition => ({
      type: 'field',
      field: 'subject',
      pattern: { type: 'regex', value },
    });
    await assert.rejects(make('x', regex('('), [{ type: 'star' }]), { code: 'bad_pattern' });
    await assert.rejects(make('x', subjectHas('a'), [{ type: 'shell_hook', command: "'open" }]), {
      code: 'bad_command',
    });
    await assert.rejects(make('x', subjectHas('a'), []), { code: 'invalid_input' });
    await assert.rejects(make('x', subjectHas('a'), [{ type: 'star' }], { id: 'not-a-uuid' }), {
      code: 'malformed_id',
    });
    const deep = JSON.parse(`${'{"type":"not","condition":'.repeat(20_000)}{}${'}'.repeat(20_000)}`) as Condition;
    await assert.rejects(make('x', deep, [{ type: 'star' }]), { code: 'invalid_input' });
    await assert.rejects(make('x', { type: 'and' } as Condition, [{ type: 'star' }]), {
      code: 'invalid_input',
      message: /conditions/,
    });
    await assert.rejects(form('x', 'list:a', 'star'), { code: 'not_in_a_rule' });
    await assert.rejects(form('x', 'a', 'explode'), { code: 'bad_action' });
    assert.deepEqual((await daemon.ask('rules.list')).rules, []);
  });

  test('new mail is changed before it is announced, once, and earlier mail is left (checklist 88)', async () => {
    await form('File', 'subject:invoice', 'add-label:Bills, archive, mark-read');
    await deliver(mailAbout('New invoice 1'), mailAbout('Lunch'));
    assert.deepEqual(await labelsOf('New invoice 1'), ['Archive', 'Bills']);
    assert.equal((await rowOf('New invoice 1')).unread, false);
    assert.deepEqual([await labelsOf('Lunch'), await labelsOf('Old invoice')], [['Inbox'], ['Inbox']]);
    const rule = await detail('File');
    assert.deepEqual([rule.match_count, rule.last_matched_at !== null], [1, true]);
    const { entries } = await daemon.ask('rules.history', { rule: 'File' });
    const [entry] = entries;
    assert.deepEqual(
      [entries.length, entry?.success, entry?.actions_applied, entry?.message_id],
      [1, true, ['add-label:Bills', 'archive', 'mark-read'], (await rowOf('New invoice 1')).id],
    );
    const { mutation } = await daemon.ask('mutations.get', { mutation_id: entry?.mutation_id });
    assert.deepEqual([mutation.kind, mutation.origin, mutation.about], ['rule', 'daemon', { rule_name: 'File' }]);
    await daemon.ask('mutations.undo', { mutation_id: mutation.mutation_id });
    assert.deepEqual([await labelsOf('New invoice 1'), (await rowOf('New invoice 1')).unread], [['Inbox'], true]);
    await deliver();
    assert.deepEqual(await labelsOf('New invoice 1'), ['Inbox']);
    await removeAll();
  });

  test('rules are applied by priority, each to mail as it arrived; “stop” and the trash end it', async () => {
    await form('Star', 'subject:order', 'star, remove-label:STARRED', { priority: 1 });
    await form('Never by label', 'label:Orders', 'trash', { priority: 3 });
    await form('Label', 'subject:order', 'add-label:Orders', { priority: 2 });
    await form('Stop', 'subject:"order stop"', 'stop', { priority: 4 });
    await form('Last', 'subject:order', 'mark-read', { priority: 5 });
    await form('Bin', 'subject:"order bin"', 'trash', { priority: 0 });
    await deliver(mailAbout('Order 1'), mailAbout('Order stop'), mailAbout('Order bin'));
    assert.deepEqual(await labelsOf('Order 1'), ['Inbox', 'Orders']);
    assert.deepEqual([(await rowOf('Order 1')).unread, (await rowOf('Order stop')).unread], [false, true]);
    assert.deepEqual([await labelsOf('Order bin'), (await rowOf('Order bin')).unread], [['Trash'], true]);
    await removeAll();
  });

  test('a rule follows a label that is renamed', async () => {
    await form('Follow', 'subject:follow OR label:Follow', 'add-label:Follow');
    await deliver(mailAbout('Follow 1'));
    const { account_id } = await rowOf('Follow 1');
    const renamed = await daemon.ask('labels.rename', { from: 'Follow', to: 'Followed', account_id });
    assert.ok(renamed.ok);
    const actionOf = async () => (await daemon.ask('rules.list')).rules[0];
    await until('the rule has the new name', async () => (await actionOf())?.action === 'add-label:Followed');
    assert.equal((await actionOf())?.condition, 'subject:follow OR label:Followed');
    await deliver(mailAbout('Follow 2'));
    assert.deepEqual(await labelsOf('Follow 2'), ['Followed', 'Inbox']);
    await removeAll();
  });

  test('a rule snoozes mail, which comes back; its undo brings it back at once', async () => {
    await make('Later', subjectHas('later'), [
      { type: 'snooze', duration: { type: 'hours', count: 5 } },
      { type: 'star' },
    ]);
    await deliver(mailAbout('For later'));
    const { snoozed } = await daemon.ask('snooze.list');
    assert.deepEqual(
      snoozed.map(({ subject }) => subject),
      ['For later'],
    );
    const [entry] = (await daemon.ask('rules.history', {})).entries;
    await daemon.ask('mutations.undo', { mutation_id: entry?.mutation_id });
    assert.deepEqual((await daemon.ask('snooze.list')).snoozed, []);
    assert.deepEqual([await labelsOf('For later'), (await rowOf('For later')).starred], [['Inbox'], false]);
    await removeAll();
  });

  test('a dry run of a stored or an unsaved rule finds what the rule would, and changes nothing (checklist 156)', async () => {
    await form('Shop', 'from:shop.example subject:"dry run"', 'archive', { enabled: false });
    await deliver(
      mailAbout('A dry run'),
      mailAbout('Another dry run'),
      mailAbout('A dry run', { from: 'x@else.example' }),
    );
    const history = async () => (await daemon.ask('mutations.history')).mutations;
    const earlier = await history();
    const reply = await daemon.ask('rules.dryRun', { rule: 'Shop' });
    const [result] = reply.results;
    assert.deepEqual([result?.total, reply.complete, result?.message_ids.length], [2, true, 2]);
    assert.deepEqual(result?.matches.map(({ subject, actions, from }) => [subject, actions, from]).toSorted(), [
      ['A dry run', [{ type: 'archive' }], 'eve@shop.example'],
      ['Another dry run', [{ type: 'archive' }], 'eve@shop.example'],
    ]);
    const unsaved = await daemon.ask('rules.preview', { condition: 'from:shop.example subject:"dry run"', limit: 1 });
    assert.deepEqual([unsaved.results[0]?.message_ids, unsaved.results[0]?.matches.length], [result?.message_ids, 1]);
    const past = await daemon.ask('rules.dryRun', { id: result?.rule_id, since: '2020-01-01', until: '2020-02-01' });
    assert.deepEqual([past.results[0]?.total, past.checked], [0, 0]);
    await assert.rejects(daemon.ask('rules.dryRun', { rule: 'Shop', since: 'x' }), { code: 'bad_period' });
    assert.deepEqual(await labelsOf('Another dry run'), ['Inbox']);
    assert.deepEqual(await history(), earlier);

    const applied = await daemon.ask('rules.apply', { rule: 'Shop', message_ids: result?.message_ids });
    assert.deepEqual([applied.result.succeeded, await labelsOf('Another dry run')], [2, ['Archive']]);
    await daemon.ask('mutations.undo', { mutation_id: applied.result.mutation_id });
    assert.deepEqual(await labelsOf('Another dry run'), ['Inbox']);
    await removeAll();
  });

  test('agents see and write rules of their accounts, but none with commands, the trash or other accounts', async () => {
    const content = { name: 'By agent', conditions: subjectHas('agent'), actions: [{ type: 'archive' }] };
    const rule = await upsert(content, agent);
    assert.deepEqual(rule.account_ids, [accountIds.ada]);
    const refused = { kind: 'refused', code: 'rule_for_people' };
    const { labels } = await daemon.ask('labels.list', { account_id: accountIds.ada });
    const trash = labels.find(({ role }) => role === 'trash');
    assert.ok(trash);
    for (const actions of [
      [{ type: 'trash' }],
      [{ type: 'move', label: 'trash' }],
      [{ type: 'move', label: trash.id }],
      [{ type: 'add_label', label: trash.name }],
      [{ type: 'shell_hook', command: '/bin/true' }],
    ])
      await assert.rejects(upsert({ ...content, id: rule.id, actions }, agent), refused);
    await assert.rejects(upsert({ ...content, account_ids: null }, agent), refused);
    await assert.rejects(upsert({ ...content, account_ids: [accountIds.bob] }, agent), { code: 'unknown_account' });
    const mine = await make('Mine', subjectHas('mine'), [{ type: 'trash' }], { account_ids: [accountIds.ada] });
    const other = await make('Bob’s', subjectHas('bob'), [{ type: 'star' }], { account_ids: [accountIds.bob] });
    const seen = (await daemon.ask('rules.list', {}, agent)).rules.map(({ name }) => name);
    assert.deepEqual(seen.toSorted(), ['By agent', 'Mine']);
    await assert.rejects(daemon.ask('rules.delete', { id: mine.id }, agent), refused);
    await assert.rejects(upsert({ ...content, id: mine.id }, agent), refused);
    await assert.rejects(daemon.ask('rules.delete', { id: other.id }, agent), { code: 'rule_not_found' });
    await assert.rejects(upsert({ ...content, id: other.id }, agent), { code: 'rule_for_people' });
    await assert.rejects(daemon.ask('rules.confirmHook', { id: mine.id, command: 'x' }, agent), {
      code: 'people_only',
    });
    await removeAll();
  });

  test('a command runs only once the owner has confirmed it, and gets the message on its standard input', async () => {
    const rule = await make('Hook', subjectHas('hook'), [{ type: 'shell_hook', command: '/bin/cat' }]);
    assert.deepEqual(rule.unconfirmed_hooks, ['/bin/cat']);
    await deliver(mailAbout('First hook'));
    const latest = async () => (await daemon.ask('rules.history', { rule: 'Hook', limit: 1 })).entries[0];
    await until('the command was refused', async () => (await latest())?.hooks[0]?.state === 'refused');
    assert.deepEqual([(await latest())?.blocked, (await latest())?.success], [true, false]);
    await daemon.ask('rules.confirmHook', { rule: 'Hook', command: '/bin/cat' });
    await assert.rejects(daemon.ask('rules.confirmHook', { rule: 'Hook', command: '/bin/rm' }), {
      code: 'command_not_found',
    });
    await deliver(mailAbout('$(touch /tmp/x) `id`; hook "; rm -rf ~', { text: 'The text.' }));
    await until('the command ended', async () => (await latest())?.hooks[0]?.state === 'succeeded');
    const entry = await latest();
    const { message, rule: about } = JSON.parse(entry?.hooks[0]?.output ?? '') as {
      message: { subject: string; text: string };
      rule: { name: string };
    };
    assert.deepEqual(
      [message.subject, message.text.trim(), about.name],
      ['$(touch /tmp/x) `id`; hook "; rm -rf ~', 'The text.', 'Hook'],
    );
    await removeAll();
  });

  test('a rule that fails three times in a row is paused and says so; the owner resumes it', async () => {
    await make('Failing', subjectHas('fail'), [{ type: 'shell_hook', command: '/bin/false' }]);
    await daemon.ask('rules.confirmHook', { rule: 'Failing', command: '/bin/false' });
    const paused = daemon.events.all('RulePaused').length;
    await deliver(mailAbout('fail 1'), mailAbout('fail 2'), mailAbout('fail 3'));
    const event = await daemon.events.until('RulePaused', paused + 1);
    assert.equal(event.rule_name, 'Failing');
    const rule = await detail('Failing');
    assert.deepEqual([rule.paused_at !== null, rule.last_error], [true, 'It failed with exit code 1.']);
    await deliver(mailAbout('fail 4'));
    assert.equal((await daemon.ask('rules.history', { rule: 'Failing' })).entries.length, 3);
    const { rule: resumed } = await daemon.ask('rules.resume', { rule: 'Failing' });
    assert.equal(resumed.paused_at, null);
    await removeAll();
  });

  test('rules are exported, shown before an import, and imported behind those that are here', async () => {
    await form('One', 'subject:one', 'archive', { priority: 7 });
    const file = await daemon.dispatch('rules.export', {}, { origin: 'human' });
    assert.ok(isFileContent(file));
    const { content } = (await daemon.ask('rules.export', { answer: 'json' })) as { content: string };
    const preview = await daemon.ask('rules.import', { format: 'posthorn', content, dry_run: true });
    assert.deepEqual(
      [preview.rules.map(({ name }) => name), (await daemon.ask('rules.list')).rules.length],
      [['One'], 1],
    );
    const script = 'if header :contains "subject" "two" { fileinto "Two"; }\nredirect "x@y.example";\n';
    const imported = await daemon.ask('rules.import', { format: 'sieve', content: script });
    assert.deepEqual(
      imported.refused.map(({ line }) => line),
      [2],
    );
    const { rules } = await daemon.ask('rules.list');
    assert.deepEqual(
      rules.map(({ priority, action }) => [priority, action]),
      [
        [7, 'archive'],
        [17, 'move:Two'],
      ],
    );
    await assert.rejects(daemon.ask('rules.import', { format: 'posthorn', content: '{}' }), { code: 'bad_file' });
    await removeAll();
  });
});

test('a policy that no longer allows what a rule does blocks it, and the diagnostics say so', async (t) => {
  const daemon = await testDaemon(t, { config: '[general]\nsafety_policy = "full"\n' });
  await daemon.synced();
  const rule = { name: 'Bin', condition: 'subject:bin', action: 'trash', priority: 1, enabled: true };
  await daemon.ask('rules.upsertForm', rule);
  const limited = readFileSync(daemon.configFile, 'utf8').replace('"full"', '"restricted"');
  writeFileSync(daemon.configFile, limited);
  daemon.reloadConfig();
  await deliverTo(daemon, mailAbout('To the bin'));
  const { entries } = await daemon.ask('rules.history');
  assert.deepEqual(
    entries.map(({ success, blocked, actions_applied }) => [success, blocked, actions_applied]),
    [[false, true, []]],
  );
  const { report } = await daemon.ask('diagnostics.report');
  assert.ok(report.findings.some(({ code, message }) => code === 'rule_blocked' && message.includes('“Bin”')));
  assert.deepEqual([report.data_stats?.rules, report.data_stats?.rule_logs], [1, 1]);
});

test('mail of a first sync and of an import meets no rule', async (t) => {
  const daemon = await testDaemon(t, { accounts: [{ ...ada, count: 40 }] });
  const rule = { name: 'All', condition: 'larger:0b', action: 'star', priority: 1, enabled: true };
  await daemon.ask('rules.upsertForm', rule);
  await daemon.synced();
  const messages = ['Imported 1', 'Imported 2'].map((subject) => mailAbout(subject));
  await importAndWait(daemon, writeMailFiles({ 'old.mbox': mboxFile(messages) }));
  await daemon.resync();
  assert.deepEqual((await daemon.ask('rules.history')).entries, []);
  assert.equal((await daemon.ask('rules.detail', { rule: 'All' })).rule.match_count, 0);
});

test('mail that waited for rules at a crash is handled once at the next start', async (t) => {
  const first = await testDaemon(t);
  await first.synced();
  await deliverTo(first, mailAbout('Before the rule'));
  await first.ask('rules.upsertForm', {
    name: 'All',
    condition: 'larger:0b',
    action: 'star',
    priority: 1,
    enabled: true,
  });
  await first.close();
  // As after a crash between the transaction that stores a message and the one that applies the rules.
  const db = openWritable(storeFiles(first.dataDir).mail, { durability: 'normal' });
  db.run(sql`INSERT INTO rule_arrivals (message) SELECT id FROM messages WHERE subject = 'Before the rule'`);
  db.close();
  const second = await testDaemon(t, { dataDir: first.dataDir });
  await until('the rule was applied', async () => (await second.ask('rules.history')).entries.length === 1);
  const { groups } = await second.ask('search.find', { q: 'is:starred', scope: 'messages' });
  assert.equal(groups.flatMap(({ rows }) => rows).length, 1);
});

test('a command that ran at a crash is of unknown result, and is not run again', async (t) => {
  const first = await testDaemon(t);
  await first.synced();
  const rule = { name: 'Hook', condition: 'subject:hook', action: 'shell:/bin/true', priority: 1, enabled: true };
  await first.ask('rules.upsertForm', rule);
  await first.ask('rules.confirmHook', { rule: 'Hook', command: '/bin/true' });
  await deliverTo(first, mailAbout('hook'));
  const hookOf = async (daemon: TestDaemon) => (await daemon.ask('rules.history')).entries[0]?.hooks[0];
  await until('the command ended', async () => (await hookOf(first))?.state === 'succeeded');
  await first.close();
  // As after a crash while the command ran.
  const db = openWritable(storeFiles(first.dataDir).mail, { durability: 'normal' });
  db.run(sql`UPDATE rule_hook_runs SET state = 'started', ended_at = NULL, exit_code = NULL`);
  db.close();
  const second = await testDaemon(t, { dataDir: first.dataDir });
  await until('its result is unknown', async () => (await hookOf(second))?.state === 'unknown');
  const [entry] = (await second.ask('rules.history')).entries;
  assert.deepEqual([entry?.success, entry?.hooks[0]?.exit_code], [false, null]);
  assert.match(entry?.error ?? '', /isn’t run again/);
});

test('what a server refuses is in the history and counts as a failure', async (t) => {
  const outcome = { ok: false, error: 'The folder is full.', retryable: false } as const;
  const daemon = await testDaemon(t, {
    prepare(servers) {
      const server = servers.get('ada')!;
      servers.set('ada', { ...server, apply: async (operations) => operations.map(() => outcome) });
    },
  });
  await daemon.synced();
  const rule = { name: 'Star', condition: 'subject:star', action: 'star', priority: 1, enabled: true };
  await daemon.ask('rules.upsertForm', rule);
  await deliverTo(daemon, mailAbout('star'));
  await daemon.events.until('MutationCompleted');
  const { entries } = await daemon.ask('rules.history');
  assert.deepEqual(
    entries.map(({ success, error }) => [success, error]),
    [[false, 'The folder is full.']],
  );
  assert.equal((await daemon.ask('rules.detail', { rule: 'Star' })).rule.last_error, 'The folder is full.');
});

test('an expression that takes other engines exponential time does not hold up new mail', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  const evil = (field: string) => ({
    type: 'field',
    field,
    pattern: { type: 'regex', value: '^(([a-z])+.)+[A-Z]([a-z])+$' },
  });
  const conditions = { type: 'or', conditions: [evil('body_contains'), evil('subject')] };
  await daemon.ask('rules.upsert', { rule: { name: 'Evil', conditions, actions: [{ type: 'star' }] } });
  const text = 'a'.repeat(500_000);
  await deliverTo(daemon, mailAbout('a'.repeat(500), { text }), mailAbout('Second', { text }));
  assert.equal((await daemon.ask('rules.detail', { rule: 'Evil' })).rule.match_count, 0);
});
