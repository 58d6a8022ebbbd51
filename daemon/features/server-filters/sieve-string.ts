/**
 * A text as a Sieve string (RFC 5228, section 2.4.2). It is always a quoted string, in which only `"` and `\` have a
 * meaning: a line that begins with a dot is nothing special, as it would be in the multi-line form.
 */
export function sieveString(text: string): string {
  return `"${text.replaceAll(/\r\n?|\n/g, '\r\n').replaceAll(/["\\]/g, '\\$&')}"`;
}

export function sieveList(texts: readonly string[]): string {
  return `[${texts.map(sieveString).join(', ')}]`;
}
