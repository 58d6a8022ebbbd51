import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ada, bob } from '../../test-daemon.ts';
import { sharedCommandLine } from './test-command-line.ts';
import { textWidth } from './text-width.ts';

const hostile = 'Invoice \u001b[2J\u001b]0;owned\u0007\u009b31m\u202egpj.exe\r now';
const { daemon, run, json, text, home } = await sharedCommandLine({
  accounts: [
    { ...ada, count: 40 },
    { ...bob, count: 5 },
  ],
  config: '[general]\ndefault_account = "ada"\n',
  prepare: (providers) => {
    const { control } = providers.get('ada')!;
    control.deliver({
      from: { name: 'Eve \u001b[31m', email: 'eve@example.net' },
      subject: hostile,
      text: 'Text \u001b[2J here',
    });
    control.deliver({
      from: { name: '王小明', email: 'wang@example.net' },
      subject: '会议纪要 👩‍👩‍👧 请查收',
      text: '你好',
    });
  },
});

test('status, accounts and sync say how Posthorn is, as text and as JSON', async () => {
  assert.match(await text(['status']), /47 messages are stored/);
  const status = await json(['status']);
  assert.deepEqual([status.schema_version, status.accounts], [1, ['Ada', 'Bob']]);
  assert.match(await text(['accounts']), /^ada +ada@example\.test +Ada +default/m);
  assert.deepEqual(
    (await json(['accounts'])).accounts.map(({ key }: { key: string }) => key),
    ['ada', 'bob'],
  );
  const synced = await json(['sync', '--account', 'bob']);
  assert.deepEqual(
    synced.sync_statuses.map(({ account_name, healthy }: { account_name: string; healthy: boolean }) => [
      account_name,
      healthy,
    ]),
    [['Bob', true]],
  );
  assert.match(await text(['sync']), /^Ada: up to date.*\nBob: up to date/);
});

test('a list shows the default account, one that is named, or all', async () => {
  const rows = async (...args: string[]) =>
    (await json(['list', '--messages', '-n', '200', ...args])).rows as { account_id: string }[];
  const accountsOf = async (...args: string[]) =>
    new Set((await rows(...args)).map(({ account_id }) => account_id)).size;
  const emailOf = async (...args: string[]) => (await json(['list', ...args])).account;
  assert.deepEqual(
    [await emailOf(), await emailOf('-a', 'BOB@example.test'), await emailOf('--account', 'all')],
    [ada.email, bob.email, null],
  );
  assert.deepEqual([await accountsOf(), await accountsOf('--account', 'all')], [1, 2]);
  const unknown = await run(['list', '--account', 'carl']);
  assert.equal(unknown.code, 5);
  assert.deepEqual(JSON.parse(unknown.err).error.code, 'account_not_found');
});

test('pages, roles of mailboxes and single messages', async () => {
  const first = await json(['list', 'all', '-n', '2']);
  assert.ok(first.has_more);
  const second = await json(['list', 'all', '-n', '2', '--cursor', first.next_cursor]);
  assert.notDeepEqual(first.rows[0].id, second.rows[0].id);
  assert.equal((await json(['list', 'trash'])).mailbox.toLowerCase(), 'trash');
  assert.equal((await run(['list', 'Nowhere'])).code, 5);
  assert.equal((await run(['list', '-n', '0'])).code, 2);
});

test('a short id names the same mail in later commands, and is stored for the owner alone', async () => {
  const { rows } = await json(['list', '-n', '5']);
  await json(['search', 'in:sent']);
  const { thread } = await json(['show', rows[1].short_id]);
  assert.equal(thread.id, rows[1].thread_id);
  assert.equal((await json(['show', rows[1].thread_id])).thread.id, rows[1].thread_id);
  assert.equal((await json(['show', `message:${rows[1].id}`])).body.message_id, rows[1].id);
  const folder = join(home, '.cache', 'posthorn');
  const [file = ''] = readdirSync(folder);
  assert.deepEqual([statSync(join(folder, file)).mode & 0o777, statSync(folder).mode & 0o777], [0o600, 0o700]);
  assert.doesNotMatch(readFileSync(join(folder, file), 'utf8'), /subject|example/);
  const stale = await run(['show', 'ffff']);
  assert.equal(stale.code, 5);
  assert.match(JSON.parse(stale.err).error.message, /Run "posthorn list"/);
});

test('reading marks nothing as read unless it is asked to', async () => {
  const { rows } = await json(['list', '--messages', '-n', '200']);
  const { short_id, id } = rows.find((row: { unread: boolean }) => row.unread);
  const isUnread = async () =>
    (await json(['list', '--messages', '-n', '200'])).rows.find((row: { id: string }) => row.id === id).unread;
  for (const words of [
    ['show', short_id],
    ['show', short_id, '--headers'],
    ['show', short_id, '--raw'],
    ['show', short_id, '--html'],
  ])
    await text(words);
  assert.equal(await isUnread(), true);
  await text(['show', short_id, '--mark-read']);
  assert.equal(await isUnread(), false);
});

