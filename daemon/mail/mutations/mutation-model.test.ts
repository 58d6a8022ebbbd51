import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { WriteDb } from '../../store/db.ts';
import { runCount } from '../../test-run-count.ts';
import { serverResponse, testRequest, initialMailbox } from './test-kit/test-requests.ts';
import { openTestStore } from './test-kit/test-engine.ts';
import { modelRun, type TestAction, type TestEvent } from './test-kit/test-model-run.ts';

/** Change it to try other runs; a failure prints its seed. */
const seed = 20_260_310;

const testAction: fc.Arbitrary<TestAction> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      event: fc.constant('ask' as const),
      ask: testRequest,
      of: fc.subarray([0, 1, 2], { minLength: 1 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ event: fc.constant('undo' as const), back: fc.nat({ max: 3 }) }) },
);
const serverResponses = fc.array(serverResponse, { maxLength: 3 });
const concurrentActions = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: testAction },
    { weight: 1, arbitrary: fc.constant({ event: 'sync' as const, hasPush: false }) },
  ),
  { maxLength: 3 },
);
const batch = fc.nat({ max: 5 });
const testEvent: fc.Arbitrary<TestEvent> = fc.oneof(
  { weight: 7, arbitrary: testAction },
  {
    weight: 3,
    arbitrary: fc.record({
      event: fc.constant('push' as const),
      responses: serverResponses,
      beforeReceipt: concurrentActions,
      beforeReply: concurrentActions,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      event: fc.constant('overlap' as const),
      responses: serverResponses,
      pushAfter: batch,
      receiptAfter: batch,
      replyAfter: batch,
      acts: fc.array(testAction, { maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ event: fc.constant('sync' as const), hasPush: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ event: 'restart' as const }) },
);
let db: WriteDb;
let runs = 0;
before(async () => (db = await openTestStore()));
after(() => db.close());

test('whatever the servers reply and whenever the daemon is killed, mail is displayed and ends up as requested', async () => {
  await fc.assert(
    fc.asyncProperty(initialMailbox, fc.array(testEvent, { maxLength: 12 }), async (mails, events) => {
      const run = await modelRun(db, { number: runs++, mails });
      for (const each of events) {
        await run.perform(each);
        run.assertDisplayedAsRequested();
      }
      await run.finish();
    }),
    { numRuns: runCount(400), seed },
  );
});
