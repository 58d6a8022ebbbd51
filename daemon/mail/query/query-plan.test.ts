import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { sql, type ReadDb, type Sql } from '../../store/db.ts';
import { openMail, openReader } from '../../store/open.ts';
import { testFolder } from '../../test-folder.ts';
import { openIndex } from '../index/index-file.ts';
import { compileQuery } from './compile.ts';
import { parseQuery } from './parse.ts';
import { findHits, type Order } from './run.ts';

/**
 * A store with a label of 60 messages, another of 60,000, and a message with an invitation; returns the plan of SQLite
 * for a page of `query`.
 */
async function queryPlanner(t: TestContext) {
  const files = { mail: join(testFolder(), 'mail.db'), index: join(testFolder(), 'index.db') };
  const mail = await openMail(files.mail);
  openIndex(files.index).db.close();
  mail.run(sql`INSERT INTO accounts (account_id, name, email, provider_kind, enabled, is_default)
    VALUES ('a', 'Ada', 'ada@example.test', 'fake', 1, 1)`);
  for (const [name, count] of [
    ['travel', 60],
    ['work', 60_000],
  ] as const) {
    mail.run(sql`INSERT INTO labels (account, label_id, provider_id, name, kind, total_count)
      VALUES (1, ${name}, ${name}, ${name}, 'user', ${count})`);
  }
  const db = openReader(files);
  t.after(() => {
    db.close();
    mail.close();
  });
  return (query: string, order: Order = 'newest') => {
    const statements: Sql[] = [];
    const recordingDb: ReadDb = { ...db, all: (statement) => (statements.push(statement), db.all(statement)) };
    const node = parseQuery(query);
    assert.ok(node);
    const plan = compileQuery(db, node, { accounts: [{ id: 1 }], now: new Date(), zone: 'UTC' });
    findHits(recordingDb, plan, { order, limit: 50, after: 1_700_000_000 });
    const { text, values } = statements.at(-1)!;
    return db.all<{ detail: string }>({ text: `EXPLAIN QUERY PLAN ${text}`, values }).map(({ detail }) => detail);
  };
}

test('a page in date order needs no sorting, for any query', async (t) => {
  const planned = await queryPlanner(t);
  const queries = [
    'spring',
    '"two covers" -summer',
    'spring OR summer',
    'from:alice is:unread',
    'spring after:2026-01-01 before:2026-02-01',
    'label:work spring',
    '-spring',
    'is:unread',
    'label:work',
    'has:attachment',
    'spring OR is:starred',
    'is:owed-reply',
  ];
  for (const query of queries) {
    for (const order of ['newest', 'oldest'] as const) {
      const steps = planned(query, order);
      assert.ok(!steps.some((step) => step.includes('TEMP B-TREE')), `${query}: ${steps.join('; ')}`);
    }
  }
});

test('the index is scanned by text and by date, in either direction', async (t) => {
  const planned = await queryPlanner(t);
  assert.match(planned('spring')[0]!, /^SCAN idx.fts VIRTUAL TABLE INDEX \d+:M\d+><$/);
  assert.match(planned('spring')[1]!, /^SEARCH m USING .*\(sort_key=\?\)/);
  assert.match(planned('is:unread')[0]!, /^SEARCH m USING .*\(sort_key>\? AND sort_key<\?\)/);
});

test('a filter with few messages drives the query, a filter with many does not', async (t) => {
  const planned = await queryPlanner(t);
  const driven = planned('spring label:travel');
  assert.match(driven[0]!, /^SEARCH m USING INTEGER PRIMARY KEY \(rowid=\?\)/);
  assert.ok(
    driven.some((step) => /^SCAN idx.fts VIRTUAL TABLE INDEX \d+:=M\d+$/.test(step)),
    driven.join('; '),
  );
  assert.match(planned('spring label:work')[0]!, /^SCAN idx.fts/);
  assert.match(planned('spring has:calendar')[0]!, /^SEARCH m USING INTEGER PRIMARY KEY/);
  assert.match(planned('rfc822msgid:a@b')[0]!, /^SEARCH m USING INTEGER PRIMARY KEY/);
});

test('a scan past messages that do not match reads an index and no messages', async (t) => {
  const planned = await queryPlanner(t);
  for (const query of ['has:attachment size:>1k', 'is:unread', 'has:calendar'])
    assert.match(planned(query)[0]!, /^SEARCH m USING COVERING INDEX messages_walk/, query);
});
