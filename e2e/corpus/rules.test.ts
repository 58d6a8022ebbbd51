import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Condition } from '../../daemon/contract/rule.ts';
import { randomFrom } from '../../daemon/demo/random.ts';
import { readCondition } from '../../daemon/features/rules/condition-text.ts';
import { compileQuery } from '../../daemon/mail/query/compile.ts';
import { parseQuery } from '../../daemon/mail/query/parse.ts';
import { findHits } from '../../daemon/mail/query/run.ts';
import { matchRules } from '../../daemon/mail/rules/match-rules.ts';
import { sql, type ReadDb } from '../../daemon/store/db.ts';
import { openReader, storeFiles } from '../../daemon/store/open.ts';
import { testDaemon } from '../../daemon/test-daemon.ts';
import { corpusMail, corpusMissing, isWholeCorpus } from '../corpus.ts';
import { holds, randomCondition } from './random-rules.ts';
import { scannedMail } from './scanned-mail.ts';

const messagesPerSet = isWholeCorpus ? 130 : 40;
const ruleCount = 60;
const seed = 20_261_126;
const folders = ['INBOX', 'INBOX', 'House', 'Sent', 'Archive', 'Junk', 'INBOX', 'Trash', 'Drafts'];

/** Searches that are rules too, without words. */
const filters = [
  'is:unread',
  'is:read is:starred',
  'has:attachment',
  'has:link',
  'has:link-heavy',
  'has:link-none -is:inbox',
  'label:House OR is:spam',
  'is:archived',
  'is:sent OR is:draft OR is:trash',
  'larger:5k smaller:20k',
  'size:>=3000b',
  'after:2001-06-01 before:2015-01-01',
  '-(date:2002-08-22 OR label:archive)',
];

test(
  `${ruleCount} rules on real mail match as their definition says, and as search does (seed ${seed})`,
  { skip: corpusMissing() },
  async (t) => {
    const daemon = await testDaemon(t, {
      prepare(servers) {
        const mails = [...corpusMail().values()].flatMap((set) => set.slice(0, messagesPerSet));
        for (const [n, bytes] of mails.entries()) {
          const flags = [...(n % 3 === 0 ? [] : ['\\Seen']), ...(n % 7 === 0 ? ['\\Flagged'] : [])];
          servers.get('ada')?.control.deliver(bytes, { folder: folders[n % folders.length]!, flags });
        }
      },
    });
    await daemon.synced();
    const db = openReader(storeFiles(daemon.dataDir));
    t.after(() => db.close());
    const mails = scannedMail(db, daemon.dataDir);
    const random = randomFrom(seed);
    const conditions = Array.from({ length: ruleCount }, () => randomCondition(random, mails, 2));
    const searches = filters.map((filter) => readCondition(filter, { now: daemon.clock.now(), zone: 'Europe/Berlin' }));
    const matched = matchAll(db, join(daemon.dataDir, 'blobs'), [...conditions, ...searches]);

    let some = 0;
    for (const [n, condition] of conditions.entries()) {
      const expected = mails.filter((mail) => holds(condition, mail)).map(({ message_id }) => message_id);
      // The mail is real, so that only the number of the rule is named.
      assert.deepEqual(matched[n]?.toSorted().join(), expected.toSorted().join(), `rule ${n}`);
      if (expected.length > 0 && expected.length < mails.length) some++;
    }
    assert.ok(some > ruleCount / 2, `${some} rules match a part of the mail`);
    for (const [n, filter] of filters.entries())
      assert.deepEqual(matched[ruleCount + n]?.toSorted(), found(db, filter, daemon.clock.now()), filter);
  },
);

/** The messages that match each condition, by public id. */
function matchAll(db: ReadDb, blobs: string, conditions: readonly Condition[]): string[][] {
  const messages = db.all<{ id: number; message_id: string }>(sql`SELECT id, message_id FROM messages`);
  const ids = new Map(messages.map(({ id, message_id }) => [id, message_id]));
  const rules = conditions.map((each, id) => ({ id, conditions: each, accounts: [1] }));
  const matches = matchRules({ db, blobs }, { messages: [...ids.keys()], rules });
  assert.deepEqual(
    matches.flatMap(({ failed }) => failed),
    [],
  );
  return rules.map(({ id }) =>
    matches.filter((each) => each.rules.includes(id)).map(({ message }) => ids.get(message) ?? ''),
  );
}

function found(db: ReadDb, search: string, now: Date): string[] {
  const query = parseQuery(search);
  assert.ok(query);
  const plan = compileQuery(db, query, { accounts: [{ id: 1 }], now, zone: 'Europe/Berlin' });
  const hits = findHits(db, plan, { order: 'newest', limit: 100_000 }).map(({ id }) => id);
  return db
    .all<{ message_id: string }>(
      sql`SELECT message_id FROM messages WHERE id IN (SELECT value FROM json_each(${JSON.stringify(hits)})) ORDER BY message_id`,
    )
    .map(({ message_id }) => message_id);
}
