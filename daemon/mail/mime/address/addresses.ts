import type { Address } from '../../../contract/fields.ts';
import { addressScanner } from './address-scanner.ts';
import { encodedWordEnd } from '../headers/encoded-word.ts';
import { createAddress, addressOfMailbox, displayNameFrom, unescaped, type Mailbox } from './mailbox.ts';

const maximumAddresses = 1_000;

/** The parse state of a field: `pending` are words between commas that may be the beginning of a name. */
type ParseState = {
  value: string;
  scanner: ReturnType<typeof addressScanner>;
  found: Address[];
  nonAddresses: string[];
  pendingWords: string[];
  mailbox: Mailbox;
};

const wordPattern = String.raw`[^\s"(),:;<>@\\[\]]+`;
const bareAddressPattern = String.raw`((?!=\?|')${wordPattern}@${wordPattern})`;
const namedAddressPattern = String.raw`(?:"([^"\\=]*)" *|([^"(),:;<>@\\=[\]]*))<(${wordPattern}@${wordPattern})>`;
/** A mailbox in a common form, up to its comma: `a@b`, `Name <a@b>` or `"Name" <a@b>`. */
const commonMailbox = new RegExp(`(?:${bareAddressPattern}|${namedAddressPattern})(?:,|$)`, 'y');

/**
 * The mailboxes of an address field (RFC 5322, section 3.4), with groups flattened and names decoded (RFC 2047) after
 * the field is split. Reads the obsolete forms of section 4.4, and unquoted or unclosed forms as far as possible. Text
 * that is not an address gives `{ name, email: '' }`, but only if the field has no address at all. At most 1,000.
 */
export function parseAddresses(value: string): Address[] {
  const trimmed = value.trim();
  const found: Address[] = [];
  const at = readCommonMailboxes(trimmed, found);
  return at < trimmed.length && found.length < maximumAddresses ? readUncommonMailboxes(trimmed, at, found) : found;
}

/** Reads mailboxes up to the first unusual one, and returns its offset. */
function readCommonMailboxes(value: string, found: Address[]): number {
  for (let at = 0; found.length < maximumAddresses; at = commonMailbox.lastIndex) {
    while (value[at] === ' ' || value[at] === '\t') at++;
    commonMailbox.lastIndex = at;
    const [, bare, quoted, name, email] = commonMailbox.exec(value) ?? [];
    if (bare !== undefined) found.push(createAddress(null, bare));
    else if (email !== undefined) found.push(createAddress(displayNameFrom(quoted ?? name ?? ''), email));
    else return at;
  }
  return value.length;
}

