import type { Address } from '../../../contract/fields.ts';
import { isSendableAddress, canonicalAddressKey } from './address-syntax.ts';
import { addressEntries, type AddressToken } from './address-tokens.ts';
import { decodeEncodedWords } from '../headers/encoded-word.ts';
import { createAddress } from './mailbox.ts';

/** Text typed into an address field: the mailboxes in it, without duplicates, and the invalid pieces. */
type TypedAddresses = { addresses: Address[]; invalid: string[] };

/** The maximum number of pieces of an unquoted name before the brackets: `Lee, Bob, PhD <bob@example.org>`. */
const maxUnquotedNameParts = 2;
const maxNameLength = 500;

/**
 * Parses an address line as users type and paste it: RFC 5322 with groups and comments; commas, semicolons or line ends
 * as separators; `Lee, Bob <bob@example.org>` without quotes; addresses without a name, after `mailto:`, or separated
 * by white space only. Addresses that mail cannot be sent to are returned in `invalid` as typed. The text of
 * `formatAddressText` parses to the same addresses.
 */
export function parseAddressText(text: string): TypedAddresses {
  const state: ParseState = { found: new Map(), invalid: [], unresolvedNameParts: [] };
  for (const line of unfolded(text).split(/[\n\u2028\u2029]/)) {
    for (const entry of addressEntries(line)) {
      parseEntry(state, line, entry.tokens);
      if (entry.end !== ',') rejectNameParts(state);
    }
    rejectNameParts(state);
  }
  return { addresses: [...state.found.values()], invalid: state.invalid };
}

/** Formats an address line that `parseAddressText` reads back. */
export function formatAddressText(addresses: readonly Address[]): string {
  return addresses.map(formatAddress).join(', ');
}

type ParseState = {
  found: Map<string, Address>;
  invalid: string[];
  /** Text between commas that is not an address: perhaps the beginning of the next address's name. */
  unresolvedNameParts: { typed: string; name: string }[];
};

/** A long header is folded before white space (RFC 5322, section 2.2.3). */
function unfolded(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/\n[ \t]+/g, ' ');
}

/** The text between two separators: usually one mailbox, or several separated by white space. */
function parseEntry(state: ParseState, line: string, tokens: readonly AddressToken[]): void {
  let words: AddressToken[] = [];
  let last: Address | undefined;
  for (const [at, token] of tokens.entries()) {
    const isNameOfNext = tokens[at + 1]?.kind === 'angle';
    if (token.kind === 'colon') words = [];
    else if (token.kind === 'comment') last = setMissingName(state, last, token.text);
    else if (token.kind === 'angle' || (token.kind === 'word' && token.text.includes('@') && !isNameOfNext)) {
      const typed = line.slice(words[0]?.start ?? token.start, token.end);
      last = parseMailbox(state, { email: token.text, words, typed, isAngle: token.kind === 'angle' });
      words = [];
    } else words.push(token);
  }
  const [first] = words;
  if (!first) return;
  const name = nameFromTokens(words);
  if (last && tokens.every(({ kind }) => kind !== 'angle')) setMissingName(state, last, name ?? '');
  else state.unresolvedNameParts.push({ typed: line.slice(first.start, words.at(-1)?.end), name: name ?? '' });
}

type MailboxCandidate = { email: string; words: readonly AddressToken[]; typed: string; isAngle: boolean };

function parseMailbox(state: ParseState, { email, words, typed, isAngle }: MailboxCandidate): Address | undefined {
  if (!isSendableAddress(email)) {
    rejectNameParts(state);
    state.invalid.push(typed.trim());
    return undefined;
  }
  const nameParts =
    isAngle && words.length > 0 && state.unresolvedNameParts.length <= maxUnquotedNameParts
      ? state.unresolvedNameParts.splice(0)
      : [];
  rejectNameParts(state);
  const names = [...nameParts.map(({ name }) => name), nameFromTokens(words)].filter((name) => name !== null);
  return addAddress(state, createAddress(normalizeName(names.join(', ')), email));
}

/** Adds an address without duplicates, with the first name that was found for it. */
function addAddress({ found }: ParseState, address: Address): Address {
  const key = canonicalAddressKey(address.email);
  const known = found.get(key);
  const merged = known ? { ...known, name: known.name ?? address.name } : address;
  found.set(key, merged);
  return merged;
}

/** Sets the name that follows an address, if the address has none: `bob@example.org (Bob)`. */
function setMissingName(state: ParseState, address: Address | undefined, name: string): Address | undefined {
  return address && addAddress(state, createAddress(normalizeName(name), address.email));
}

/** Rejects pieces that turned out not to belong to a name. */
function rejectNameParts(state: ParseState): void {
  for (const { typed } of state.unresolvedNameParts.splice(0)) state.invalid.push(typed.trim());
}

function nameFromTokens(words: readonly AddressToken[]): string | null {
  const text = words.map(({ kind, text }) => (kind === 'quoted' ? text : decodeEncodedWords(text))).join(' ');
  return normalizeName(text);
}

function normalizeName(text: string): string | null {
  return (
    text
      .toWellFormed()
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, maxNameLength)
      .trimEnd() || null
  );
}

function formatAddress({ name, email }: Address): string {
  const clean = normalizeName(name ?? '');
  if (clean === null) return email;
  const isPlain = /^[\p{L}\p{N}\p{M} !#$%&'*+/=?^_`{|}~-]+$/u.test(clean) && !clean.includes('=?');
  return `${isPlain ? clean : `"${clean.replaceAll(/["\\]/g, '\\$&')}"`} <${email}>`;
}
