import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ada } from '../../test-daemon.ts';
import { sharedCommandLine } from './test-command-line.ts';

const { run, json, text } = await sharedCommandLine({ accounts: [{ ...ada, count: 60 }] });

type Row = {
  id: string;
  short_id: string;
  thread_id: string;
  unread: boolean;
  starred: boolean;
  labels?: { name: string }[];
};
const messages = async (mailbox = 'inbox') => (await json(['list', mailbox, '--messages', '-n', '200'])).rows as Row[];
const inInbox = async (thread_id: string) => (await messages()).some((row) => row.thread_id === thread_id);
const firstThread = async () => (await json(['list', '-n', '1'])).rows[0] as Row;

test('archive and trash take a conversation away, and undo brings it back', async () => {
  for (const [verb, words] of [
    ['archive', /^Archived \d+ messages?\./],
    ['trash', /^Moved to the trash: \d+ messages?\./],
    ['spam', /^Moved to spam: \d+ messages?\./],
  ] as const) {
    const { short_id, thread_id } = await firstThread();
    const output = await text([verb, short_id]);
    assert.match(output, words);
    assert.equal(await inInbox(thread_id), false, verb);
    if (verb !== 'trash') assert.ok(!(await messages('trash')).some((row) => row.thread_id === thread_id));
    const id = /posthorn undo (\S+)/.exec(output)?.[1] ?? '';
    assert.match(await text(verb === 'archive' ? ['undo'] : ['undo', id]), /^Undone for/);
    assert.equal(await inInbox(thread_id), true, verb);
  }
  assert.match(await text(['undo', '--list']), /archive \(undone\)/);
});

test('stars, read marks and labels change single messages', async () => {
  const [row] = await messages();
  assert.ok(row);
  const now = async () => (await messages('all')).find(({ id }) => id === row.id);
  await json(['star', row.short_id]);
  assert.equal((await now())?.starred, true);
  await json(['unstar', row.short_id]);
  assert.equal((await now())?.starred, false);
  await json(['mark-unread', row.short_id]);
  assert.equal((await now())?.unread, true);
  await json(['mark-read', row.short_id]);
  assert.equal((await now())?.unread, false);
  assert.match(await text(['label', '--create', 'Travel/Japan']), /Created the label Travel\/Japan/);
  await json(['label', row.short_id, '--add', 'Travel/Japan']);
  assert.deepEqual(
    (await messages('travel/japan')).map(({ id }) => id),
    [row.id],
  );
  assert.match(await text(['label']), /^Travel\/Japan +\d+ +1$/m);
  await json(['label', row.short_id, '--remove', 'Travel/Japan']);
  assert.deepEqual(await messages('Travel/Japan'), []);
  assert.equal((await run(['label', row.short_id])).code, 2);
  assert.equal((await run(['label', '--add', 'x'])).code, 2);
});

test('--dry-run changes nothing, and a person is asked before a search is applied', async () => {
  const count = (await messages()).length;
  const preview = await json(['archive', '--query', 'in:inbox', '--dry-run']);
  assert.deepEqual([preview.result.dry_run, preview.result.mutation_id], [true, null]);
  const query = 'subject:"nothing like this" OR in:inbox';
  const declined = await run(['archive', '--query', query], { isTerminal: true, stdin: 'n\n' });
  assert.equal(declined.code, 0);
  assert.match(declined.err, /The search finds \d+ messages? to change/);
  assert.equal((await messages()).length, count);
  const unanswered = await run(['archive', '--query', query], { isTerminal: true });
  assert.equal(unanswered.code, 2);
  assert.equal((await messages()).length, count);
  await text(['archive', '--query', 'in:inbox', '--yes']);
  assert.equal((await messages()).length, 0);
  await json(['undo']);
  assert.equal((await messages()).length, count);
});

test('a change with a key is made once', async () => {
  const { thread_id } = await firstThread();
  const words = ['archive', `thread:${thread_id}`, '--key', 'once'];
  const first = await json(words);
  assert.equal((await json(words)).result.mutation_id, first.result.mutation_id);
  await json(['undo', first.result.mutation_id]);
  assert.equal((await run(['archive', `thread:${thread_id}`, '--key', 'with space'])).code, 2);
});

test('snoozed mail is listed with its time and comes back', async () => {
  const { short_id, thread_id } = await firstThread();
  assert.match(
    await text(['snooze', short_id, '--until', 'tomorrow']),
    /^Snoozed until 2026-03-11 \d{2}:\d{2}: \d+ messages?\./,
  );
  assert.equal(await inInbox(thread_id), false);
  const { snoozed } = await json(['snooze']);
  assert.ok(snoozed.some((each: { thread_id: string }) => each.thread_id === thread_id));
  assert.match(await text(['snooze']), /2026-03-11 \d{2}:\d{2}/);
  await json(['snooze', short_id, '--wake']);
  assert.equal(await inInbox(thread_id), true);
  assert.equal((await run(['snooze', short_id])).code, 2);
  const withoutOption = await run(['snooze', short_id, 'tomorrow']);
  assert.match(JSON.parse(withoutOption.err).error.message, /--until tomorrow/);
  const badTime = await run(['snooze', short_id, '--until', 'someday']);
  assert.match(JSON.parse(badTime.err).error.message, /tonight, tomorrow|tomorrow/);
});

test('what names nothing changes nothing, and --quiet prints nothing', async () => {
  assert.equal((await run(['archive'])).code, 2);
  assert.equal((await run(['archive', '--query', 'x', 'abcd'])).code, 2);
  assert.equal((await run(['archive', 'message:01a2199d-ee19-7006-9605-5bb577b973d1'])).code, 5);
  const { short_id } = await firstThread();
  assert.deepEqual(await run(['star', short_id, '--quiet'], { isTerminal: true }), { code: 0, out: '', err: '' });
});
