import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { DraftFile, DraftScope } from '../../mail/drafts/drafts.ts';
import { saveDraftBlob, readDraftBlob, removeDraftBlob } from '../../mail/drafts/blobs.ts';
import { attachmentName } from '../../mail/compose/attachment-name.ts';
import { addDraftFile } from '../../mail/compose/draft-files.ts';
import type { WriteDb } from '../../store/db.ts';
import { fileType } from './file-type.ts';
import { newCid } from './open-session.ts';
import { requireComposition } from './session.ts';

/** Bytes. Few servers accept larger messages; a larger file is better shared as a link. */
const maxFileBytes = 150 * 1024 * 1024;
const maxBase64FileBytes = 10 * 1024 * 1024;

type AttachFileRequest = {
  draft_path: string;
  call: DraftScope;
  filename: string;
  type?: string | undefined;
  inline: boolean;
  content: AsyncIterable<Uint8Array>;
};

/**
 * Stores an uploaded file for a session, completely or not at all. The draft does not list it yet. Throws Failure
 * `session_not_found`, `session_ended`, `file_too_large`, and what reading the content throws.
 */
export async function attachFile(
  { db, clock }: { db: WriteDb; clock: Clock },
  request: AttachFileRequest,
): Promise<DraftFile> {
  const { draft_path, call, filename, inline, content } = request;
  requireComposition(db, draft_path, call);
  return saveFile({ db, clock }, { filename, type: request.type, content }, (stored) =>
    // The session may have ended during the upload.
    db.transaction(() =>
      addDraftFile({ db, clock }, requireComposition(db, draft_path, call).draft.id, {
        ...stored,
        cid: inline ? newCid() : null,
      }),
    ),
  );
}

type StoredFile = { name: string; mime_type: string; size: number; content: number };

/**
 * Stores the bytes of a file and then what refers to them, by `refer`. If that fails, nothing stays. Throws Failure
 * `file_too_large`, and what `refer` and reading the content throw.
 */
export async function saveFile<Saved>(
  { db, clock }: { db: WriteDb; clock: Clock },
  { filename, type, content }: { filename: string; type?: string | undefined; content: AsyncIterable<Uint8Array> },
  refer: (stored: StoredFile) => Saved,
): Promise<Saved> {
  const blob = await saveDraftBlob({ db, clock }, content, { maxBytes: maxFileBytes, fileTooLarge });
  try {
    const { value: firstBytes = new Uint8Array() } = await readDraftBlob(db, blob.id).next();
    const name = attachmentName(filename);
    return refer({ name, mime_type: fileType(name, type, firstBytes), size: blob.size, content: blob.id });
  } catch (failed) {
    removeDraftBlob(db, blob.id);
    throw failed;
  }
}

/** Throws Failure `bad_base64`, `file_too_large`. */
export async function* decodeBase64File(base64: string): AsyncGenerator<Uint8Array> {
  const compact = base64.replaceAll(/\s+/g, '');
  const bytes = Buffer.from(compact, 'base64');
  if (bytes.toString('base64').replaceAll('=', '') !== compact.replace(/={0,2}$/, ''))
    throw new Failure('invalid', 'bad_base64', 'content_base64 isn’t base64 (RFC 4648, section 4).');
  if (bytes.length > maxBase64FileBytes)
    throw new Failure(
      'invalid',
      'file_too_large',
      'This request accepts at most 10 MB. Stream larger files to /upload.',
    );
  yield bytes;
}

function fileTooLarge(): Failure {
  return new Failure('invalid', 'file_too_large', 'A file can be at most 150 MB.');
}
