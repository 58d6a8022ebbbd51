import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { allAccounts } from '../../daemon/mail/accounts/accounts.ts';
import { outgoingMessageOf } from '../../daemon/mail/drafts/outgoing-message.ts';
import { findDraft } from '../../daemon/mail/drafts/drafts.ts';
import { buildMessage } from '../../daemon/mail/mime/build/build-message.ts';
import { sql, type ReadDb } from '../../daemon/store/db.ts';
import { openReader, storeFiles } from '../../daemon/store/open.ts';
import { testDaemon, testStart } from '../../daemon/test-daemon.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { corpusMail, corpusMissing } from '../corpus.ts';

/** Why answers cannot be compared with notmuch on this machine. */
export function notmuchMissing(): string | undefined {
  const missing = corpusMissing();
  if (missing !== undefined) return missing;
  return spawnSync('notmuch', ['--version']).error ? 'skipped: notmuch is not installed' : undefined;
}

/**
 * Answers every nth message of a set, or of its beginning, to all, and reports below which message notmuch shows each
 * answer. Ids are those of Message-ID; `parent` is undefined if the answer begins a conversation.
 */
export async function repliesIn(
  t: Pick<TestContext, 'after'>,
  set: string,
  { every, most = Infinity }: { every: number; most?: number },
): Promise<{ original: string; parent: string | undefined; to: string }[]> {
  const mail = (corpusMail().get(set) ?? []).slice(0, most);
  const daemon = await testDaemon(t, {
    prepare: (servers) => mail.forEach((bytes) => servers.get('ada')?.control.deliver(bytes)),
  });
  await daemon.synced();
  const db = openReader(storeFiles(daemon.dataDir));
  t.after(() => db.close());
  const folder = testFolder();
  writeMail(join(folder, 'mail', 'originals'), mail);
  const originals = db
    .all<{ message_id: string; header_id: string }>(
      sql`SELECT message_id, header_id FROM messages WHERE header_id IS NOT NULL ORDER BY sort_key`,
    )
    .filter((_, at) => at % every === 0);
  const answers: { original: string; header_id: string; to: string; bytes: Buffer }[] = [];
  for (const [at, { message_id, header_id: original }] of originals.entries()) {
    const { session } = await daemon.ask('compose.open', { kind: 'reply_all', message_id, body: 'I agree.' });
    const header_id = `answer-${at}@example.test`;
    const bytes = await replyBytes(db, session.draftId, header_id);
    answers.push({ original, header_id, to: session.frontmatter.to, bytes });
  }
  writeMail(
    join(folder, 'mail', 'answers'),
    answers.map(({ bytes }) => bytes),
  );
  const parents = parentsIn(folder);
  return answers.map(({ original, header_id, to }) => ({ original, parent: parents.get(header_id), to }));
}

async function replyBytes(db: ReadDb, draft_id: string, header_id: string): Promise<Buffer> {
  const draft = findDraft(db, draft_id, { accounts: allAccounts(db), caller: { origin: 'script' } });
  if (!draft) throw new Error('an answer has no draft');
  return buffer(
    Readable.from(buildMessage(outgoingMessageOf(db, draft, { header_id, date: new Date(testStart) }), 'send')),
  );
}

function writeMail(folder: string, mail: readonly Buffer[]): void {
  mkdirSync(folder, { recursive: true });
  for (const [at, bytes] of mail.entries()) writeFileSync(join(folder, `${at}.eml`), bytes);
}

/** The message that notmuch takes each message for an answer to. */
function parentsIn(folder: string): Map<string, string> {
  const config = join(folder, 'notmuch-config');
  const lines = [
    '[database]',
    `path=${join(folder, 'mail')}`,
    '[user]',
    'primary_email=ada@example.test',
    '[new]',
    'tags=all',
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  const notmuch = (...words: string[]) =>
    execFileSync('notmuch', words, {
      env: { ...process.env, NOTMUCH_CONFIG: config, HOME: folder },
      maxBuffer: 1_000_000_000,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  notmuch('new', '--quiet');
  const parents = new Map<string, string>();
  const shown = JSON.parse(
    notmuch('show', '--format=json', '--entire-thread=true', '--body=false', '*'),
  ) as NotmuchNode[][];
  for (const thread of shown) for (const tree of thread) recordParents(parents, tree, undefined);
  return parents;
}

/** A message and the trees of its answers. */
type NotmuchNode = [{ id: string } | null, NotmuchNode[]];

function recordParents(
  parents: Map<string, string>,
  [message, answers]: NotmuchNode,
  parent: string | undefined,
): void {
  if (message && parent !== undefined) parents.set(message.id, parent);
  for (const answer of answers) recordParents(parents, answer, message?.id ?? parent);
}
