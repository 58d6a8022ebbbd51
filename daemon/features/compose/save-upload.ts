import { instantOf, type Clock } from '../../base/clock.ts';
import type { Actor } from '../../contract/ownership.ts';
import type { ReplyOf } from '../../handler-types.ts';
import { addUpload, uploadLifetimeMs, type Upload } from '../../mail/drafts/uploads.ts';
import type { WriteDb } from '../../store/db.ts';
import { saveFile } from './attach-file.ts';
import type { singleSendRows } from './single-send-contract.ts';

type UploadRequest = {
  filename: string;
  type?: string | undefined;
  content: AsyncIterable<Uint8Array>;
  actor: Actor;
};

/** Stores a file for a message that is sent later, completely or not at all. Throws the failures of `saveFile`. */
export function saveUpload(deps: { db: WriteDb; clock: Clock }, { actor, ...file }: UploadRequest): Promise<Upload> {
  return saveFile(deps, file, (stored) => addUpload(deps, { ...stored, actor }));
}

/** An upload on the wire. */
export function uploadRecord({
  upload_id,
  name,
  mime_type,
  size,
  created_at,
}: Upload): ReplyOf<(typeof singleSendRows)['uploadFile']> {
  const expires_at = instantOf(new Date(Date.parse(created_at) + uploadLifetimeMs));
  return { upload_id, filename: name, mime_type, size_bytes: size, expires_at };
}
