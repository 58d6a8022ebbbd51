import { addressScanner } from './address-scanner.ts';
import { encodedWordEnd } from '../headers/encoded-word.ts';
import { unescaped } from './mailbox.ts';

/** A piece of an address line; `text` is its value without brackets or quotes. */
export type AddressToken = {
  kind: 'word' | 'quoted' | 'angle' | 'comment' | 'colon';
  text: string;
  start: number;
  end: number;
};

/** The text between two separators and the separator that follows; empty at the end. */
type AddressEntry = { tokens: AddressToken[]; end: ',' | ';' | '' };

/** Separators between addresses, including those of Chinese and Japanese keyboards. */
const separators = new Map<string, ',' | ';'>([
  [',', ','],
  ['，', ','],
  [';', ';'],
  ['；', ';'],
]);

/** Splits an address line into entries (RFC 5322, section 3.4). Delimiters that are never closed are read as text. */
export function addressEntries(line: string): AddressEntry[] {
  const scanner = addressScanner(line);
  const entries: AddressEntry[] = [];
  let tokens: AddressToken[] = [];
  for (let at = 0; at < line.length;) {
    const separator = separators.get(line[at] ?? '');
    if (separator !== undefined) {
      entries.push({ tokens, end: separator });
      tokens = [];
      at += 1;
      continue;
    }
    const token = /[\s>]/.test(line[at] ?? '') ? undefined : tokenAt(line, at, scanner);
    if (token) tokens.push(token);
    at = token?.end ?? at + 1;
  }
  return [...entries, { tokens, end: '' }];
}

function tokenAt(line: string, at: number, scanner: ReturnType<typeof addressScanner>): AddressToken | undefined {
  switch (line[at]) {
    case '<': {
      const { text, next, isText } = scanner.angle(at);
      return isText ? wordTokenAt(line, at, scanner) : { kind: 'angle', text: cleanEmail(text), start: at, end: next };
    }
    case '(': {
      const end = scanner.commentEnd(at);
      if (end < 0) return wordTokenAt(line, at, scanner);
      return { kind: 'comment', text: unescaped(line.slice(at + 1, end)), start: at, end: end + 1 };
    }
    case '"':
      return quotedTokenAt(line, at, scanner);
    case ':':
      // A group with a name: `Friends: ada@example.org;`. The name belongs to no address.
      return { kind: 'colon', text: ':', start: at, end: at + 1 };
    default:
      return wordTokenAt(line, at, scanner);
  }
}

/** A quoted name, or an address with a quoted local part. */
function quotedTokenAt(line: string, at: number, scanner: ReturnType<typeof addressScanner>): AddressToken | undefined {
  const close = scanner.quoteEnd(at);
  if (close < 0) return undefined;
  if (line[close + 1] === '@') return wordTokenAt(line, close + 1, scanner, at);
  return { kind: 'quoted', text: unescaped(line.slice(at + 1, close)), start: at, end: close + 1 };
}

function wordTokenAt(line: string, at: number, scanner: ReturnType<typeof addressScanner>, start = at): AddressToken {
  const plain = /[^\s"(),:;<>，；[]*/y;
  let end = encodedWordEnd(line, at) ?? at + (start === at ? 1 : 0);
  for (;;) {
    plain.lastIndex = end;
    end += plain.exec(line)?.[0].length ?? 0;
    if (line[end] === ':' && /^(?:mailto|https?|ftp)$/i.test(line.slice(start, end))) end += 1;
    else if (line[end] === '[') end = Math.max(scanner.literalEnd(end), end) + 1;
    else break;
  }
  const text = line.slice(start, end);
  return { kind: 'word', text: text.includes('@') ? cleanEmail(text) : text, start, end };
}

/** An address without the characters that programs add when it is copied, and without the end of a sentence. */
function cleanEmail(text: string): string {
  const bare = text
    .trim()
    .replace(/^(?:@[^:]*:)?(?:mailto:)?/i, '')
    .replace(/^'(.*)'$/, '$1')
    .replace(/\.$/, '');
  const at = bare.indexOf('@');
  const query = bare.indexOf('?', at);
  return at > 0 && query > 0 ? bare.slice(0, query) : bare;
}
