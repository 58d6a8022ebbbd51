import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sql } from '../../daemon/store/db.ts';
import { openReader, storeFiles } from '../../daemon/store/open.ts';
import { ada, testDaemon } from '../../daemon/test-daemon.ts';
import { corpusFile, corpusMail, corpusMissing } from '../corpus.ts';

type Expected = { threads: { id: string; parent: string | null }[][] };

/** The sets with expected threads: those of notmuch, and an independent union of the referenced ids. */
const sets = ['list-btrfs', 'list-openbmc', 'list-usrp-users', 'spamassassin-easy-ham'];

/**
 * Threads by index whose messages have nothing in common but a person: `Message from Ann <ann@example.org> of … <id>` in
 * In-Reply-To. The expected result takes the person for a message; Posthorn keeps them apart.
 */
const joinedByPerson: Record<string, readonly number[]> = { 'spamassassin-easy-ham': [2] };

for (const set of sets) {
  test(`the conversations of ${set} match the independent result`, { skip: corpusMissing() }, async (t) => {
    const { threads } = JSON.parse(readFileSync(corpusFile(`mail-dev/${set}/_threads.json`), 'utf8')) as Expected;
    const daemon = await testDaemon(t, {
      accounts: [ada],
      prepare(servers) {
        for (const message of corpusMail().get(set) ?? []) servers.get('ada')?.control.deliver(message);
      },
    });
    await daemon.synced();
    const expected = threads.flatMap((members, index) => {
      const ids = members.map(({ id }) => id);
      return joinedByPerson[set]?.includes(index) ? ids.map((id) => [id]) : [ids];
    });
    assert.deepEqual(partition(storedThreads(daemon.dataDir)), partition(expected));
  });
}

function storedThreads(dataDir: string): string[][] {
  const db = openReader(storeFiles(dataDir));
  const rows = db.all<{ thread: number; header_id: string | null }>(sql`SELECT thread, header_id FROM messages`);
  db.close();
  const threads = Map.groupBy(rows, ({ thread }) => thread);
  return [...threads.values()].map((members) => members.flatMap(({ header_id }) => header_id ?? []));
}

/** Groups in a canonical order, without groups of one message. */
function partition(groups: readonly (readonly string[])[]): string[] {
  return groups
    .filter((group) => group.length > 0)
    .map((group) => group.toSorted().join(' '))
    .toSorted();
}
