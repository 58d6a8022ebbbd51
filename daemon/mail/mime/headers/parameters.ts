import { decodeMixedText, splitAtCharacters } from '../charset/mixed-text.ts';
import { decodeEncodedWords } from './encoded-word.ts';
import { hexPair } from '../hex.ts';

/** `Content-Type`, `Content-Disposition` and similar fields. `value` and the parameter names are in lower case. */
type ParameterizedValue = { value: string; parameters: Map<string, string> };

type Parameter = { name: string; text: string };

const maxParameters = 1_000;
/** A longer value is an attack, not a file name. */
const maxValueLength = 64_000;

/**
 * Parses a value with parameters (RFC 2045, section 5.1; RFC 2231). The first of duplicate parameters counts. Encoded
 * words in quoted strings, file names with spaces and no quotes, missing quotes and missing semicolons are accepted.
 */
export function parseParameters(value: string): ParameterizedValue {
  const text = value.slice(0, maxValueLength);
  const [all = '', head = ''] = /^(?:\s|\([^()]*\))*([^\s;/(]*(?:\s*\/\s*[^\s;(]*)?)/.exec(text) ?? [];
  return {
    value: head.replace(/\s/g, '').toLowerCase(),
    parameters: mergeContinuations(readParameters(text, all.length)),
  };
}

function readParameters(text: string, from: number): Parameter[] {
  const found: Parameter[] = [];
  const name = /[\s;]*(?:\([^()]*\)[\s;]*)*([^\s;=()"]*)\s*(=?)\s*/y;
  let at = from;
  let isUnclosed = false;
  while (at < text.length && found.length < maxParameters) {
    name.lastIndex = at;
    const [all = '', word = '', equals] = name.exec(text) ?? [];
    at += all.length;
    if (!word || !equals) {
      // Stray text: skip one character, or the word without a value.
      if (!word) at++;
      continue;
    }
    const key = word.toLowerCase();
    const close = text[at] === '"' && !isUnclosed ? closingQuote(text, at + 1) : undefined;
    if (close !== undefined) {
      found.push({ name: key, text: unquoted(text.slice(at + 1, close)) });
      at = close + 1;
      continue;
    }
    isUnclosed ||= text[at] === '"';
    const end = tokenEnd(text, at, /^(?:file)?name\b/.test(key));
    found.push({ name: key, text: text.slice(at, end).replaceAll('"', '').trim() });
    at = end;
  }
  return found;
}

/** The quote that ends a quoted string: a semicolon, a comment, another parameter or the end follows it. */
function closingQuote(text: string, from: number): number | undefined {
  const follows = /\s*(?:$|[;(]|[\w*-]+=)/y;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') {
      follows.lastIndex = at + 1;
      if (follows.test(text)) return at;
    }
  }
  return undefined;
}

/** A backslash before a letter or digit is a Windows path, not a quoted pair (RFC 5322, section 3.2.1). */
function unquoted(text: string): string {
  return text.includes('\\') ? text.replace(/\\([^a-z0-9])/gi, '$1') : text;
}

function tokenEnd(text: string, from: number, hasSpaces: boolean): number {
  const end = /[;\s]/g;
  const semicolon = /;/g;
  const search = hasSpaces || text[from] === '"' ? semicolon : end;
  search.lastIndex = from;
  return search.exec(text)?.index ?? text.length;
}

/** Joins continuations (RFC 2231, section 3) and decodes encoded values. */
function mergeContinuations(found: readonly Parameter[]): Map<string, string> {
  const parameters = new Map<string, string>();
  const pieces = new Map<string, Map<number, { text: string; isEncoded: boolean }>>();
  for (const { name, text } of found) {
    const [, base, section, star] = /^([^*]+)\*(?:(\d{1,4})(\*?))?$/.exec(name) ?? [];
    if (base === undefined) {
      if (!parameters.has(name)) parameters.set(name, decodeEncodedWords(text));
      continue;
    }
    const sections = pieces.get(base) ?? new Map<number, { text: string; isEncoded: boolean }>();
    const number = Number(section ?? 0);
    const isEncoded = section === undefined || star === '*';
    // `name*` is complete and takes precedence over the sections of `name*0`.
    if (section === undefined ? !sections.get(0)?.isEncoded : !sections.has(number)) {
      sections.set(number, { text, isEncoded });
    }
    pieces.set(base, sections);
  }
  // The extended form takes precedence over the plain one, which is there for old programs (see also RFC 6266, section
  // 4.3).
  for (const [base, sections] of pieces) {
    const inOrder = [...sections].toSorted(([a], [b]) => a - b).map(([, piece]) => piece);
    parameters.set(base, extendedText(inOrder));
  }
  return parameters;
}

function extendedText(pieces: { text: string; isEncoded: boolean }[]): string {
  const [first] = pieces;
  const [, charset, text] = /^([^']*)'[^']*'(.*)$/s.exec(first?.isEncoded ? first.text : '') ?? [];
  if (first && text !== undefined) first.text = text;
  if (!pieces.some(({ isEncoded }) => isEncoded)) return decodeEncodedWords(pieces.map(({ text }) => text).join(''));
  // Characters may be split between sections, so the character set is decoded last.
  const mixed = pieces.flatMap(({ text, isEncoded }) =>
    splitAtCharacters(text, isEncoded ? percentDecoded : asciiBytes),
  );
  return decodeMixedText(mixed, charset);
}

function asciiBytes(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function percentDecoded(text: string): Buffer {
  const bytes = asciiBytes(text);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    const code = byte === 37 ? hexPair(bytes, i + 1) : -1;
    if (code >= 0) i += 2;
    bytes[length++] = code >= 0 ? code : byte;
  }
  return bytes.subarray(0, length);
}
