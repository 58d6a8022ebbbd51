import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openIndex } from '../../mail/index/index-file.ts';
import { compileQuery } from '../../mail/query/compile.ts';
import { parseQuery } from '../../mail/query/parse.ts';
import { sql } from '../../store/db.ts';
import { openMail, openReader } from '../../store/open.ts';
import { testFolder } from '../../test-folder.ts';
import { pageOf, type Page, type PageRequest } from './page.ts';

const messages = 2_500;
const threads = 500;

/** A store with `messages` messages spread over `threads` threads, every tenth also about owls. */
async function openStore(t: TestContext) {
  const files = { mail: join(testFolder(), 'mail.db'), index: join(testFolder(), 'index.db') };
  const mail = await openMail(files.mail);
  const index = openIndex(files.index).db;
  mail.transaction(() =>
    index.transaction(() => {
      mail.run(sql`INSERT INTO accounts (account_id, name, email, provider_kind, enabled, is_default)
        VALUES ('a', 'Ada', 'ada@example.test', 'fake', 1, 1)`);
      for (let n = 0; n < threads; n++) mail.run(sql`INSERT INTO threads (account, thread_id) VALUES (1, ${`t${n}`})`);
      for (let n = 0; n < messages; n++) {
        const text = `kestrel ${n % 10 === 0 ? 'owl' : ''}`;
        mail.run(sql`INSERT INTO messages (account, message_id, thread, sort_key, position, received_at, subject, snippet,
            from_email, recipients, reference_ids, unsubscribe, direction, size, attachment_count, stored_at)
          VALUES (1, ${`m${n}`}, ${1 + (n % threads)}, ${1000 + n}, ${1000 + n}, '', '', '', '', '{}', '[]', '"None"', 'inbound', 1, 0, '')`);
        index.run(sql`INSERT INTO fts (rowid, body) VALUES (${1000 + n}, ${text})`);
      }
    }),
  );
  index.close();
  const db = openReader(files);
  t.after(() => {
    db.close();
    mail.close();
  });
  return (query: string, request: Partial<PageRequest> = {}): Page => {
    const node = parseQuery(query);
    assert.ok(node);
    const plan = compileQuery(db, node, { accounts: [{ id: 1 }], now: new Date(), zone: 'UTC' });
    return pageOf(db, plan, { scope: 'threads', sort: 'newest', limit: 50, offset: 0, exact: false, ...request });
  };
}

test('a total is exact up to a thousand messages, a lower bound above, and exact on request', async (t) => {
  const find = await openStore(t);
  const totals = (query: string, request: Partial<PageRequest>) => {
    const { total, totalIsExact } = find(query, request);
    return [total, totalIsExact];
  };
  assert.deepEqual(totals('owl', { scope: 'messages' }), [250, true]);
  assert.deepEqual(totals('owl', {}), [50, true]);
  assert.deepEqual(totals('kestrel', { scope: 'messages' }), [1000, false]);
  assert.deepEqual(totals('kestrel', { scope: 'messages', exact: true }), [messages, true]);
  assert.deepEqual(totals('kestrel', { exact: true }), [threads, true]);
  assert.deepEqual(totals('kestrel -owl', { scope: 'messages', exact: true }), [2250, true]);
  assert.deepEqual(totals('kestrel', { scope: 'messages', sort: 'relevant', exact: true }), [messages, true]);
});

test('later pages repeat no thread, however deep its messages are', async (t) => {
  const find = await openStore(t);
  for (const sort of ['newest', 'oldest'] as const) {
    const shown: number[] = [];
    let cursor: string | undefined;
    do {
      const page = find('kestrel', { sort, limit: 60, ...(cursor && { cursor }) });
      shown.push(...page.rows.map(({ sort_key }) => sort_key));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    const keys = Array.from({ length: threads }, (_, n) => (sort === 'newest' ? 999 + messages - n : 1000 + n));
    assert.deepEqual(shown, keys);
  }
});

test('ranked results are taken from the newest two thousand hits, and the total is then a lower bound', async (t) => {
  const find = await openStore(t);
  const page = find('kestrel', { scope: 'messages', sort: 'relevant', limit: 1000, offset: 1500 });
  assert.deepEqual([page.rows.length, page.nextCursor, page.examinedHits, page.totalIsExact], [500, null, 2000, false]);
  assert.ok(page.rows.every(({ sort_key }) => sort_key >= 1000 + messages - 2000));
});

test('a page reads no more hits than it needs', async (t) => {
  const find = await openStore(t);
  assert.ok(find('kestrel', { limit: 50 }).examinedHits < 200);
  assert.ok(find('owl', { limit: 10, scope: 'messages' }).examinedHits < 50);
});

test('a query of the maximum width or depth is answered', async (t) => {
  const find = await openStore(t);
  const nested = (depth: number): string =>
    depth === 0 ? 'owl' : `(heron ${depth % 2 ? 'OR' : 'AND'} ${depth % 5 ? '' : '-'}${nested(depth - 1)})`;
  const found = (query: string) => find(query, { scope: 'messages', exact: true, sort: 'relevant' }).total;
  for (const depth of [1, 7, 8, 9, 15, 16, 17, 40]) {
    for (const more of ['', ' kestrel', ' OR is:starred'])
      assert.equal(typeof found(`${nested(depth)}${more}`), 'number', `${depth}${more}`);
  }
  const either = (depth: number): string => (depth === 0 ? 'owl' : `(heron OR (kestrel AND ${either(depth - 1)}))`);
  assert.deepEqual(
    [1, 5, 9, 20].map((depth) => found(either(depth))),
    [250, 250, 250, 250],
  );
  assert.equal(found(Array.from({ length: 200 }, (_, n) => (n % 2 ? 'owl' : '-finch')).join(' ')), 250);
  assert.equal(found(Array.from({ length: 200 }, (_, n) => (n % 2 ? `owl${n}` : 'owl')).join(' OR ')), 250);
  assert.equal(found(Array.from({ length: 200 }, (_, n) => (n % 2 ? 'is:starred' : 'owl')).join(' OR ')), 250);
});
