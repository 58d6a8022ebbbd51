import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Returns a function that tells whether a text is `secret`. Its duration depends neither on where the texts differ nor on
 * the length of the secret.
 */
export function secretMatcher(secret: string): (candidate: string) => boolean {
  const expected = digestOf(secret);
  // Compare buffers of equal length: the duration must not reveal anything about the secret.
  return (candidate) => timingSafeEqual(digestOf(candidate), expected);
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
