import { allowedFunctions } from './css-properties.ts';

const maxDepth = 20;
const tokenPattern = new RegExp(
  [
    String.raw`(?<space>\s+)`,
    String.raw`(?<quoted>"(?:[^"\\\n\r\f]|\\[^])*"|'(?:[^'\\\n\r\f]|\\[^])*')`,
    String.raw`(?<url>(?:[uU]|\\0{0,4}[57]5\s?)(?:[rR]|\\0{0,4}[57]2\s?)(?:[lL]|\\0{0,4}[46][cC]\s?)\(\s*(?:"(?:[^"\\\n\r\f]|\\[^])*"|'(?:[^'\\\n\r\f]|\\[^])*'|(?:[^"'()\\\s]|\\[^])*)\s{0,20}\))`,
    String.raw`(?<word>(?:[\w%#.+\-\u0080-\uffff]|\\[^\n\r\f])+)`,
    String.raw`(?<mark>[(),/*])`,
  ].join('|'),
  'y',
);

/**
 * Rewrites the value of a declaration with decoded escapes and allowed functions only, so that a browser reads
 * exactly what was checked. An image address is passed to `onUrl` and replaced by `none`. Undefined if the value
 * contains anything else. Comments must be removed before.
 */
export function safeValue(value: string, onUrl: (address: string) => void): string | undefined {
  if (/^[\w\s#%.,+-]*$/.test(value)) return value.trim().split(/\s+/).map(withoutViewportHeight).join(' ') || undefined;
  let output = '';
  let depth = 0;
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < value.length) {
    const groups = tokenPattern.exec(value)?.groups;
    if (!groups) return undefined;
    const { space, quoted, url, word, mark } = groups;
    if (space !== undefined) output += ' ';
    else if (quoted !== undefined) output += safeString(quoted);
    else if (url !== undefined) {
      onUrl(addressOfUrl(url));
      output += 'none';
    } else if (word !== undefined) {
      const plain = decodeEscapes(word);
      if (!/^[\w%#.+\-\u0080-\uffff]+$/.test(plain)) return undefined;
      if (value[tokenPattern.lastIndex] === '(' && !allowedFunctions.has(plain.toLowerCase())) return undefined;
      output += withoutViewportHeight(plain);
    } else {
      depth += mark === '(' ? 1 : mark === ')' ? -1 : 0;
      if (depth < 0 || depth > maxDepth) return undefined;
      output += mark;
    }
  }
  return depth === 0 ? output.trim().replace(/ {2,}/g, ' ') || undefined : undefined;
}

const viewportLength = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)[dls]?(?:vh|vb|vmin|vmax)$/i;
const pixelsPerShare = 8;

/**
 * A length that depends on the height of the window, as a fixed one. A message is shown in a frame as high as its content,
 * so such a length would make the frame higher without end.
 */
function withoutViewportHeight(word: string): string {
  const share = viewportLength.exec(word)?.[1];
  return share === undefined ? word : `${Number((Number(share) * pixelsPerShare).toFixed(2))}px`;
}

/** Whether a value contains a length that depends on the height of the window. */
export function hasViewportHeight(value: string): boolean {
  return /[\d.][dls]?(?:vh|vb|vmin|vmax)\b/i.test(value);
}

/** Quotes a string without characters that could end it early or end the style element. */
function safeString(quoted: string): string {
  const quote = quoted.charAt(0);
  return `${quote}${decodeEscapes(quoted.slice(1, -1)).replace(/["'\\<>{};*\p{Cc}]/gu, '')}${quote}`;
}

function addressOfUrl(url: string): string {
  const inner = url.slice(url.indexOf('(') + 1, -1).trim();
  return decodeEscapes(/^["']/.test(inner) ? inner.slice(1, -1) : inner);
}

/** Decodes CSS escapes (CSS Syntax 3, section 4.3.7). */
function decodeEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:([\da-f]{1,6})\s?|(\r\n|[^]))/gi, (_, code: string | undefined, other = '') => {
    if (code === undefined) return /[\n\r\f]/.test(other) ? '' : other;
    const point = Number.parseInt(code, 16);
    return point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)
      ? '\ufffd'
      : String.fromCodePoint(point);
  });
}
