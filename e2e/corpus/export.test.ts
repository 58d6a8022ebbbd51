import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { readSource } from '../../daemon/mail/sources/source.ts';
import { sql } from '../../daemon/store/db.ts';
import { openReader, storeFiles } from '../../daemon/store/open.ts';
import { testDaemon, type TestDaemon } from '../../daemon/test-daemon.ts';
import { corpusFile, corpusMissing, isWholeCorpus } from '../corpus.ts';
import { hashOf } from '../peers/support/second-client.ts';

const skip = corpusMissing() ?? false;

const set = isWholeCorpus ? 'mail-dev' : 'mail-dev/spamassassin-hard-ham';

test(
  'an mbox of all mail, imported into another store, gives the same store: ids, flags and every byte',
  { skip },
  async (t) => {
    const first = await testDaemon(t, { accounts: [] });
    await ended(first, await first.ask('import.start', { path: corpusFile(set) }, { origin: 'cli' }));
    await first.whenIndexed();
    await first.ask('mutations.star', { query: 'has:attachment', starred: true });
    await first.ask('mutations.read', { query: 'larger:20k', read: false });
    const started = await first.ask('exports.start', { query: 'in:anywhere', format: 'Mbox' });
    await ended(first, started);
    const second = await testDaemon(t, { accounts: [] });
    const path = join(first.dataDir, 'downloads', started.file);
    await ended(second, await second.ask('import.start', { path }, { origin: 'cli' }));
    const [before, after] = [storedIn(t, first), storedIn(t, second)];
    assert.ok(before.length > 100);
    assert.equal(after.length, before.length);
    const changed = before.filter((facts, at) => facts !== after[at]);
    assert.equal(changed.length, 0);
  },
);

async function ended(daemon: TestDaemon, { job_id }: { job_id: string }): Promise<void> {
  for (let count = 1; ; count++) {
    const { operation_id } = await daemon.events.until('OperationCompleted', count);
    if (operation_id === job_id) return;
  }
}

/** The id, flags and hash of the bytes of every message: the mail is real, and must not be printed. */
function storedIn(t: TestContext, daemon: TestDaemon): string[] {
  const files = storeFiles(daemon.dataDir);
  const db = openReader(files);
  t.after(() => db.close());
  const rows = db.all<{ id: number; message_id: string; marks: number; keywords: string }>(
    sql`SELECT id, message_id, flags & 131 AS marks, keywords FROM messages ORDER BY message_id`,
  );
  return rows.map(({ id, message_id, marks, keywords }) => {
    const source = readSource(db, files.blobs, id) ?? Buffer.alloc(0);
    return [message_id, marks, keywords, source.length, hashOf(source)].join(' ');
  });
}
