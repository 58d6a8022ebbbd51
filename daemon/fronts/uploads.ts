import { PassThrough } from 'node:stream';
import { z } from 'zod';
import { Failure } from '../base/failure.ts';

/** The bytes of uploads that a connection carries, each under the id of its request. */
export type Uploads = {
  /** The content of the request on this line, if it announces one; its bytes follow on lines of their own. */
  announce(line: string): void;
  /** Takes a line that carries bytes. False where it is a line of another kind. */
  take(line: string): boolean;
  /** The content of an announced request. */
  contentOf(id: string | number): AsyncIterable<Uint8Array> | undefined;
  /** The request was answered: bytes that still come are ignored. */
  forget(id: string | number): void;
  /** The connection ended: what is not complete is not stored. */
  abort(): void;
  /** Whether handlers have to read before more may be taken. */
  isFull(): boolean;
};

const id = z.union([z.string().max(200), z.int()]);
const announcement = z.object({ id, upload: z.literal(true) });
const chunkLine = z.strictObject({ id, chunk: z.base64() });
/** `end` is false where the client could not read the rest of its file. */
const endLine = z.strictObject({ id, end: z.boolean() });

/** Bytes that wait for a handler before the connection is no longer read. */
const bufferBytes = 1024 * 1024;

/** `onRoom` is called when a handler has read enough that the connection can be read again. */
export function createUploads(onRoom: () => void): Uploads {
  const contents = new Map<string | number, PassThrough>();

  function takeChunk({ id, chunk }: z.output<typeof chunkLine>): void {
    const content = contents.get(id);
    if (content?.writable) content.write(Buffer.from(chunk, 'base64'));
  }

  function takeEnd({ id, end: isWhole }: z.output<typeof endLine>): void {
    const content = contents.get(id);
    if (isWhole) content?.end();
    else content?.destroy(incomplete());
  }

  return {
    announce(line) {
      if (!line.includes('"upload"')) return;
      const { data } = announcement.safeParse(parsed(line));
      if (!data || contents.has(data.id)) return;
      const content = new PassThrough({ highWaterMark: bufferBytes });
      // A handler that does not read it any more has its own failure.
      content.on('error', () => undefined).on('drain', onRoom);
      contents.set(data.id, content);
    },
    take(line) {
      if (!line.includes('"chunk"') && !line.includes('"end"')) return false;
      const value = parsed(line);
      const chunk = chunkLine.safeParse(value);
      if (chunk.success) takeChunk(chunk.data);
      const end = endLine.safeParse(value);
      if (end.success) takeEnd(end.data);
      return chunk.success || end.success;
    },
    contentOf: (id) => contents.get(id),
    forget(id) {
      contents.get(id)?.destroy();
      contents.delete(id);
    },
    abort() {
      for (const content of contents.values()) if (!content.writableEnded) content.destroy(incomplete());
    },
    isFull: () => [...contents.values()].some((content) => content.writableNeedDrain && !content.destroyed),
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The line is answered as a request that is not valid.
    return undefined;
  }
}

function incomplete(): Failure {
  return new Failure('invalid', 'upload_incomplete', 'The upload ended before its last byte. Nothing was stored.');
}
