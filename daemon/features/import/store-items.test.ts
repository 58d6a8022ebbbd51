import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { movableClock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { silentLog } from '../../base/log.ts';
import type { ImportItem } from '../../mail/import/import-item.ts';
import { openMail } from '../../store/open.ts';
import { testFolder } from '../../test-folder.ts';
import { storeItems } from './store-items.ts';

const items = Array.from({ length: 7 }, (_, n): ImportItem => ({
  file: `/mail/${n}`,
  start: n,
  end: n + 1,
  fingerprint: 'as it was',
  unquote: null,
  flags: [],
  received: null,
}));

/** Stores seven messages with a worker that answers with `answer`, which may throw. */
async function startStoring(t: TestContext, answer: (numbers: number[]) => void) {
  const clock = movableClock('2026-03-10T08:00:00Z');
  const read = await openMail(join(testFolder(), 'mail.db'));
  t.after(() => read.close());
  const stopping = new AbortController();
  const troubles: (string | undefined)[] = [];
  const waits = Promise.withResolvers<void>();
  const storing = storeItems(
    {
      read,
      log: silentLog,
      clock: {
        ...clock,
        wait: (ms, signal) => {
          waits.resolve();
          return clock.wait(ms, signal);
        },
      },
      saveFolders: async () => undefined,
      async storeImportBatch({ items: piece }) {
        const numbers = piece.map(({ start }) => start);
        answer(numbers);
        return { added: numbers.length, known: 0, failed: [], addedIds: numbers };
      },
    },
    {
      account: { id: 1, account_id: 'x' },
      folder: 'Inbox',
      signal: stopping.signal,
      onTrouble: (trouble) => troubles.push(trouble),
    },
    items,
  );
  return { storing, clock, troubles, stop: () => stopping.abort(), waits: waits.promise };
}

test('a full disk is reported and waited for, and then nothing is missing', async (t) => {
  let isFull = true;
  const { storing, clock, troubles, waits } = await startStoring(t, () => {
    if (isFull) throw new Failure('full', 'disk_full', 'The disk is full.', { retryable: true });
  });
  await waits;
  assert.deepEqual(troubles, ['The disk is full.']);
  isFull = false;
  clock.advance(2_000);
  assert.deepEqual(await storing, { added: [0, 1, 2, 3, 4, 5, 6], known: 0, problems: [] });
  assert.deepEqual(troubles, ['The disk is full.', undefined]);
});

test('a message that cannot be stored is reported, and the others are stored', async (t) => {
  const { storing } = await startStoring(t, (numbers) => {
    if (numbers.includes(3)) throw new Error('no room for the third');
  });
  assert.deepEqual(await storing, {
    added: [0, 1, 2, 4, 5, 6],
    known: 0,
    problems: [
      {
        file: '/mail/3',
        reason:
          'It couldn’t be stored because of an internal error. Try again, and report the problem if it happens again.',
      },
    ],
  });
});

test('an abort ends the wait for a full disk at once', async (t) => {
  const { storing, stop, waits } = await startStoring(t, () => {
    throw new Failure('full', 'disk_full', 'The disk is full.');
  });
  await waits;
  stop();
  await assert.rejects(storing, { name: 'AbortError' });
});