function readUncommonMailboxes(value: string, from: number, found: Address[]): Address[] {
  const scanner = addressScanner(value);
  const state: ParseState = { value, scanner, found, nonAddresses: [], pendingWords: [], mailbox: newMailbox() };
  const plain = /[^",:;<>()[=\\]+/y;
  for (let at = from; at < value.length && found.length < maximumAddresses;) {
    plain.lastIndex = at;
    const text = plain.exec(value)?.[0];
    if (text !== undefined) addText(state, text);
    at = text === undefined ? readNextToken(state, at) : at + text.length;
  }
  finishMailbox(state);
  if (found.length > 0) return found.slice(0, maximumAddresses);
  return [...state.nonAddresses, ...state.pendingWords].slice(0, maximumAddresses).map(addressFromText);
}

/** The whole address is between quotes, or the text is not an address. */
function addressFromText(text: string): Address {
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(text);
  return isAddress ? createAddress(null, text) : createAddress(text, '');
}

/** Reads the token at `at`, and returns the offset after it. */
function readNextToken(state: ParseState, at: number): number {
  const { value, scanner } = state;
  switch (value[at]) {
    case ',':
    case ';':
      finishMailbox(state);
      if (value[at] === ';') state.nonAddresses.push(...state.pendingWords.splice(0));
      return at + 1;
    case ':':
      // The name of a group is dropped, unless no group ends and angle brackets follow: then it is part of a name.
      if (at > scanner.lastSemicolon && at < scanner.lastAngle) addText(state, ':');
      else state.mailbox = newMailbox();
      return at + 1;
    case '<':
      return addAngleAddress(state, at);
    case '>':
      return at + 1;
    case '(':
      return addComment(state, at);
    case '"':
      return addQuoted(state, at);
    case '\\':
      addText(state, value.slice(at + 1, at + 2));
      return at + 2;
    default: {
      const tokenEnd = value[at] === '[' ? scanner.literalEnd(at) + 1 : encodedWordEnd(value, at);
      const end = Math.max(tokenEnd ?? 0, at + 1);
      addText(state, value.slice(at, end));
      return end;
    }
  }
}

function finishMailbox(state: ParseState): void {
  const { mailbox, pendingWords, nonAddresses, found } = state;
  const { name, email } = addressOfMailbox(mailbox);
  state.mailbox = newMailbox();
  if (email === '' && mailbox.angleAddr === undefined) {
    if (name !== null) pendingWords.push(name);
    return;
  }
  // Commas in a name that should have been quoted: `Public, John <john@example.org>`.
  const pendingNames = pendingWords.splice(0);
  if (mailbox.angleAddr === undefined) nonAddresses.push(...pendingNames);
  const words = mailbox.angleAddr === undefined ? [name] : [...pendingNames, name];
  const fullName = words.filter((word) => word !== null).join(', ');
  if (email !== '') found.push(createAddress(fullName, email));
  else if (fullName !== '') nonAddresses.push(fullName);
}

function addText({ mailbox }: ParseState, text: string, quoted = text): void {
  if (mailbox.angleAddr !== undefined) mailbox.afterAngle.push(text);
  else {
    mailbox.phrase.push(text);
    mailbox.hasWords ||= /\S/.test(text);
    mailbox.addrSpec.push(quoted);
  }
}

function addAngleAddress(state: ParseState, at: number): number {
  const { angleAddr, afterAngle } = state.mailbox;
  if (angleAddr !== undefined) {
    // The comma between two mailboxes is missing.
    finishMailbox(state);
    state.mailbox.phrase = afterAngle;
    state.mailbox.hasWords = afterAngle.some((text) => /\S/.test(text));
  }
  const { text, next, isText } = state.scanner.angle(at);
  if (isText) addText(state, text);
  else state.mailbox.angleAddr = text;
  return next;
}

function addComment(state: ParseState, at: number): number {
  const end = state.scanner.commentEnd(at);
  if (end < 0) {
    addText(state, '(');
    return at + 1;
  }
  const { mailbox, value } = state;
  const comment = value.slice(at + 1, end);
  mailbox.comments.push(comment);
  // People write what belongs to their name as a comment: `Ann Lee (Mill) <ann@example.org>`.
  const followsName = mailbox.hasWords && comment.trim() !== '';
  addText(state, followsName ? ` (${unescaped(comment)}) ` : ' ', '');
  return end + 1;
}

function addQuoted(state: ParseState, at: number): number {
  const end = state.scanner.quoteEnd(at);
  if (end < 0) return at + 1;
  const { value, mailbox } = state;
  const before = mailbox.phrase.at(-1)?.at(-1) ?? '';
  const name = `${isWordCharacter(before) ? ' ' : ''}${unescaped(value.slice(at + 1, end))}${isWordCharacter(value[end + 1] ?? '') ? ' ' : ''}`;
  addText(state, name, value.slice(at, end + 1));
  return end + 1;
}

/** Whether a word without white space before or after a quoted word is another word of the name. */
function isWordCharacter(character: string): boolean {
  return /[\p{L}\p{N}=]/u.test(character);
}

function newMailbox(): Mailbox {
  return { phrase: [], hasWords: false, addrSpec: [], comments: [], angleAddr: undefined, afterAngle: [] };
}
