const maxLineLength = 1_000;

/** The lines of a source; those longer than a window could show are shown in pieces. */
export function sourceLines(source: string): string[] {
  return source.split(/\r\n|\n|\r/).flatMap((line) => {
    if (line.length <= maxLineLength) return [line];
    return Array.from({ length: Math.ceil(line.length / maxLineLength) }, (_, at) =>
      line.slice(at * maxLineLength, (at + 1) * maxLineLength),
    );
  });
}

/** The bytes a source was before it became text. */
export function bytesOf(source: string, encoding: 'utf8' | 'latin1'): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf8') return new TextEncoder().encode(source);
  return Uint8Array.from(source, (character) => character.charCodeAt(0));
}
