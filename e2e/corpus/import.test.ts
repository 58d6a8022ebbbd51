import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testDaemon } from '../../daemon/test-daemon.ts';
import { readSource } from '../../daemon/mail/sources/source.ts';
import { sql } from '../../daemon/store/db.ts';
import { openReader, storeFiles } from '../../daemon/store/open.ts';
import { corpusFile, corpusMissing, isWholeCorpus } from '../corpus.ts';
import { hashOf } from '../peers/support/second-client.ts';

const skip = corpusMissing() ?? false;

/** Every file of these folders is one message, some of them twice; other files there are not mail. */
const sets = isWholeCorpus
  ? ['mime/notmuch-corpora', 'mail-dev']
  : ['mime/notmuch-corpora', 'mail-dev/enron-skilling', 'mail-dev/spamassassin-hard-ham'];

for (const set of sets) {
  test(`every message of ${set} is imported unchanged, and a second import adds nothing`, { skip }, async (t) => {
    const daemon = await testDaemon(t, { accounts: [] });
    const first = await imported(daemon, corpusFile(set));
    assert.deepEqual([first.status, first.problems], ['succeeded', []]);
    const again = await imported(daemon, corpusFile(set));
    assert.deepEqual([again.added, again.known], [0, first.added + first.known]);

    const files = storeFiles(daemon.dataDir);
    const db = openReader(files);
    t.after(() => db.close());
    const ids = db.all<{ id: number }>(sql`SELECT id FROM messages`);
    assert.equal(ids.length, first.added);
    const onDisk = new Set(filesUnder(corpusFile(set)).map((file) => essenceOf(readFileSync(file))));
    const changed = ids.filter(({ id }) => !onDisk.has(essenceOf(readSource(db, files.blobs, id) ?? Buffer.alloc(0))));
    assert.deepEqual(changed, []);
  });
}

type Daemon = Awaited<ReturnType<typeof testDaemon>>;

async function imported(daemon: Daemon, path: string) {
  const before = daemon.events.all('OperationCompleted').length;
  const { job_id } = await daemon.ask('import.start', { path }, { origin: 'cli' });
  await daemon.events.until('OperationCompleted', before + 1);
  return daemon.ask('import.get', { job_id }, { origin: 'cli' });
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}

/** A message without its mbox framing: the line before it, the blank line after it, and quoted lines. */
function essenceOf(bytes: Buffer): string {
  const text = bytes.toString('latin1').replace(/^From .*\r?\n/, '');
  return hashOf(Buffer.from(text.trimEnd().replaceAll(/^>+From /gm, 'From '), 'latin1'));
}
