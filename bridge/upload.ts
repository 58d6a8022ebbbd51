import type { IncomingMessage } from 'node:http';
import { systemClock, type Clock } from '../daemon/base/clock.ts';
import type { Limits } from './limits.ts';
import { HttpRefusal, tooLate } from './status.ts';

type UploadLimits = Pick<Limits, 'uploadBytes' | 'uploadPace' | 'uploadPatience'>;

/**
 * The body of an upload, piece by piece as it comes. Throws `HttpRefusal`: 413 once it is too large, 408 once we have
 * waited for it longer than its pace allows; the time that its reader takes is not its sender's.
 */
export async function* uploadOf(
  request: IncomingMessage,
  { uploadBytes, uploadPace, uploadPatience }: UploadLimits,
  clock: Clock = systemClock,
): AsyncGenerator<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = request.iterator({ destroyOnReturn: false });
  let [size, waited] = [0, 0];
  for (;;) {
    const began = performance.now();
    const { done, value } = await within(uploadPatience + (size / uploadPace) * 1000 - waited, pieces.next(), clock);
    if (done) return;
    waited += performance.now() - began;
    size += value.length;
    if (size > uploadBytes)
      throw new HttpRefusal(413, 'body_too_large', `The file is larger than ${uploadBytes / 1024 / 1024} MB.`);
    yield value;
  }
}

async function within<Value>(ms: number, coming: Promise<Value>, clock: Clock): Promise<Value> {
  const settled = new AbortController();
  const expiry = clock.wait(Math.max(0, ms), settled.signal).then(() => {
    throw tooLate();
  });
  return Promise.race([coming, expiry]).finally(() => settled.abort());
}
