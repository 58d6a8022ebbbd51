import { Readable } from 'node:stream';
import { Failure } from '../../base/failure.ts';
import type { FileContent } from '../../contract/define.ts';
import { draftFileNamed } from '../../mail/drafts.ts';
import { keptBytes } from '../../mail/kept-files.ts';
import { fileIdIn } from '../../mail/writing/files.ts';
import type { ReadDb } from '../../store/db.ts';
import type { Writing } from './session.ts';

/** A file of a session to be shown: pictures as what they are, the rest as bytes. Throws Failure `file_not_found`, `files_not_ready`. */
export function fileContent(db: ReadDb, { draft }: Writing, path: string): FileContent {
  const id = fileIdIn(path);
  const file = id === undefined ? undefined : draftFileNamed(db, draft.id, id);
  if (!file) throw new Failure('missing', 'file_not_found', 'This message has no such file.');
  if (file.content === null)
    throw new Failure('unavailable', 'files_not_ready', `${file.name} is still being fetched from the mail server.`, {
      retryable: true,
    });
  return {
    stream: Readable.from(keptBytes(db, file.content), { objectMode: false }),
    type: file.mime_type.startsWith('image/') ? file.mime_type : 'application/octet-stream',
    name: file.name,
    size: file.size,
  };
}
