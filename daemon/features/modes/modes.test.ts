import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestDaemon } from '../../test-daemon.ts';
import { answer, daemonWith, issue, modesOf, question, receipt, rowOf, stranger } from './test-modes.ts';

const nowOf = async (daemon: TestDaemon) => (await daemon.ask('modes.now')).now;

test('mail is in the mode of its kind, with the reason', async (t) => {
  const daemon = await daemonWith(t, [question(), answer(), stranger(), receipt(), issue()]);
  assert.deepEqual(await modesOf(daemon, 'Re: Question q'), [
    ['messages', 'Ben Okoro wrote last, and you haven’t replied.'],
  ]);
  assert.deepEqual(await modesOf(daemon, 'Lunch'), [['messages', 'Cleo Lind wrote to you for the first time.']]);
  assert.deepEqual(await modesOf(daemon, 'Your order 112'), [['updates', 'Shop sends notifications and receipts.']]);
  assert.deepEqual(await modesOf(daemon, 'The News, issue 12'), [['reading', 'The News sends mail to read.']]);
});

test('a correction moves mail to another mode', async (t) => {
  const daemon = await daemonWith(t, [receipt()]);
  const message_id = (await rowOf(daemon, 'Your order 112')).id;
  await daemon.ask('classification.correct', { message_id, scope: 'sender', mail_kind: 'newsletter' });
  assert.deepEqual(
    (await modesOf(daemon, 'Your order 112')).map(([mode]) => mode),
    ['reading'],
  );
});

test('100 conversations can be asked for at once, in order; 101 are refused, unknown ones are left out (checklist 159)', async (t) => {
  const daemon = await daemonWith(t, [stranger(), receipt()]);
  const known = [(await rowOf(daemon, 'Your order 112')).thread_id, (await rowOf(daemon, 'Lunch')).thread_id];
  const unknown = Array.from({ length: 98 }, (_, at) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`);
  const { threads } = await daemon.ask('modes.memberships', { thread_ids: [...unknown, ...known] });
  assert.deepEqual(
    threads.map(({ thread_id }) => thread_id),
    known,
  );
  const invalid = { kind: 'invalid' };
  await assert.rejects(daemon.ask('modes.memberships', { thread_ids: [...unknown, ...known, known[0]] }), invalid);
  await assert.rejects(daemon.ask('modes.memberships', { thread_ids: [] }), invalid);
  await assert.rejects(daemon.ask('modes.membership'), invalid);
});

test('an unknown conversation is in no mode', async (t) => {
  const daemon = await daemonWith(t, []);
  const thread_id = '00000000-0000-7000-8000-000000000001';
  assert.deepEqual(await daemon.ask('modes.membership', { thread_id }), { kind: 'ModeMembership', threads: [] });
});

test('nothing of the first sync is in Now, however urgent it looks', async (t) => {
  const daemon = await daemonWith(t, [question(), answer(), stranger(), receipt(), issue()]);
  const now = await nowOf(daemon);
  assert.deepEqual([now.item_count, now.people.total, now.empty_state], [0, 0, 'Nothing needs you now']);
  assert.equal(now.first_run.complete, true);
});

test('Now has new answers to the user and a card of updates, but no first contact', async (t) => {
  const daemon = await daemonWith(t, [question()], [answer(), stranger(), receipt(), issue()]);
  const now = await nowOf(daemon);
  assert.deepEqual(
    now.people.rows.map(({ row, why }) => [row.counterparty_email, row.lane, why]),
    [['ben.okoro@people.example', 'owed', 'Ben Okoro wrote last, and you haven’t replied.']],
  );
  assert.equal(now.headline, '1 person is waiting for your reply.');
  assert.deepEqual([now.updates?.line, now.item_count], ['1 message from 1 sender', 2]);
  // It is nine in the morning in Berlin.
  assert.equal(now.reading, undefined);
  assert.equal(now.not_now, 'Something to read is suggested from 17:00.');
  assert.equal(now.next_at, '2026-03-10T16:00:00.000Z');
});

test('something to read is suggested in the evening', async (t) => {
  const daemon = await daemonWith(t, [], [issue()]);
  daemon.clock.advance(9 * 3_600_000);
  const { reading, not_now } = await nowOf(daemon);
  assert.deepEqual([reading?.subject, not_now], ['The News, issue 12', undefined]);
});

test('each person is in Now once, and no more than three are, with lines to be shown as they are (checklist 157)', async (t) => {
  const people = ['dan', 'eva', 'finn', 'gus', 'ivo', 'jan'].map((name) => `${name} <${name}@people.example>`);
  const daemon = await daemonWith(
    t,
    [...people.map((each, at) => question(each, `q${at}`)), question(people[0], 'again')],
    [...people.map((each, at) => answer(each, `q${at}`)), answer(people[0], 'again')],
  );
  const { people: shown, item_count } = await nowOf(daemon);
  assert.deepEqual([shown.total, shown.rows.length, shown.more_line], [6, 3, '3 more people in Messages']);
  assert.ok(item_count <= 10);
  assert.equal(new Set(shown.rows.map(({ row }) => row.counterparty_email)).size, 3);
  assert.match(shown.overload_line ?? '', /^6 people are waiting\./);
});

test('the rail lists Now, the five modes and the inbox with their keys, and what is behind More (checklist 158)', async (t) => {
  const daemon = await daemonWith(t, [question()], [answer(), stranger()]);
  const { rail } = await daemon.ask('modes.rail');
  assert.deepEqual(
    rail.entries.map(({ id, key }) => [id, key]),
    [
      ['now', 'g h'],
      ['messages', 'g m'],
      ['todo', 'g x'],
      ['updates', 'g u'],
      ['reading', 'g r'],
      ['archive', 'g e'],
      ['inbox', 'g i'],
    ],
  );
  const [home, messages] = rail.entries;
  assert.deepEqual([home?.badge, messages?.count], [1, 2]);
  assert.ok(rail.entries.every(({ id, badge }) => badge === undefined || id === 'now'));
  assert.ok(rail.entries.every(({ id, count }) => count === undefined || (id !== 'archive' && id !== 'inbox')));
  assert.equal(rail.more.length, 9);
});

test('guides explain Now and the modes; their cards are retired and shown again in every client (checklist 162)', async (t) => {
  const daemon = await daemonWith(t, []);
  const { guides } = await daemon.ask('modes.guide');
  assert.deepEqual(
    guides.map(({ mode, card_seen }) => [mode, card_seen]),
    ['now', 'messages', 'todo', 'updates', 'reading', 'archive'].map((mode) => [mode, false]),
  );
  for (const { card_keys, keys } of guides)
    for (const each of card_keys) assert.ok(keys.some(({ key, verb }) => key === each.key && verb === each.verb));
  const seen = await daemon.ask('modes.card', { mode: 'To do' });
  assert.deepEqual(
    seen.guides.map(({ mode, card_seen, card_seen_at }) => [mode, card_seen, card_seen_at]),
    [['todo', true, '2026-03-10T08:00:00.000Z']],
  );
  assert.equal((await daemon.ask('modes.guide', { mode: 'to-dos' })).guides[0]?.card_seen, true);
  assert.equal((await daemon.ask('modes.card', { mode: 'todo', seen: false })).guides[0]?.card_seen, false);
  await assert.rejects(daemon.ask('modes.card', { mode: 'x' }), { kind: 'invalid', code: 'unknown_mode' });
});
