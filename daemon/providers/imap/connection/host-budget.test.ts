import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movableClock } from '../../../base/clock.ts';
import { waitLimitMs } from '../../../test-until.ts';
import { createHostBudget, createHostBudgets } from './host-budget.ts';
import type { AccountSlots, ConnectionSlot } from './host-budget.ts';
import type { ConnectionPurpose } from './slot-rules.ts';

const minute = 60_000;

function budgetOf(maxConnections?: number) {
  const clock = movableClock('2026-03-10T08:00:00Z');
  return { clock, budget: createHostBudget({ clock, ...(maxConnections && { maxConnections }) }) };
}

/** Requests a slot and records whether it was granted. */
function requestSlot(slots: AccountSlots, purpose: ConnectionPurpose) {
  const leaving = new AbortController();
  const request = {
    slot: undefined as ConnectionSlot | undefined,
    leave: () => leaving.abort(new Error('left')),
    failure: undefined as unknown,
  };
  slots.acquire(purpose, leaving.signal).then(
    (slot) => (request.slot = slot),
    (failure: unknown) => (request.failure = failure),
  );
  return request;
}

const inTime = () => AbortSignal.timeout(waitLimitMs);

/** Lets all queued microtasks run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A slot whose connection is idle, and is closed when others need the slot. */
async function idleSlot(slots: AccountSlots, purpose: ConnectionPurpose) {
  const slot = await slots.acquire(purpose, inTime());
  slot.markIdle(slot.release);
  return slot;
}

test('an account has one connection for each purpose', async () => {
  const { budget } = budgetOf();
  const slots = budget.addAccount();
  for (const purpose of ['sync', 'user', 'watch'] as const) assert.ok(await slots.acquire(purpose, inTime()));
  assert.equal(slots.hasFreeSlot('user'), false);
  assert.equal(budget.addAccount().hasFreeSlot('user'), true);
});

test('servers are identified by name and port, and share nothing', () => {
  const budgets = createHostBudgets(movableClock('2026-03-10T08:00:00Z'));
  const first = budgets({ host: 'Mail.example', port: 993 });
  assert.equal(first, budgets({ host: 'mail.example', port: 993 }));
  assert.notEqual(first, budgets({ host: 'imap.example', port: 993 }));
  assert.notEqual(first, budgets({ host: 'mail.example', port: 1993 }));
});

test('watches leave half of the slots, and at least two, to reading and syncing', async () => {
  for (const [most, watched] of [
    [1, 0],
    [2, 0],
    [3, 1],
    [4, 2],
    [10, 5],
  ] as const) {
    const { budget } = budgetOf(most);
    const watches = Array.from({ length: 6 }, () => requestSlot(budget.addAccount(), 'watch'));
    await settled();
    assert.equal(watches.filter(({ slot }) => slot).length, watched, `of ${most} slots`);
  }
});

test('the user comes before syncs, and an account with few connections before an account with more', async () => {
  const { budget } = budgetOf(3);
  const [rich, poor, reader] = [budget.addAccount(), budget.addAccount(), budget.addAccount()];
  const limit = inTime();
  await rich.acquire('sync', limit);
  await rich.acquire('watch', limit);
  const held = await budget.addAccount().acquire('sync', limit);
  const more = requestSlot(rich, 'sync');
  const first = requestSlot(poor, 'sync');
  const user = requestSlot(reader, 'user');
  const got = () => [user, first, more].map(({ slot }) => slot !== undefined);
  held.release();
  await settled();
  assert.deepEqual(got(), [true, false, false]);
  user.slot?.release();
  await settled();
  assert.deepEqual(got(), [true, true, false]);
});

test('an idle connection yields to the user immediately, and to the sync of another account after a delay', async () => {
  const { budget, clock } = budgetOf(1);
  const [one, two, three] = [budget.addAccount(), budget.addAccount(), budget.addAccount()];
  await idleSlot(one, 'sync');
  const sync = requestSlot(two, 'sync');
  await settled();
  assert.equal(sync.slot === undefined, true);
  clock.advance(5_000);
  await settled();
  const { slot } = sync;
  assert.ok(slot);
  slot.markIdle(slot.release);
  const user = requestSlot(three, 'user');
  await settled();
  assert.ok(user.slot);
});

test('a busy connection keeps its slot until it is idle', async () => {
  const { budget, clock } = budgetOf(1);
  const working = await idleSlot(budget.addAccount(), 'sync');
  working.markBusy();
  const user = requestSlot(budget.addAccount(), 'user');
  clock.advance(minute);
  await settled();
  assert.equal(user.slot, undefined);
  working.markIdle(() => working.release());
  await settled();
  assert.ok(user.slot);
});

test('syncs of more accounts than there are slots take turns', async () => {
  const { budget, clock } = budgetOf(2);
  const served: number[] = [];
  const syncs = Array.from({ length: 5 }, async (_, account) => {
    const slots = budget.addAccount();
    for (let round = 0; round < 3; round++) {
      const slot = await slots.acquire('sync', new AbortController().signal);
      served.push(account);
      await new Promise<void>((resolve) =>
        slot.markIdle(() => {
          slot.release();
          resolve();
        }),
      );
    }
  });
  for (let turn = 0; turn < 8; turn++) {
    await settled();
    clock.advance(5_000);
  }
  assert.deepEqual([new Set(served.slice(0, 5)).size, new Set(served.slice(5, 10)).size], [5, 5]);
  assert.equal(served.length, 15);
  void syncs;
});

test('an account with too many connections keeps what it has, and gives up its watch for its sync', async () => {
  const { budget, clock } = budgetOf();
  const slots = budget.addAccount();
  await idleSlot(slots, 'watch');
  const sync = await slots.acquire('sync', inTime());
  assert.equal(sync.rejectAndRelease(), true);
  await settled();
  assert.equal(slots.hasFreeSlot('watch'), false);
  assert.equal(slots.hasFreeSlot('sync'), true);
  await idleSlot(slots, 'sync');
  assert.equal(slots.hasFreeSlot('user'), false);
  // Another mail program of the same user may be the cause, so the limit is raised again over time.
  clock.advance(31 * minute);
  assert.deepEqual([slots.hasFreeSlot('user'), slots.hasFreeSlot('watch')], [true, false]);
  clock.advance(31 * minute);
  assert.equal(slots.hasFreeSlot('watch'), true);
});

test('an account without any connection makes the others of its host yield, but only once', async () => {
  const { budget, clock } = budgetOf();
  const [others, kept] = [budget.addAccount(), budget.addAccount()];
  await idleSlot(others, 'sync');
  await idleSlot(others, 'user');
  const first = await kept.acquire('sync', inTime());
  assert.equal(first.rejectAndRelease(), true);
  const second = requestSlot(kept, 'sync');
  clock.advance(5_000);
  await settled();
  assert.ok(second.slot);
  // A second refusal has another cause: the others yield no more.
  assert.equal(second.slot.rejectAndRelease(), false);
  assert.equal(others.hasFreeSlot('sync'), true);
});

test('a caller that no longer wants a slot is not granted one', async () => {
  const { budget } = budgetOf(1);
  const held = await budget.addAccount().acquire('sync', inTime());
  const gone = requestSlot(budget.addAccount(), 'user');
  const next = requestSlot(budget.addAccount(), 'sync');
  gone.leave();
  held.release();
  held.release();
  await settled();
  assert.deepEqual([gone.slot, (gone.failure as Error).message], [undefined, 'left']);
  assert.ok(next.slot);
  assert.equal(budget.addAccount().hasFreeSlot('user'), false);
});
