import { Readable } from 'node:stream';
import { Failure } from '../../base/failure.ts';
import type { FileContent } from '../../contract/define.ts';
import { findDraftFile } from '../../mail/drafts/drafts.ts';
import { readDraftBlob } from '../../mail/drafts/blobs.ts';
import { fileIdOfPath } from '../../mail/compose/draft-files.ts';
import type { ReadDb } from '../../store/db.ts';
import type { Composition } from './session.ts';

/**
 * A file of a session for display: images with their type, other files as bytes. Throws Failure `file_not_found`,
 * `files_not_ready`.
 */
export function fileContent(db: ReadDb, { draft }: Composition, path: string): FileContent {
  const id = fileIdOfPath(path);
  const file = id === undefined ? undefined : findDraftFile(db, draft.id, id);
  if (!file) throw new Failure('missing', 'file_not_found', 'This message has no such file.');
  if (file.content === null)
    throw new Failure(
      'unavailable',
      'files_not_ready',
      `${file.name} is still being downloaded from the mail server.`,
      {
        retryable: true,
      },
    );
  return {
    stream: Readable.from(readDraftBlob(db, file.content), { objectMode: false }),
    type: file.mime_type.startsWith('image/') ? file.mime_type : 'application/octet-stream',
    name: file.name,
    size: file.size,
  };
}
