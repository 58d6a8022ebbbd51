import { callOf, type Reply } from '../api.ts';
import { Refusal, type Session, Unreachable } from '../session.ts';
import type { Picked } from './picked.ts';

type Taken = Reply<'import', 'give'>;

/** Gives a stretch of a file to an import. Throws `Refusal`, `Unreachable`, or what the signal was aborted with. */
export type Give = (
  import_id: string,
  stretch: { path: string; size: number; offset: number; bytes: Blob },
  signal: AbortSignal,
) => Promise<Taken>;

/** `address` is that of the row. */
export function createGive(address: string, session: Session): Give {
  return async (import_id, { path, size, offset, bytes }, signal) => {
    const { path: way } = callOf(address, { import_id });
    const query = new URLSearchParams({ path, size: String(size), offset: String(offset) });
    const headers = {
      authorization: `Bearer ${await session.token()}`,
      'x-client-kind': 'web',
      'content-type': 'application/octet-stream',
    };
    const answer = await fetch(`/api/v1${way}?${query}`, { method: 'POST', headers, body: bytes, signal }).catch(
      (error: unknown) => {
        signal.throwIfAborted();
        throw new Unreachable('Posthorn is not answering.', { cause: error });
      },
    );
    const reply = (await answer.json()) as Taken & { error?: string; code?: string };
    if (answer.ok) return reply;
    const { error = `Posthorn answered with status ${answer.status}.`, code = 'unknown', ...details } = reply;
    throw new Refusal(answer.status, code, error, details);
  };
}

/** Small at first: by it the daemon sees whether the file is mail at all. Bytes. */
const firstStretch = 256 * 1024;
const laterStretch = 16 * 1024 * 1024;

/** What became of a file: it is there, or why it is not. */
export type Given = { is: 'here' } | { is: 'no mail' };

/**
 * Gives a whole file, a stretch at a time, so that it is never in memory. `onSent` hears how much of it is there. Throws
 * what `give` throws.
 */
export async function giveFile(
  give: Give,
  import_id: string,
  { path, file }: Picked,
  { signal, onSent }: { signal: AbortSignal; onSent: (bytes: number) => void },
): Promise<Given> {
  const { size } = file;
  let offset = 0;
  for (;;) {
    const end = Math.min(size, offset + (offset === 0 ? firstStretch : laterStretch));
    const taken = await give(import_id, { path, size, offset, bytes: file.slice(offset, end) }, signal).catch(
      (error: unknown) => goOnFrom(error, offset),
    );
    if ('is_mail' in taken && !taken.is_mail) return { is: 'no mail' };
    offset = taken.received;
    onSent(offset);
    if (offset >= size) return { is: 'here' };
  }
}

/** An answer may have been lost on its way: then more is there than this page knows. */
function goOnFrom(error: unknown, offset: number): { received: number } {
  const received = error instanceof Refusal && error.code === 'wrong_offset' ? error.details['received'] : undefined;
  if (typeof received !== 'number' || received === offset) throw error;
  return { received };
}
