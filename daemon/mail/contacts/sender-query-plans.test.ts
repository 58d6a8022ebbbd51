import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestContacts, countUnread } from '../../features/people/store.ts';
import { messagesFrom } from './correspondence.ts';
import type { ReadDb, Sql } from '../../store/db.ts';
import { openTestStore } from '../mutations/test-kit/test-engine.ts';
import { messagesFromSender } from './senders.ts';
import { countsOfSubscription, countSubscriptions, subscriptionsOf } from '../subscriptions/subscriptions.ts';

/** The steps of SQLite's query plans for all queries that `run` makes, a step per line. */
function queryPlanOf(db: ReadDb, run: (db: ReadDb) => unknown): string {
  const queries: Sql[] = [];
  const recordQueries =
    <Rows>(execute: (query: Sql) => Rows) =>
    (query: Sql) => {
      queries.push(query);
      return execute(query);
    };
  run({ ...db, all: recordQueries(db.all), get: recordQueries(db.get), each: recordQueries(db.each) } as ReadDb);
  const plans = queries.map(({ text, values }) =>
    db.all<{ detail: string }>({ text: `EXPLAIN QUERY PLAN ${text}`, values }).map(({ detail }) => detail),
  );
  return plans.flat().join('\n');
}

test('contact search, messages of a sender, and subscriptions each use an index', async () => {
  const db = await openTestStore();
  const sender = { account: 1, email: 'ada@example.org' };
  const of = (ask: (db: ReadDb) => unknown) => queryPlanOf(db, ask);
  const typed = of((read) => suggestContacts(read, [1], 'ada mor', 10));
  assert.match(typed, /SEARCH contact_words USING PRIMARY KEY \(word>\? AND word<\?\)/);
  assert.match(typed, /SEARCH w USING COVERING INDEX contact_words_contact \(contact=\? AND word>\? AND word<\?\)/);
  assert.match(
    of((read) => countUnread(read, [1], 'ada@example.org')),
    /COVERING INDEX messages_unread/,
  );
  assert.match(
    of((read) => messagesFrom(read, sender)),
    /INDEX messages_sender \(from_email=\? AND account=\?\)/,
  );
  assert.match(
    of((read) => messagesFromSender(read, [1], 'ada@example.org')),
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
