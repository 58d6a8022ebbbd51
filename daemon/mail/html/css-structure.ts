/** A part of CSS that ends with a semicolon or with a block in braces; `end` is the offset of the next part. */
type Part = { head: string; block: string | undefined; end: number };

/**
 * Parses the part of CSS at `from`. A misplaced brace or an unterminated bracket or string damages one part only.
 * Parts are validated later, so it is sufficient that the split is deterministic.
 */
export function nextPart(css: string, from: number): Part {
  const open = indexOfStop(css, from, ';{}');
  const head = css.slice(from, open);
  if (css[open] !== '{') return { head, block: undefined, end: open + 1 };
  let close = open + 1;
  for (let depth = 1; close < css.length; close++) {
    close = indexOfStop(css, close, '{}');
    depth += css[close] === '{' ? 1 : -1;
    if (depth === 0) break;
  }
  return { head, block: css.slice(open + 1, close), end: close + 1 };
}

/** The offset of the first of `stops`, skipping strings, comments, escapes and, for a semicolon, brackets. */
function indexOfStop(css: string, from: number, stops: string): number {
  let brackets = 0;
  for (let index = from; index < css.length; index++) {
    const character = css[index] ?? '';
    if (character === '\\') index++;
    else if (character === '"' || character === "'") index = stringEnd(css, index);
    else if (character === '/' && css[index + 1] === '*') index = commentEnd(css, index) - 1;
    else if (character === '(') brackets++;
    else if (character === ')') brackets = Math.max(0, brackets - 1);
    else if (stops.includes(character) && (character !== ';' || brackets === 0)) return index;
  }
  return css.length;
}

/** The end of a string: its closing quote, or the end of the line if there is none. */
function stringEnd(css: string, from: number): number {
  for (let at = from + 1; at < css.length; at++) {
    const character = css[at];
    if (character === '\\') at++;
    else if (character === css[from] || character === '\n') return at;
  }
  return css.length;
}

function commentEnd(css: string, from: number): number {
  const end = css.indexOf('*/', from + 2);
  return end < 0 ? css.length : end + 2;
}

/** The text with each comment replaced by a space. */
export function withoutComments(css: string): string {
  if (!css.includes('/*')) return css;
  const kept: string[] = [];
  let at = 0;
  for (let next = css.indexOf('/*'); next >= 0; next = css.indexOf('/*', at)) {
    kept.push(css.slice(at, next));
    at = commentEnd(css, next);
  }
  return [...kept, css.slice(at)].join(' ');
}
