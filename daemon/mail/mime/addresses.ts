import type { Address } from '../../contract/fields.ts';
import { addressScanner } from './address-scan.ts';
import { wordEnd } from './encoded-word.ts';
import { addressNamed, addressOf, nameFrom, unescaped, type Mailbox } from './mailbox.ts';

const maximumAddresses = 1_000;

/** A field while it is read: `pending` are words between commas that may be the beginning of a name. */
type Reading = {
  value: string;
  scanner: ReturnType<typeof addressScanner>;
  found: Address[];
  texts: string[];
  pending: string[];
  mailbox: Mailbox;
};

const word = String.raw`[^\s"(),:;<>@\\[\]]+`;
const bare = String.raw`((?!=\?|')${word}@${word})`;
const named = String.raw`(?:"([^"\\=]*)" *|([^"(),:;<>@\\=[\]]*))<(${word}@${word})>`;
/** A mailbox as nearly all are written, up to its comma: `a@b`, `Name <a@b>` or `"Name" <a@b>`. */
const usual = new RegExp(`(?:${bare}|${named})(?:,|$)`, 'y');

/**
 * The mailboxes of an address field (RFC 5322, section 3.4), groups flattened, names decoded (RFC 2047) once the
 * field is taken apart. Reads the obsolete forms of section 4.4, and unquoted or unclosed ones as well as can be. What
 * is no address gives `{ name, email: '' }`, but only where the field has no address at all. At most 1,000.
 */
export function parseAddresses(value: string): Address[] {
  const trimmed = value.trim();
  const found: Address[] = [];
  const at = readUsual(trimmed, found);
  return at < trimmed.length && found.length < maximumAddresses ? readRest(trimmed, at, found) : found;
}

/** Reads mailboxes until one is unusual, and says where that begins. */
function readUsual(value: string, found: Address[]): number {
  for (let at = 0; found.length < maximumAddresses; at = usual.lastIndex) {
    while (value[at] === ' ' || value[at] === '\t') at++;
    usual.lastIndex = at;
    const [, bare, quoted, name, email] = usual.exec(value) ?? [];
    if (bare !== undefined) found.push(addressNamed(null, bare));
    else if (email !== undefined) found.push(addressNamed(nameFrom(quoted ?? name ?? ''), email));
    else return at;
  }
  return value.length;
}

function readRest(value: string, from: number, found: Address[]): Address[] {
  const scanner = addressScanner(value);
  const reading: Reading = { value, scanner, found, texts: [], pending: [], mailbox: newMailbox() };
  const plain = /[^",:;<>()[=\\]+/y;
  for (let at = from; at < value.length && found.length < maximumAddresses;) {
    plain.lastIndex = at;
    const text = plain.exec(value)?.[0];
    if (text !== undefined) addText(reading, text);
    at = text === undefined ? step(reading, at) : at + text.length;
  }
  finish(reading);
  if (found.length > 0) return found.slice(0, maximumAddresses);
  return [...reading.texts, ...reading.pending].slice(0, maximumAddresses).map(lastResort);
}

/** Somebody put the whole address between quotes, or it is none. */
function lastResort(text: string): Address {
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(text);
  return isAddress ? addressNamed(null, text) : addressNamed(text, '');
}

/** Reads what the character at `at` opens, and says where to read on. */
function step(reading: Reading, at: number): number {
  const { value, scanner } = reading;
  switch (value[at]) {
    case ',':
    case ';':
      finish(reading);
      if (value[at] === ';') reading.texts.push(...reading.pending.splice(0));
      return at + 1;
    case ':':
      // The name of a group goes, unless no group ends and somebody's brackets follow: then it is part of a name.
      if (at > scanner.lastSemicolon && at < scanner.lastAngle) addText(reading, ':');
      else reading.mailbox = newMailbox();
      return at + 1;
    case '<':
      return addAngle(reading, at);
    case '>':
      return at + 1;
    case '(':
      return addComment(reading, at);
    case '"':
      return addQuoted(reading, at);
    case '\\':
      addText(reading, value.slice(at + 1, at + 2));
      return at + 2;
    default: {
      const closed = value[at] === '[' ? scanner.literalEnd(at) + 1 : wordEnd(value, at);
      const end = Math.max(closed ?? 0, at + 1);
      addText(reading, value.slice(at, end));
      return end;
    }
  }
}

function finish(reading: Reading): void {
  const { mailbox, pending, texts, found } = reading;
  const { name, email } = addressOf(mailbox);
  reading.mailbox = newMailbox();
  if (email === '' && mailbox.angle === undefined) {
    if (name !== null) pending.push(name);
    return;
  }
  // Commas in a name that should have been quoted: `Public, John <john@example.org>`.
  const before = pending.splice(0);
  if (mailbox.angle === undefined) texts.push(...before);
  const words = mailbox.angle === undefined ? [name] : [...before, name];
  const whole = words.filter((word) => word !== null).join(', ');
  if (email !== '') found.push(addressNamed(whole, email));
  else if (whole !== '') texts.push(whole);
}

function addText({ mailbox }: Reading, text: string, quoted = text): void {
  if (mailbox.angle !== undefined) mailbox.tail.push(text);
  else {
    mailbox.phrase.push(text);
    mailbox.spec.push(quoted);
  }
}

function addAngle(reading: Reading, at: number): number {
  const { angle, tail } = reading.mailbox;
  if (angle !== undefined) {
    // A comma is missing between two mailboxes.
    finish(reading);
    reading.mailbox.phrase = tail;
  }
  const { text, next, isText } = reading.scanner.angle(at);
  if (isText) addText(reading, text);
  else reading.mailbox.angle = text;
  return next;
}

function addComment(reading: Reading, at: number): number {
  const end = reading.scanner.commentEnd(at);
  if (end < 0) {
    addText(reading, '(');
    return at + 1;
  }
  reading.mailbox.comments.push(reading.value.slice(at + 1, end));
  addText(reading, ' ', '');
  return end + 1;
}

function addQuoted(reading: Reading, at: number): number {
  const end = reading.scanner.quoteEnd(at);
  if (end < 0) return at + 1;
  addText(reading, unescaped(reading.value.slice(at + 1, end)), reading.value.slice(at, end + 1));
  return end + 1;
}

function newMailbox(): Mailbox {
  return { phrase: [], spec: [], comments: [], angle: undefined, tail: [] };
}
