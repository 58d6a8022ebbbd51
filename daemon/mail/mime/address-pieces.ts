import { addressScanner } from './address-scan.ts';
import { wordEnd } from './encoded-word.ts';
import { unescaped } from './mailbox.ts';

/** A piece of an address line; `text` is what it says, without brackets or quotes. */
export type Piece = {
  kind: 'word' | 'quoted' | 'angle' | 'comment' | 'colon';
  text: string;
  start: number;
  end: number;
};

/** What stands between two separators, and the one behind it; empty at the end. */
export type Entry = { pieces: Piece[]; end: ',' | ';' | '' };

/** Between addresses, also as keyboards for Chinese and Japanese write it. */
const separators = new Map<string, ',' | ';'>([
  [',', ','],
  ['，', ','],
  [';', ';'],
  ['；', ';'],
]);

/** Takes a line of addresses apart (RFC 5322, section 3.4). What is never closed is read as if it had not been opened. */
export function piecesOf(line: string): Entry[] {
  const scanner = addressScanner(line);
  const entries: Entry[] = [];
  let pieces: Piece[] = [];
  for (let at = 0; at < line.length;) {
    const separator = separators.get(line[at] ?? '');
    if (separator !== undefined) {
      entries.push({ pieces, end: separator });
      pieces = [];
      at += 1;
      continue;
    }
    const piece = /[\s>]/.test(line[at] ?? '') ? undefined : pieceAt(line, at, scanner);
    if (piece) pieces.push(piece);
    at = piece?.end ?? at + 1;
  }
  return [...entries, { pieces, end: '' }];
}

function pieceAt(line: string, at: number, scanner: ReturnType<typeof addressScanner>): Piece | undefined {
  switch (line[at]) {
    case '<': {
      const { text, next, isText } = scanner.angle(at);
      return isText ? wordAt(line, at, scanner) : { kind: 'angle', text: emailIn(text), start: at, end: next };
    }
    case '(': {
      const end = scanner.commentEnd(at);
      if (end < 0) return wordAt(line, at, scanner);
      return { kind: 'comment', text: unescaped(line.slice(at + 1, end)), start: at, end: end + 1 };
    }
    case '"':
      return quotedAt(line, at, scanner);
    case ':':
      // A list of people that has a name: `Friends: ada@example.org;`. The name is nobody's.
      return { kind: 'colon', text: ':', start: at, end: at + 1 };
    default:
      return wordAt(line, at, scanner);
  }
}

/** A quoted name, or an address whose local part is quoted. */
function quotedAt(line: string, at: number, scanner: ReturnType<typeof addressScanner>): Piece | undefined {
  const close = scanner.quoteEnd(at);
  if (close < 0) return undefined;
  if (line[close + 1] === '@') return wordAt(line, close + 1, scanner, at);
  return { kind: 'quoted', text: unescaped(line.slice(at + 1, close)), start: at, end: close + 1 };
}

function wordAt(line: string, at: number, scanner: ReturnType<typeof addressScanner>, start = at): Piece {
  const plain = /[^\s"(),:;<>，；[]*/y;
  let end = wordEnd(line, at) ?? at + (start === at ? 1 : 0);
  for (;;) {
    plain.lastIndex = end;
    end += plain.exec(line)?.[0].length ?? 0;
    if (line[end] === ':' && /^(?:mailto|https?|ftp)$/i.test(line.slice(start, end))) end += 1;
    else if (line[end] === '[') end = Math.max(scanner.literalEnd(end), end) + 1;
    else break;
  }
  const text = line.slice(start, end);
  return { kind: 'word', text: text.includes('@') ? emailIn(text) : text, start, end };
}

/** An address without what programs put around it when it is copied, and the end of a sentence. */
function emailIn(text: string): string {
  const bare = text
    .trim()
    .replace(/^(?:@[^:]*:)?(?:mailto:)?/i, '')
    .replace(/^'(.*)'$/, '$1')
    .replace(/\.$/, '');
  const at = bare.indexOf('@');
  const query = bare.indexOf('?', at);
  return at > 0 && query > 0 ? bare.slice(0, query) : bare;
}