test('control characters of mail reach no terminal, and not as JSON either', async () => {
  const { rows } = await json(['search', 'Invoice', 'from:eve']);
  for (const output of [
    await text(['list', '-n', '50']),
    await text(['search', 'from:eve']),
    await text(['show', rows[0].short_id]),
    await text(['list', '-n', '50', '--json']),
    (await run(['list', '-n', '50', '--text'])).out,
    (await run(['show', rows[0].short_id, '--json'])).out,
  ]) {
    const withoutStyles = output.replaceAll(/\u001b\[(?:1|2|22|31|33|36|39)m/g, '');
    assert.doesNotMatch(withoutStyles, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  }
  const plain = await text(['show', rows[0].short_id], { env: { NO_COLOR: '1' } });
  assert.doesNotMatch(plain, /\u001b/);
  // Styles come from the program alone: a sender cannot colour anything.
  assert.doesNotMatch(await text(['list', '-n', '50'], { env: { NO_COLOR: '1' } }), /\u001b/);
});

test('a table fits the terminal, whatever its characters', async () => {
  for (const columns of [40, 60, 100]) {
    const output = await text(['list', '-n', '50'], { columns, env: { NO_COLOR: '1' } });
    const [, ...lines] = output.trimEnd().split('\n');
    for (const line of lines.filter((each) => !each.startsWith('More:'))) assert.ok(textWidth(line) <= columns, line);
    // A date is whole: without its time where there is little room.
    assert.match(output, columns < 72 ? /^\S+ .{0,4} +\d{1,2} \w{3} {2}|\d{2}:\d{2} {2}/m : /\d{2}:\d{2} {2}/);
  }
  assert.match(await text(['list', '-n', '50'], { columns: 200 }), /会议纪要 👩‍👩‍👧 请查收/);
});

test('events are one JSON object a line, and --follow goes on with new ones', async () => {
  const { out } = await run(['events', '-n', '3']);
  const entries = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { seq: number; schema_version: number });
  assert.deepEqual(
    entries.map(({ seq }) => seq),
    entries.map(({ seq }) => seq).toSorted((one, other) => one - other),
  );
  assert.ok(entries.every(({ schema_version }) => schema_version === 1));
  const last = entries.at(-1)?.seq ?? 0;
  await json(['sync']);
  const after = (await run(['events', '--after', String(last)])).out.trimEnd().split('\n');
  const seqs = after.map((line) => (JSON.parse(line) as { seq: number }).seq);
  assert.equal(seqs[0], last + 1);
  const next = (await run(['events', '--after', String(last), '-n', '2'])).out.trimEnd().split('\n');
  assert.deepEqual(next, after.slice(0, 2), 'so that a program reads on in parts of this size');
  const ended = new AbortController();
  const following = run(['events', '--follow', '--after', String(seqs.at(-1))], { interrupted: ended.signal });
  await json(['sync']);
  await daemon.events.until('SyncFinished', 1);
  await json(['events', '-n', '1']).finally(() => setImmediate(() => ended.abort()));
  const followed = (await following).out.trimEnd();
  for (const line of followed.split('\n').filter((each) => each !== ''))
    assert.ok((JSON.parse(line) as { seq: number }).seq > (seqs.at(-1) ?? 0));
});

test('jobs are listed and shown, and a job that does not exist is not found', async () => {
  const { jobs } = await json(['jobs']);
  assert.deepEqual(new Set(jobs.map(({ kind }: { kind: string }) => kind)), new Set(['sync.first']));
  assert.match(await text(['jobs']), /sync\.first +succeeded +100% +2026-03-10 \d{2}:\d{2}/);
  assert.match(await text(['jobs', jobs[0].job_id]), /^sync\.first: succeeded/);
  assert.equal((await json(['jobs', jobs[0].job_id, '--wait'])).job.status, 'succeeded');
  assert.equal((await run(['jobs', '01a2199d-ee19-7006-9605-5bb577b973d1'])).code, 5);
});

test('html_command turns HTML into text on a terminal, and a command that is missing is done without', async (t) => {
  const html =
    'From: Shop <shop@example.net>\r\nTo: ada@example.test\r\nSubject: Only HTML\r\nMessage-ID: <h@example.net>\r\nContent-Type: text/html\r\n\r\n<p>Hello <b>there</b></p>';
  daemon.server('ada').control.deliver(Buffer.from(html));
  await daemon.resync();
  const { rows } = await json(['search', 'subject:"Only HTML"']);
  await daemon.ask(
    'settings.change',
    { key: 'render.html_command', value: 'sed s/there/rendered/' },
    { origin: 'cli' },
  );
  t.after(() => daemon.ask('settings.change', { key: 'render.html_command', value: null }, { origin: 'cli' }));
  assert.match(await text(['show', rows[0].short_id]), /rendered/);
  await daemon.ask('settings.change', { key: 'render.html_command', value: 'no-such-program-here' }, { origin: 'cli' });
  assert.match(await text(['show', rows[0].short_id]), /Hello there/);
});
