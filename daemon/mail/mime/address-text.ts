import type { Address } from '../../contract/fields.ts';
import { isSendable, sameAddressKey } from './address-form.ts';
import { piecesOf, type Piece } from './address-pieces.ts';
import { decodeWords } from './encoded-word.ts';
import { addressNamed } from './mailbox.ts';

/** What somebody typed into an address line: the mailboxes in it, each once, and the pieces that are none. */
export type TypedAddresses = { addresses: Address[]; bad: string[] };

/** Words before the brackets of a name that should have been between quotes: `Lee, Bob, PhD <bob@example.org>`. */
const mostTornPieces = 2;
const longestName = 500;

/**
 * Reads an address line as people type and paste it: RFC 5322 with groups and comments; commas, semicolons or line ends
 * between; `Lee, Bob <bob@example.org>` without quotes; addresses without a name, behind `mailto:`, or with only white
 * space between. What mail cannot be sent to is given under `bad` as it was typed. What `writeAddressText` makes of the
 * addresses reads as the same addresses.
 */
export function readAddressText(text: string): TypedAddresses {
  const reading: Reading = { found: new Map(), bad: [], torn: [] };
  for (const line of unfolded(text).split(/[\n\u2028\u2029]/)) {
    for (const entry of piecesOf(line)) {
      readEntry(reading, line, entry.pieces);
      if (entry.end !== ',') endTorn(reading);
    }
    endTorn(reading);
  }
  return { addresses: [...reading.found.values()], bad: reading.bad };
}

/** An address line that `readAddressText` reads back. */
export function writeAddressText(addresses: readonly Address[]): string {
  return addresses.map(writeAddress).join(', ');
}

type Reading = {
  found: Map<string, Address>;
  bad: string[];
  /** What stood between commas and is no address: perhaps the beginning of the next one's name. */
  torn: { typed: string; name: string }[];
};

/** A long header is folded in front of white space (RFC 5322, section 2.2.3). */
function unfolded(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/\n[ \t]+/g, ' ');
}

/** What stands between two separators: mostly one mailbox, or several with white space between. */
function readEntry(reading: Reading, line: string, pieces: readonly Piece[]): void {
  let words: Piece[] = [];
  let last: Address | undefined;
  for (const [at, piece] of pieces.entries()) {
    const isNameOfNext = pieces[at + 1]?.kind === 'angle';
    if (piece.kind === 'colon') words = [];
    else if (piece.kind === 'comment') last = named(reading, last, piece.text);
    else if (piece.kind === 'angle' || (piece.kind === 'word' && piece.text.includes('@') && !isNameOfNext)) {
      const typed = line.slice(words[0]?.start ?? piece.start, piece.end);
      last = readMailbox(reading, { email: piece.text, words, typed, isAngle: piece.kind === 'angle' });
      words = [];
    } else words.push(piece);
  }
  const [first] = words;
  if (!first) return;
  const name = nameOf(words);
  if (last && pieces.every(({ kind }) => kind !== 'angle')) named(reading, last, name ?? '');
  else reading.torn.push({ typed: line.slice(first.start, words.at(-1)?.end), name: name ?? '' });
}

type Found = { email: string; words: readonly Piece[]; typed: string; isAngle: boolean };

function readMailbox(reading: Reading, { email, words, typed, isAngle }: Found): Address | undefined {
  if (!isSendable(email)) {
    endTorn(reading);
    reading.bad.push(typed.trim());
    return undefined;
  }
  const torn = isAngle && words.length > 0 && reading.torn.length <= mostTornPieces ? reading.torn.splice(0) : [];
  endTorn(reading);
  const names = [...torn.map(({ name }) => name), nameOf(words)].filter((name) => name !== null);
  return keep(reading, addressNamed(cleanName(names.join(', ')), email));
}

/** Keeps an address once, with the first name it has. */
function keep({ found }: Reading, address: Address): Address {
  const key = sameAddressKey(address.email);
  const known = found.get(key);
  const kept = known ? { ...known, name: known.name ?? address.name } : address;
  found.set(key, kept);
  return kept;
}

/** Gives an address the name that stands behind it, where it has none: `bob@example.org (Bob)`. */
function named(reading: Reading, address: Address | undefined, name: string): Address | undefined {
  return address && keep(reading, addressNamed(cleanName(name), address.email));
}

/** What belongs to no name after all. */
function endTorn(reading: Reading): void {
  for (const { typed } of reading.torn.splice(0)) reading.bad.push(typed.trim());
}

function nameOf(words: readonly Piece[]): string | null {
  const text = words.map(({ kind, text }) => (kind === 'quoted' ? text : decodeWords(text))).join(' ');
  return cleanName(text);
}

function cleanName(text: string): string | null {
  return (
    text
      .toWellFormed()
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, longestName)
      .trimEnd() || null
  );
}

function writeAddress({ name, email }: Address): string {
  const clean = cleanName(name ?? '');
  if (clean === null) return email;
  const isPlain = /^[\p{L}\p{N}\p{M} !#$%&'*+/=?^_`{|}~-]+$/u.test(clean) && !clean.includes('=?');
  return `${isPlain ? clean : `"${clean.replaceAll(/["\\]/g, '\\$&')}"`} <${email}>`;
}
