const maxLiteralLength = 300;

/**
 * Finds closing delimiters in an address field (RFC 5322, section 3.4). Missing delimiters are remembered, so that a
 * hostile value that contains only opening characters is scanned once and not once for each of them.
 */
export function addressScanner(value: string) {
  let hasQuotes = true;
  let hasComments = true;

  /** The quote that closes the quote at `at`; -1 if there is none. */
  function quoteEnd(at: number): number {
    for (let i = at + 1; hasQuotes && i < value.length; i++) {
      if (value[i] === '"') return i;
      if (value[i] === '\\') i++;
    }
    hasQuotes = false;
    return -1;
  }

  /** The bracket that closes the comment at `at`, or the last bracket if they are unbalanced; -1 if there is none. */
  function commentEnd(at: number): number {
    let depth = 0;
    let last = -1;
    for (let i = at; hasComments && i < value.length; i++) {
      if (value[i] === '\\') i++;
      else if (value[i] === '(') depth++;
      else if (value[i] === ')') {
        last = i;
        if (--depth === 0) return i;
      }
    }
    hasComments &&= last >= 0;
    return last;
  }

  /**
   * The bracket that closes a domain literal at `at`, which contains no white space; -1 if it is not a domain literal.
   */
  function literalEnd(at: number): number {
    if (value[at - 1] !== '@') return -1;
    const length = value.slice(at, at + maxLiteralLength).search(/[\]\s<>,]/);
    return value[at + length] === ']' ? at + length : -1;
  }

  /**
   * The text of the angle brackets that open at `at`, and the offset where parsing continues. Without a closing bracket
   * the text ends at the next separator. `isText`: another bracket opens first, so this one is plain text.
   */
  function angle(at: number): { text: string; next: number; isText: boolean } {
    let separator = -1;
    const isRoute = /\s*@/y;
    isRoute.lastIndex = at + 1;
    const separators = isRoute.test(value) ? ';' : ',;';
    let i = at + 1;
    for (; i < value.length && value[i] !== '>' && value[i] !== '<'; i++) {
      const character = value[i] ?? '';
      if (separator < 0 && separators.includes(character)) separator = i;
      i = Math.max(i, insideEnd(character, i));
    }
    if (separator >= 0) return { text: value.slice(at + 1, separator), next: separator, isText: false };
    const isClosed = value[i] === '>';
    return { text: value.slice(at + 1, i), next: isClosed ? i + 1 : i, isText: value[i] === '<' };
  }

  function insideEnd(character: string, at: number): number {
    if (character === '(') return commentEnd(at);
    if (character === '[') return literalEnd(at);
    if (character !== '"') return -1;
    const end = quoteEnd(at);
    // Only a local part is quoted inside angle brackets: any other quote is a mistake, and its closing quote may be in
    // the next address.
    return /[@.\s(]/.test(value[end + 1] ?? '') ? end : -1;
  }

  const lastSemicolon = value.lastIndexOf(';');
  const lastAngle = value.lastIndexOf('<');
  return { lastSemicolon, lastAngle, quoteEnd, commentEnd, literalEnd, angle };
}
