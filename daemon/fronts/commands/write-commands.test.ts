import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../test-until.ts';
import { ada } from '../../test-daemon.ts';
import { sharedCommandLine } from './test-command-line.ts';

const { daemon, run, json, text, home } = await sharedCommandLine({
  accounts: [{ ...ada, count: 10 }],
  config:
    '[safety.recipients]\nsensitive_domains = ["rival.example"]\n[agents.profiles.agent]\nsafety_policy = "draft-only"\nallowed_accounts = ["ada"]\n',
  prepare: (providers) =>
    providers.get('ada')!.control.deliver({
      from: { name: 'Bob', email: 'bob@example.org' },
      subject: 'Dinner',
      text: 'Shall we say seven?',
    }),
});
const deliveries = () => daemon.sender('ada').deliveries;
const message = ['--to', 'bob@example.org', '--subject', 'Lunch'];

test('a message is written from options and standard input, and is a draft until it is sent', async () => {
  const { draft_id, short_id } = await json(['compose', ...message, '--cc', 'c@example.org', '-b', '-'], {
    stdin: 'At **noon**?\n',
  });
  const { draft } = await json(['draft', 'show', short_id]);
  assert.deepEqual(
    [draft.id, draft.subject, draft.to[0].email, draft.cc[0].email],
    [draft_id, 'Lunch', 'bob@example.org', 'c@example.org'],
  );
  assert.match(await text(['draft', 'show', short_id]), /To: bob@example\.org\n|At \*\*noon\*\*\?/);
  assert.match(await text(['draft']), new RegExp(`^${short_id} .*Lunch`, 'm'));
  const before = deliveries().length;
  const receipt = await json(['send', short_id, '--hold', '0']);
  assert.match(receipt.send_id, /^[0-9a-f-]{36}$/);
  await until('it is sent', () => deliveries().length === before + 1);
  // Asked for again it gives the same receipt, and nothing more is sent.
  assert.equal((await json(['send', draft_id])).send_id, receipt.send_id);
  assert.equal(deliveries().length, before + 1);
});

