const imageSignatures: [type: string, at: number, bytes: string][] = [
  ['image/png', 0, '\x89PNG'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['image/bmp', 0, 'BM'],
  ['image/avif', 4, 'ftypavif'],
];

/** The type of an image by its first bytes; undefined if unknown. Senders often declare a wrong one. */
export function detectImageType(content: Uint8Array): string | undefined {
  const beginning = Buffer.from(content.subarray(0, 16)).toString('latin1');
  return imageSignatures.find(([, at, bytes]) => beginning.startsWith(bytes, at))?.[0];
}
