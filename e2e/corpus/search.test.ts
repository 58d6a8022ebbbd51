import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openReader, storeFiles } from '../../daemon/store/open.ts';
import { testDaemon, type Reply, type TestDaemon } from '../../daemon/test-daemon.ts';
import { corpusMail, corpusMissing, isWholeCorpus } from '../corpus.ts';
import { randomQueries, type TestQuery } from './random-queries.ts';
import { scannedMail, type ScannedMail } from './scanned-mail.ts';

/** How many messages of each set are loaded, in several folders and states. */
const messagesPerSet = isWholeCorpus ? 130 : 65;
const queryCount = isWholeCorpus ? 100 : 30;

test(
  `${queryCount} queries on real mail give the same hits as reading every message`,
  { skip: corpusMissing() },
  async (t) => {
    const daemon = await testDaemon(t, {
      prepare(servers) {
        const mails = [...corpusMail().values()].flatMap((set) => set.slice(0, messagesPerSet));
        for (const [n, bytes] of mails.entries()) servers.get('ada')?.control.deliver(bytes, placementFor(n));
      },
    });
    await daemon.synced();
    const db = openReader(storeFiles(daemon.dataDir));
    t.after(() => db.close());
    const mails = scannedMail(db, daemon.dataDir);
    assert.ok(mails.length > messagesPerSet * 7, `${mails.length} messages are stored`);

    const found = { none: 0, some: 0, all: 0 };
    const asking = randomQueries({ mails, random: randomFrom(20260310), now: daemon.clock.now(), dayOf });
    for (let n = 0; n < queryCount; n++) {
      const question = asking.next().value;
      const name = `question ${n}, ${question.kind}`;
      const expected = mails.filter((mail) => question.matches(mail));
      found[expected.length === 0 ? 'none' : expected.length === mails.length ? 'all' : 'some']++;
      if (n % 2 === 0) await assertMessages(daemon, question, expected, name);
      else await assertConversations(daemon, question, expected, name);
    }
    assert.ok(found.some > queryCount / 2, JSON.stringify(found));
  },
);

function placementFor(n: number): { folder: string; flags: string[] } {
  const folders = [
    'INBOX',
    'INBOX',
    'INBOX',
    'House',
    'Sent',
    'Archive',
    'Garden club',
    'Junk',
    'INBOX',
    'Trash',
    'Drafts',
  ];
  const flags = [
    ...(n % 3 === 0 ? [] : ['\\Seen']),
    ...(n % 17 === 0 ? ['\\Flagged'] : []),
    ...(n % 13 === 0 ? ['\\Answered'] : []),
    ...(n % 19 === 0 ? ['$Forwarded'] : []),
    ...(n % 23 === 0 ? ['reply-later'] : []),
  ];
  return { folder: folders[n % folders.length]!, flags };
}

/** Each message, newest first or oldest first, with the exact number. */
async function assertMessages(daemon: TestDaemon, { query }: TestQuery, expected: ScannedMail[], name: string) {
  const isOldest = expected.length % 2 === 1;
  const sort = isOldest ? 'oldest' : 'newest';
  const ids = await allPages(daemon, { q: query, scope: 'messages', sort, limit: 600, exact: true }, (page) => {
    assert.deepEqual([page.total, page.total_is_exact], [expected.length, true], name);
    return page.groups.flatMap(({ rows }) => rows.map(({ id }) => id));
  });
  const wanted = expected.map(({ message_id }) => message_id);
  assertSame(ids, isOldest ? wanted.toReversed() : wanted, name);
  assert.equal((await daemon.ask('search.count', { q: query })).count, expected.length, name);
}

/** Each conversation once, by its newest hit, in small pages. */
async function assertConversations(daemon: TestDaemon, { query }: TestQuery, expected: ScannedMail[], name: string) {
  const seen = new Set<number>();
  const wanted = expected.filter(({ thread }) => !seen.has(thread) && seen.add(thread));
  const limit = Math.max(10, Math.ceil(wanted.length / 4));
  const ids = await allPages(daemon, { q: query, limit }, ({ groups }) =>
    groups.flatMap(({ rows }) => rows.map(({ id }) => id)),
  );
  assertSame(
    ids,
    wanted.map(({ message_id }) => message_id),
    name,
  );
}

async function allPages(
  daemon: TestDaemon,
  input: object,
  read: (page: Reply<'search.find'>) => string[],
): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await daemon.ask('search.find', {
      ...input,
      matching: 'exact',
      ...(cursor !== undefined && { cursor }),
    });
    ids.push(...read(page));
    cursor = page.next_cursor;
  }
  return ids;
}

function assertSame(ids: string[], wanted: string[], name: string): void {
  const missing = wanted.filter((id) => !ids.includes(id));
  const surplus = ids.filter((id) => !wanted.includes(id));
  assert.deepEqual({ missing, surplus }, { missing: [], surplus: [] }, name);
  assert.deepEqual(ids, wanted, `${name}: the order`);
}

const berlin = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin', dateStyle: 'short' });
const days = new Map<number, string>();

function dayOf(seconds: number): string {
  let day = days.get(seconds);
  if (day === undefined) days.set(seconds, (day = berlin.format(new Date(seconds * 1000))));
  return day;
}

/** Numbers from 0 to below 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
