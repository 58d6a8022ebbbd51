import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactsTyped, countUnread, lettersFrom } from '../features/people/store.ts';
import type { ReadDb, Sql } from '../store/db.ts';
import { openTestStore } from './mutations/test-engine.ts';
import { mailFrom } from './senders.ts';
import { countsOfSubscription, countSubscriptions, subscriptionsOf } from './subscriptions.ts';

/** The steps SQLite takes for all that is asked, one line each. */
function stepsOf(db: ReadDb, ask: (db: ReadDb) => unknown): string {
  const asked: Sql[] = [];
  const noting =
    <Rows>(answer: (query: Sql) => Rows) =>
    (query: Sql) => {
      asked.push(query);
      return answer(query);
    };
  ask({ ...db, all: noting(db.all), get: noting(db.get), each: noting(db.each) } as ReadDb);
  const plans = asked.map(({ text, values }) =>
    db.all<{ detail: string }>({ text: `EXPLAIN QUERY PLAN ${text}`, values }).map(({ detail }) => detail),
  );
  return plans.flat().join('\n');
}

test('whom one means, what a sender has sent, and subscriptions are found by an index each', async () => {
  const db = await openTestStore();
  const sender = { account: 1, email: 'ada@example.org' };
  const of = (ask: (db: ReadDb) => unknown) => stepsOf(db, ask);
  const typed = of((read) => contactsTyped(read, [1], 'ada mor', 10));
  assert.match(typed, /SEARCH contact_words USING PRIMARY KEY \(word>\? AND word<\?\)/);
  assert.match(typed, /SEARCH w USING COVERING INDEX contact_words_contact \(contact=\? AND word>\? AND word<\?\)/);
  assert.match(
    of((read) => countUnread(read, [1], 'ada@example.org')),
    /COVERING INDEX messages_unread/,
  );
  assert.match(
    of((read) => lettersFrom(read, sender)),
    /INDEX messages_sender \(from_email=\? AND account=\?\)/,
  );
  assert.match(
    of((read) => mailFrom(read, [1], 'ada@example.org')),
    /INDEX messages_sender/,
  );
  assert.match(
    of((read) => countsOfSubscription(read, sender)),
    /INDEX messages_leavable/,
  );
  assert.match(
    of((read) => subscriptionsOf(read, [{ id: 1 }], { limit: 10 })),
    /INDEX messages_leavable/,
  );
  assert.match(
    of((read) => countSubscriptions(read, [{ id: 1 }])),
    /COVERING INDEX contacts_mailings/,
  );
  db.close();
});
