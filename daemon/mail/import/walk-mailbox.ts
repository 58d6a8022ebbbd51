import { lstat } from 'node:fs/promises';
import { Failure } from '../../base/failure.ts';
import type { WalkEntry, ImportPosition } from './walk-entry.ts';
import { maxMessageBytes, fingerprintOf } from './import-item.ts';
import { tooLargeReason, whyUnreadable } from './load-item.ts';
import { mboxMessages } from './mbox.ts';

type MailboxFile = { file: string; folder: string; isGzipped: boolean };
type MailboxWalk = {
  position: ImportPosition;
  mailboxPosition: ImportPosition['mailbox'];
  unpack: (file: string) => Promise<string>;
  units: { before: number; after: number };
};

/** The maximum number of times a mailbox file is read again because a program changed it meanwhile. */
const maxAttempts = 3;

/** The messages of a mailbox file, from the position of an earlier walk if the file has not changed since. */
export async function* walkMailbox(mailbox: MailboxFile, walk: MailboxWalk): AsyncGenerator<WalkEntry> {
  const { file } = mailbox;
  const state = { position: walk.position, units: walk.units.after, file };
  try {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const fingerprint = fingerprintOf(await lstat(file));
      const canResume = attempt === 0 && walk.mailboxPosition?.fingerprint === fingerprint;
      const isReread = attempt > 0 || (walk.mailboxPosition !== undefined && !canResume);
      const mailboxPosition = {
        offset: canResume && walk.mailboxPosition ? walk.mailboxPosition.offset : 0,
        fingerprint,
      };
      // No unit is done yet: a walk that is interrupted here must resume with this file.
      yield {
        ...state,
        kind: 'mailbox',
        isReread,
        position: { ...walk.position, mailbox: mailboxPosition },
        units: walk.units.before,
      };
      yield* readMailbox(mailbox, walk, mailboxPosition);
      if (fingerprintOf(await lstat(file)) === fingerprint) return;
    }
    yield { ...state, kind: 'trouble', reason: 'It kept changing while it was read. Close the program that uses it.' };
  } catch (failed) {
    yield { ...state, kind: 'trouble', reason: failed instanceof Failure ? failed.message : whyUnreadable(failed) };
  }
}

async function* readMailbox(
  { file, folder, isGzipped }: MailboxFile,
  { position, units: { before, after }, unpack }: MailboxWalk,
  { fingerprint, offset: startOffset }: { fingerprint: string; offset: number },
): AsyncGenerator<WalkEntry> {
  const source = isGzipped ? await unpack(file) : file;
  const { size: fileSize, ...stats } = await lstat(source);
  const sourceFingerprint = fingerprintOf({ size: fileSize, mtimeMs: stats.mtimeMs });
  for await (const { start, end, status, received } of mboxMessages(source, startOffset)) {
    const units = before + ((after - before) * (end - startOffset)) / (fileSize - startOffset);
    const state = { position: { ...position, mailbox: { offset: end, fingerprint } }, units };
    const item = {
      file: source,
      start,
      end,
      fingerprint: sourceFingerprint,
      unquote: 'mboxrd' as const,
      flags: status.flags,
      received,
    };
    if (status.isExpunged) yield { ...state, kind: 'other' };
    else if (end - start > maxMessageBytes) yield { ...state, kind: 'trouble', file, reason: tooLargeReason };
    else yield { ...state, kind: 'message', folder, item, size: end - start };
  }
}
