import { callOf, type Reply } from '../../api/client.ts';
import { Refusal, type Session, Unreachable } from '../../api/session.ts';
import type { Picked } from './picked-files.ts';

type UploadReply = Reply<'import', 'uploadFile'>;

/** Sends a chunk of a file to an import. Throws `Refusal`, `Unreachable`, or the abort reason of the signal. */
export type UploadChunk = (
  import_id: string,
  chunk: { path: string; size: number; offset: number; bytes: Blob },
  signal: AbortSignal,
) => Promise<UploadReply>;

/** `address` is the address of the row. */
export function createUploadChunk(address: string, session: Session): UploadChunk {
  return async (import_id, { path, size, offset, bytes }, signal) => {
    const { path: urlPath } = callOf(address, { import_id });
    const query = new URLSearchParams({ path, size: String(size), offset: String(offset) });
    const headers = {
      authorization: `Bearer ${await session.token()}`,
      'x-client-kind': 'web',
      'content-type': 'application/octet-stream',
    };
    const response = await fetch(`/api/v1${urlPath}?${query}`, { method: 'POST', headers, body: bytes, signal }).catch(
      (error: unknown) => {
        signal.throwIfAborted();
        throw new Unreachable('Posthorn is not answering.', { cause: error });
      },
    );
    const reply = (await response.json()) as UploadReply & { error?: string; code?: string };
    if (response.ok) return reply;
    const { error = `Posthorn answered with status ${response.status}.`, code = 'unknown', ...details } = reply;
    throw new Refusal(response.status, code, error, details);
  };
}

/** The first chunk is small, so that the daemon can check whether the file is mail. Bytes. */
const firstChunkBytes = 256 * 1024;
const chunkBytes = 16 * 1024 * 1024;

/** The result of a file: uploaded, or why not. */
type UploadResult = { is: 'here' } | { is: 'no mail' };

/**
 * Sends a whole file in chunks, so that it is never in memory. `onSent` gets the number of bytes that were received. Throws
 * what `give` throws.
 */
export async function uploadFile(
  uploadChunk: UploadChunk,
  import_id: string,
  { path, file }: Picked,
  { signal, onSent }: { signal: AbortSignal; onSent: (bytes: number) => void },
): Promise<UploadResult> {
  const { size } = file;
  let offset = 0;
  for (;;) {
    const end = Math.min(size, offset + (offset === 0 ? firstChunkBytes : chunkBytes));
    const reply = await uploadChunk(import_id, { path, size, offset, bytes: file.slice(offset, end) }, signal).catch(
      (error: unknown) => resumeOffset(error, offset),
    );
    if ('is_mail' in reply && !reply.is_mail) return { is: 'no mail' };
    offset = reply.received;
    onSent(offset);
    if (offset >= size) return { is: 'here' };
  }
}

/** An answer may have been lost. Then the daemon has more of the file than this page knows. */
function resumeOffset(error: unknown, offset: number): { received: number } {
  const received = error instanceof Refusal && error.code === 'wrong_offset' ? error.details['received'] : undefined;
  if (typeof received !== 'number' || received === offset) throw error;
  return { received };
}
