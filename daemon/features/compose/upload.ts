import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { DraftFile, DraftSight } from '../../mail/drafts.ts';
import { keepFile, keptBytes, removeKept } from '../../mail/kept-files.ts';
import { attachmentName } from '../../mail/writing/file-name.ts';
import { addDraftFile } from '../../mail/writing/files.ts';
import type { WriteDb } from '../../store/db.ts';
import { fileType } from './file-type.ts';
import { newCid } from './opening.ts';
import { writingNamed } from './session.ts';

/** Bytes. Few servers take more, and what is more is better left somewhere and named. */
const largestFile = 150 * 1024 * 1024;
const largestDecoded = 10 * 1024 * 1024;

export type FileWish = {
  draft_path: string;
  call: DraftSight;
  filename: string;
  type?: string | undefined;
  inline: boolean;
  content: AsyncIterable<Uint8Array>;
};

/**
 * Takes a file in for a session, all of it or nothing. Nothing lists it yet. Throws Failure `session_not_found`,
 * `session_ended`, `file_too_large`, and what its content throws.
 */
export async function takeFile({ db, clock }: { db: WriteDb; clock: Clock }, wish: FileWish): Promise<DraftFile> {
  const { draft_path, call, filename, inline, content } = wish;
  writingNamed(db, draft_path, call);
  const kept = await keepFile({ db, clock }, content, { limit: largestFile, tooLarge });
  try {
    const { value: beginning = new Uint8Array() } = await keptBytes(db, kept.id).next();
    const name = attachmentName(filename);
    const file = {
      name,
      mime_type: fileType(name, wish.type, beginning),
      size: kept.size,
      content: kept.id,
      cid: inline ? newCid() : null,
    };
    // The session may have ended while the bytes came.
    return db.transaction(() => addDraftFile({ db, clock }, writingNamed(db, draft_path, call).draft.id, file));
  } catch (failed) {
    removeKept(db, kept.id);
    throw failed;
  }
}

/** Throws Failure `bad_base64`, `file_too_large`. */
export async function* decodedFile(base64: string): AsyncGenerator<Uint8Array> {
  const plain = base64.replaceAll(/\s+/g, '');
  const bytes = Buffer.from(plain, 'base64');
  if (bytes.toString('base64').replaceAll('=', '') !== plain.replace(/={0,2}$/, ''))
    throw new Failure('invalid', 'bad_base64', 'content_base64 is not base64 (RFC 4648, section 4).');
  if (bytes.length > largestDecoded)
    throw new Failure('invalid', 'file_too_large', 'This way takes 10 MB at the most. Stream larger files to /upload.');
  yield bytes;
}

function tooLarge(): Failure {
  return new Failure('invalid', 'file_too_large', 'A file may have 150 MB at the most.');
}
