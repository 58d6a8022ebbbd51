import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** The namespace of all name-based ids of Posthorn (RFC 9562, section 5.5). */
const posthornNamespace = Buffer.from('6f1d5c0e4b9a4b6f9f0e2a7c51d83b44', 'hex');

/**
 * UUIDv5 of `name` within `namespace` (a UUID; Posthorn's own by default). The same name gives the same id on every machine.
 */
export function nameId(name: string, namespace?: string): string {
  const space = namespace ? Buffer.from(namespace.replaceAll('-', ''), 'hex') : posthornNamespace;
  const bytes = createHash('sha1').update(space).update(name).digest().subarray(0, 16);
  return formatUuid(bytes, 5);
}

/** The times that the field of a UUIDv7 can hold, in unix milliseconds. */
const maxTimeMs = 2 ** 48 - 1;

/**
 * UUIDv7: random, and sorts by its creation time in milliseconds (RFC 9562, section 5.7). A clock may be wrong: ids of times
 * before 1970 sort as if they were of its beginning.
 */
export function timeId(now: Date = new Date()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Math.min(Math.max(now.getTime(), 0), maxTimeMs), 0, 6);
  return formatUuid(bytes, 7);
}

export const randomId: () => string = randomUUID;

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidForm.test(text);
}

function formatUuid(bytes: Buffer, version: number): string {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
