const maxLineLength = 1_000;

/** The lines of a source; very long lines are split. */
export function sourceLines(source: string): string[] {
  return source.split(/\r\n|\n|\r/).flatMap((line) => {
    if (line.length <= maxLineLength) return [line];
    return Array.from({ length: Math.ceil(line.length / maxLineLength) }, (_, at) =>
      line.slice(at * maxLineLength, (at + 1) * maxLineLength),
    );
  });
}

/** The original bytes of a source. */
export function bytesOf(source: string, encoding: 'utf8' | 'latin1'): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf8') return new TextEncoder().encode(source);
  return Uint8Array.from(source, (character) => character.charCodeAt(0));
}
