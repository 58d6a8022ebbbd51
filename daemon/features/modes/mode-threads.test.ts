import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { bob, ada, mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';
import type { Mode } from '../../mail/modes/modes.ts';

const personal = (at: number) =>
  mail({
    from: `Cleo ${at} <cleo${at}@people.example>`,
    subject: `Lunch ${at}`,
    text: 'Hi Ada,\n\nlet me know.\n\nThanks\nCleo',
    id: `l${at}@people.example`,
    minutesAgo: 60 + at,
  });
const receipt = (shop: string, at: number) =>
  mail({
    from: `${shop} <noreply@${shop.toLowerCase()}.example>`,
    subject: `Your order ${at}`,
    text: 'Your order has shipped.',
    id: `o${at}@${shop.toLowerCase()}.example`,
    minutesAgo: at,
  });

describe('the list of a mode', () => {
  let daemon: TestDaemon;
  const ends: (() => unknown)[] = [];
  before(async () => {
    daemon = await testDaemon(
      { after: (end: () => unknown) => void ends.push(end) },
      {
        accounts: [ada, bob],
        prepare(providers) {
          const mails = [receipt('Bakery', 1), receipt('Shop', 2), receipt('Bakery', 3), ...[4, 5, 6].map(personal)];
          for (const each of mails) providers.get('ada')!.control.deliver(each);
          providers.get('bob')!.control.deliver(receipt('Florist', 7));
        },
      },
    );
    await daemon.synced();
  });
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });

  const list = (mode: Mode, more: { cursor?: string; limit?: number; account?: string } = {}) =>
    daemon.ask('modes.threads', { mode, ...more });
  const subjects = ({ groups }: Awaited<ReturnType<typeof list>>) =>
    groups.map(({ label, rows }) => [label, ...rows.map(({ subject }) => subject)]);

  test('has the conversations that the mode holds, and no others', async () => {
    assert.deepEqual(subjects(await list('messages')), [['Today', 'Lunch 4', 'Lunch 5', 'Lunch 6']]);
    assert.deepEqual((await list('reading')).groups, []);
  });

  test('groups updates by sender and account, the newest first', async () => {
    const updates = await list('updates');
    assert.deepEqual(subjects(updates), [
      ['Bakery', 'Your order 1', 'Your order 3'],
      ['Shop', 'Your order 2'],
      ['Florist', 'Your order 7'],
    ]);
    assert.equal(updates.groups[0]?.sender?.sender_email, 'noreply@bakery.example');
    assert.equal(updates.next_cursor, null);
  });

  test('continues at its cursor, without gaps or repeats', async () => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list('messages', { limit: 1, ...(cursor !== undefined && { cursor }) });
      found.push(...page.groups.flatMap(({ rows }) => rows.map(({ subject }) => subject)));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual(found, ['Lunch 4', 'Lunch 5', 'Lunch 6']);
    await assert.rejects(list('messages', { cursor: 'x' }), { code: 'bad_cursor' });
  });

  test('can be that of one account', async () => {
    const accounts = (await daemon.ask('accounts.list')).accounts;
    const own = accounts.find(({ name }) => name === 'Bob')!.account_id;
    assert.deepEqual(subjects(await list('updates', { account: own })), [['Florist', 'Your order 7']]);
  });

  test('has a record only after it was archived', async () => {
    const [row] = (await list('updates')).groups.flatMap(({ rows }) => rows);
    assert.deepEqual((await list('archive')).groups, []);
    const { result } = await daemon.ask('mutations.archive', { thread_ids: [row!.thread_id] });
    assert.deepEqual(subjects(await list('archive')), [['Today', 'Your order 1']]);
    await daemon.ask('mutations.undo', { mutation_id: result.mutation_id! });
    assert.deepEqual((await list('archive')).groups, []);
  });
});
