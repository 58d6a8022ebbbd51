import type { IncomingMessage } from 'node:http';
import { systemClock, type Clock } from '../../daemon/base/clock.ts';
import type { Limits } from './limits.ts';
import { HttpRefusal, requestTimeout } from './problem.ts';

type UploadLimits = Pick<Limits, 'maxUploadBytes' | 'minUploadBytesPerSecond' | 'uploadGraceMs'>;

/**
 * The body of an upload in chunks as they arrive. Throws `HttpRefusal`: 413 once it is too large, 408 once the server has
 * waited longer than the pace allows; the time its reader takes does not count against the client.
 */
export async function* uploadOf(
  request: IncomingMessage,
  { maxUploadBytes, minUploadBytesPerSecond, uploadGraceMs }: UploadLimits,
  clock: Clock = systemClock,
): AsyncGenerator<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = request.iterator({ destroyOnReturn: false });
  let [size, waitedMs] = [0, 0];
  for (;;) {
    const startedAt = performance.now();
    const { done, value } = await withTimeout(
      uploadGraceMs + (size / minUploadBytesPerSecond) * 1000 - waitedMs,
      pieces.next(),
      clock,
    );
    if (done) return;
    waitedMs += performance.now() - startedAt;
    size += value.length;
    if (size > maxUploadBytes)
      throw new HttpRefusal(413, 'body_too_large', `The file is larger than ${maxUploadBytes / 1024 / 1024} MB.`);
    yield value;
  }
}

async function withTimeout<Value>(ms: number, pending: Promise<Value>, clock: Clock): Promise<Value> {
  const settled = new AbortController();
  const expiry = clock.wait(Math.max(0, ms), settled.signal).then(() => {
    throw requestTimeout();
  });
  return Promise.race([pending, expiry]).finally(() => settled.abort());
}