test('a send with a key is made once, however often it is repeated', async () => {
  const before = deliveries().length;
  writeFileSync(join(home, 'plan.txt'), 'The plan');
  const words = ['send', ...message, '-b', 'Once.', '--attach', 'plan.txt', '--key', 'monday', '--hold', '0'];
  const first = await json(words);
  const again = await json(words);
  assert.equal(again.receipt.send_id, first.receipt.send_id);
  await until('it is sent', () => deliveries().length === before + 1);
  assert.match(String(deliveries().at(-1)?.bytes), /filename="?plan\.txt/);
  const other = await run([...words.slice(0, -2), '--hold', '0', '--key', 'monday', '-s', 'Another']);
  assert.deepEqual([other.code, JSON.parse(other.err).error.code], [1, 'idempotency_key_reused']);
  assert.equal(deliveries().length, before + 1);
});

test('a file larger than a line of the socket is attached, and a file that is missing stops everything', async () => {
  writeFileSync(join(home, 'large.bin'), Buffer.alloc(3_000_000, 7));
  const { short_id } = await json(['compose', ...message, '-b', 'See the file.', '--attach', 'large.bin']);
  assert.equal((await json(['draft', 'show', short_id])).draft.attachments.length, 1);
  const drafts = (await json(['draft'])).drafts.length;
  const missing = await run(['compose', ...message, '-b', 'x', '--attach', 'nothing.bin']);
  assert.equal(missing.code, 2);
  assert.equal((await json(['draft'])).drafts.length, drafts);
});

test('a send that waits is stopped by undo, and its draft stays', async () => {
  const before = deliveries().length;
  const output = await text(['send', ...message, '-b', 'Wait.', '--hold', '600']);
  const id = /Its id is ([0-9a-f-]{36})/.exec(output)?.[1] ?? '';
  assert.match(output, /^Queued to bob@example\.org, to leave at /);
  assert.match(await text(['undo', id]), /Stopped\. “Lunch” is a draft again/);
  assert.equal(deliveries().length, before);
  const later = await json(['send', ...message, '-b', 'Later.', '--at', '2026-04-01T08:00:00Z']);
  assert.equal(later.receipt.send_at, '2026-04-01T08:00:00.000Z');
});

test('a reply goes to the sender of the newest message, with the text above the quote', async () => {
  const { rows } = await json(['search', 'subject:Dinner']);
  const { short_id } = await json(['reply', rows[0].short_id, '-b', 'Seven is fine.']);
  const { draft } = await json(['draft', 'show', short_id]);
  assert.deepEqual([draft.to[0].email, draft.subject, draft.intent], ['bob@example.org', 'Re: Dinner', 'reply']);
  assert.match(draft.body_markdown, /^Seven is fine\.[^]*> ?Shall we say seven\?/);
  const forwarded = await json(['compose', '--forward', rows[0].short_id, '--to', 'c@example.org', '-b', 'See below.']);
  assert.equal((await json(['draft', 'show', forwarded.short_id])).draft.subject, 'Fwd: Dinner');
});

test('what cannot be sent is kept as a draft', async () => {
  const before = (await json(['draft'])).drafts.length;
  const refused = await run(['send', '--to', 'not an address', '-s', 'Lost?', '-b', 'Not lost.']);
  const { error } = JSON.parse(refused.err);
  assert.equal(refused.code, 1);
  assert.match(error.message, /kept as draft [0-9a-f]{4}/);
  assert.equal((await json(['draft', 'show', error.draft_id])).draft.subject, 'Lost?');
  assert.equal((await json(['draft'])).drafts.length, before + 1);
});

test('what the safety check stops goes out with --anyway alone', async () => {
  const before = deliveries().length;
  const words = ['send', '--to', 'eve@rival.example', '-s', 'Plan', '-b', 'Hello.', '--hold', '0'];
  const stopped = await run(words);
  const { error } = JSON.parse(stopped.err);
  assert.deepEqual([stopped.code, error.code], [1, 'not_safe']);
  assert.equal((await run(['send', error.draft_id])).code, 1);
  assert.equal(deliveries().length, before);
  await json(['send', error.draft_id, '--anyway', '--hold', '0']);
  await json([...words, '--anyway']);
  await until('both are sent', () => deliveries().length === before + 2);
});

test('an agent is held to its profile: it writes drafts and sends nothing', async () => {
  const before = deliveries().length;
  const { short_id } = await json(['compose', ...message, '-b', 'By an agent.', '--agent']);
  const refused = await run(['send', short_id, '--agent']);
  assert.deepEqual([refused.code, JSON.parse(refused.err).error.code], [4, 'policy']);
  assert.equal((await run(['send', ...message, '-b', 'x', '--agent'])).code, 4);
  assert.equal((await run(['archive', '--query', 'in:inbox', '--agent'])).code, 4);
  assert.equal((await run(['token', '--agent'])).code, 4);
  assert.equal(deliveries().length, before);
});

test('what an agent has to have approved is not done, and ends with 8', async () => {
  const before = deliveries().length;
  const profile = { safety_policy: 'full', allow_send: true, allow_destructive: true, approve: true };
  for (const [key, value] of Object.entries(profile))
    await daemon.ask('settings.change', { key: `agents.profiles.agent.${key}`, value }, { origin: 'cli' });
  const asked = await run(['send', ...message, '-b', 'May I?', '--agent', '--reason', 'Bob asked for it']);
  const reply = JSON.parse(asked.out);
  assert.deepEqual([asked.code, reply.status], [8, 'pending_approval']);
  const { approval } = await json(['api', 'approvals.get', '-f', `approval_id=${reply.approval_id}`]);
  assert.deepEqual([approval.status, approval.reason], ['pending', 'Bob asked for it']);
  const { rows } = await json(['list', '-n', '1']);
  const archived = await run(['archive', rows[0].short_id, '--agent'], { isTerminal: true });
  assert.equal(archived.code, 8);
  assert.match(archived.out, /the owner has to approve it first/);
  for (const words of [
    ['label', '--create', 'New'],
    ['snooze', rows[0].short_id, '--until', 'tomorrow'],
  ])
    assert.equal((await run([...words, '--agent'])).code, 8, words.join(' '));
  assert.equal((await json(['list', '-n', '1'])).rows[0].id, rows[0].id);
  assert.equal(deliveries().length, before);
  // No command approves, whoever runs it.
  const hash = ['-f', `payload_hash=${approval.payload_hash}`];
  assert.equal((await run(['api', 'approvals.approve', '-f', `approval_id=${reply.approval_id}`, ...hash])).code, 4);
});

test('the editor opens on a terminal alone, and what it saved is what is kept', async () => {
  const editor = join(home, 'editor.sh');
  writeFileSync(editor, '#!/bin/sh\nsed -i "s/^Subject:.*/Subject: Edited/" "$1"\necho "From the editor" >>"$1"\n');
  chmodSync(editor, 0o700);
  const env = { EDITOR: editor };
  assert.equal((await run(['compose', ...message], { env })).code, 2);
  const output = await text(['compose', ...message], { env, stdin: 'draft\n' });
  const short_id = /Saved as draft ([0-9a-f]+)/.exec(output)?.[1] ?? '';
  const { draft } = await json(['draft', 'show', short_id]);
  assert.deepEqual([draft.subject, draft.body_markdown.trim()], ['Edited', 'From the editor']);
  const count = (await json(['draft'])).drafts.length;
  await text(['compose', ...message], { env, stdin: 'discard\n' });
  assert.equal((await json(['draft'])).drafts.length, count);
  await daemon.ask('settings.change', { key: 'general.editor', value: 'no-such-editor' }, { origin: 'cli' });
  const failed = await run(['compose', ...message], { env, isTerminal: true });
  assert.equal(failed.code, 1);
  assert.match(failed.err, /no-such-editor.*Your text is in /);
});

test('a draft is discarded and restored', async () => {
  const { draft_id, short_id } = await json(['compose', ...message, '-b', 'Short-lived.']);
  assert.match(await text(['draft', 'delete', short_id]), /To restore it: posthorn draft recover/);
  const ids = async () => (await json(['draft'])).drafts.map(({ id }: { id: string }) => id) as string[];
  assert.ok(!(await ids()).includes(draft_id));
  await json(['draft', 'recover', draft_id]);
  assert.ok((await ids()).includes(draft_id));
});
