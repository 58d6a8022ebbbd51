import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movableClock } from '../../../base/clock.ts';
import { ceilingMs } from '../../../test-ceiling.ts';
import { hostBudget, hostBudgets } from './host-budget.ts';
import type { AccountPlaces, Place } from './host-budget.ts';
import type { Lane } from './place-rules.ts';

const minute = 60_000;

function budgetOf(most?: number) {
  const clock = movableClock('2026-03-10T08:00:00Z');
  return { clock, budget: hostBudget({ clock, ...(most && { most }) }) };
}

/** Asks for a place and remembers whether it was given. */
function asked(places: AccountPlaces, lane: Lane) {
  const leaving = new AbortController();
  const request = {
    place: undefined as Place | undefined,
    leave: () => leaving.abort(new Error('left')),
    failure: undefined as unknown,
  };
  places.take(lane, leaving.signal).then(
    (place) => (request.place = place),
    (failure: unknown) => (request.failure = failure),
  );
  return request;
}

const inTime = () => AbortSignal.timeout(ceilingMs);

/** Lets everything happen that only waits for its turn. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A place whose connection does nothing, and is closed when others need it. */
async function resting(places: AccountPlaces, lane: Lane) {
  const place = await places.take(lane, inTime());
  place.rest(place.release);
  return place;
}

test('an account has one connection for each purpose', async () => {
  const { budget } = budgetOf();
  const places = budget.join();
  for (const lane of ['sync', 'user', 'watch'] as const) assert.ok(await places.take(lane, inTime()));
  assert.equal(places.hasRoom('user'), false);
  assert.equal(budget.join().hasRoom('user'), true);
});

test('servers are told apart by name and port, and share nothing', () => {
  const budgets = hostBudgets(movableClock('2026-03-10T08:00:00Z'));
  const first = budgets({ host: 'Mail.example', port: 993 });
  assert.equal(first, budgets({ host: 'mail.example', port: 993 }));
  assert.notEqual(first, budgets({ host: 'imap.example', port: 993 }));
  assert.notEqual(first, budgets({ host: 'mail.example', port: 1993 }));
});

test('watches leave half of the places, and two at least, to reading and syncing', async () => {
  for (const [most, watched] of [
    [1, 0],
    [2, 0],
    [3, 1],
    [4, 2],
    [10, 5],
  ] as const) {
    const { budget } = budgetOf(most);
    const watches = Array.from({ length: 6 }, () => asked(budget.join(), 'watch'));
    await settled();
    assert.equal(watches.filter(({ place }) => place).length, watched, `of ${most} places`);
  }
});

test('the user comes before syncs, and a sync of an account that has little before one that has more', async () => {
  const { budget } = budgetOf(3);
  const [rich, poor, reader] = [budget.join(), budget.join(), budget.join()];
  const limit = inTime();
  await rich.take('sync', limit);
  await rich.take('watch', limit);
  const held = await budget.join().take('sync', limit);
  const more = asked(rich, 'sync');
  const first = asked(poor, 'sync');
  const user = asked(reader, 'user');
  const got = () => [user, first, more].map(({ place }) => place !== undefined);
  held.release();
  await settled();
  assert.deepEqual(got(), [true, false, false]);
  user.place?.release();
  await settled();
  assert.deepEqual(got(), [true, true, false]);
});

test('a line at rest gives way to the user at once, and to the sync of another account after a moment', async () => {
  const { budget, clock } = budgetOf(1);
  const [one, two, three] = [budget.join(), budget.join(), budget.join()];
  await resting(one, 'sync');
  const sync = asked(two, 'sync');
  await settled();
  assert.equal(sync.place === undefined, true);
  clock.advance(5_000);
  await settled();
  const { place } = sync;
  assert.ok(place);
  place.rest(place.release);
  const user = asked(three, 'user');
  await settled();
  assert.ok(user.place);
});

test('a line at work is left alone until it rests', async () => {
  const { budget, clock } = budgetOf(1);
  const working = await resting(budget.join(), 'sync');
  working.work();
  const user = asked(budget.join(), 'user');
  clock.advance(minute);
  await settled();
  assert.equal(user.place, undefined);
  working.rest(() => working.release());
  await settled();
  assert.ok(user.place);
});

test('syncs of more accounts than there are places take turns', async () => {
  const { budget, clock } = budgetOf(2);
  const served: number[] = [];
  const syncs = Array.from({ length: 5 }, async (_, account) => {
    const places = budget.join();
    for (let round = 0; round < 3; round++) {
      const place = await places.take('sync', new AbortController().signal);
      served.push(account);
      await new Promise<void>((resolve) =>
        place.rest(() => {
          place.release();
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

test('an account told that it has too many makes do with what it has, and gives up its watch for its sync', async () => {
  const { budget, clock } = budgetOf();
  const places = budget.join();
  await resting(places, 'watch');
  const sync = await places.take('sync', inTime());
  assert.equal(sync.refuse(), true);
  await settled();
  assert.equal(places.hasRoom('watch'), false);
  assert.equal(places.hasRoom('sync'), true);
  await resting(places, 'sync');
  assert.equal(places.hasRoom('user'), false);
  // It may have been another mail program of the same user, so more is tried again by and by.
  clock.advance(31 * minute);
  assert.deepEqual([places.hasRoom('user'), places.hasRoom('watch')], [true, false]);
  clock.advance(31 * minute);
  assert.equal(places.hasRoom('watch'), true);
});

test('an account that is let in nowhere makes the others of its host give way, but only once', async () => {
  const { budget, clock } = budgetOf();
  const [others, kept] = [budget.join(), budget.join()];
  await resting(others, 'sync');
  await resting(others, 'user');
  const first = await kept.take('sync', inTime());
  assert.equal(first.refuse(), true);
  const second = asked(kept, 'sync');
  clock.advance(5_000);
  await settled();
  assert.ok(second.place);
  // Kept out again, it is so by somebody else: the others lose no more.
  assert.equal(second.place.refuse(), false);
  assert.equal(others.hasRoom('sync'), true);
});

test('who no longer wants a place is not given one', async () => {
  const { budget } = budgetOf(1);
  const held = await budget.join().take('sync', inTime());
  const gone = asked(budget.join(), 'user');
  const next = asked(budget.join(), 'sync');
  gone.leave();
  held.release();
  held.release();
  await settled();
  assert.deepEqual([gone.place, (gone.failure as Error).message], [undefined, 'left']);
  assert.ok(next.place);
  assert.equal(budget.join().hasRoom('user'), false);
});
