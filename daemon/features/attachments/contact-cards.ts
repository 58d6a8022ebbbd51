import { cleanText } from '../../mail/text/clean-text.ts';
import { decodeCharset } from '../../mail/mime/charset/charset.ts';
import type { ContactCard } from './preview-schemas.ts';

const maxCards = 100;
const maxValues = 20;
const maxValueLength = 2_000;
/** A longer line contains a picture or a key. */
const maxLineLength = 10_000;

type Line = { name: string; labels: string[]; parameters: ReadonlyMap<string, string>; value: string };

/**
 * The contacts in a vCard file of any version (RFC 2426, RFC 6350, and vCard 2.1 as written by old phones). Never throws: a
 * line that cannot be read is left out. `isCut`: the text ends within a card.
 */
export function readContacts(text: string, isCut: boolean): { contacts: ContactCard[]; is_cut: boolean } {
  const cards: Line[][] = [];
  let current: Line[] | undefined;
  for (const rawLine of unfoldLines(text)) {
    if (/^BEGIN:\s*VCARD\s*$/i.test(rawLine)) cards.push((current = []));
    else if (/^END:\s*VCARD\s*$/i.test(rawLine)) current = undefined;
    else {
      const line = current && parseLine(rawLine);
      if (line) current?.push(line);
    }
    if (cards.length > maxCards) break;
  }
  return { contacts: cards.slice(0, maxCards).map(cardOf), is_cut: isCut || cards.length > maxCards };
}

/** Unfolds lines. In vCard 2.1 a quoted-printable line that ends with `=` continues on the next line. */
function unfoldLines(text: string): string[] {
  const lines: string[] = [];
  let isContinued = false;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    const last = lines.length - 1;
    if (isContinued) lines[last] = `${lines[last]?.slice(0, -1)}${line}`;
    else if (/^[ \t]/.test(line) && last >= 0) lines[last] += line.slice(1);
    else lines.push(line);
    const current = lines.at(-1) ?? '';
    isContinued = current.endsWith('=') && /^[^:]*quoted-printable/i.test(current.slice(0, 200));
    if (current.length > maxLineLength) lines[lines.length - 1] = '';
  }
  return lines;
}

function parseLine(rawLine: string): Line | undefined {
  const found = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:[^":;]|"[^"]*")*)*):(.*)$/s.exec(rawLine);
  if (!found) return undefined;
  const [, name = '', parameterText = '', value = ''] = found;
  const parameters = new Map<string, string>();
  const labels: string[] = [];
  for (const parameter of parameterText.split(';').slice(1)) {
    const [key = '', content] = parameter.replaceAll('"', '').split('=');
    // In vCard 2.1 a type has no key: TEL;HOME.
    if (content === undefined) labels.push(key);
    else if (key.toLowerCase() === 'type') labels.push(...content.split(','));
    else parameters.set(key.toLowerCase(), content);
  }
  return { name: name.toLowerCase(), labels: labels.map((label) => label.toLowerCase()), parameters, value };
}

function cardOf(lines: readonly Line[]): ContactCard {
  const linesNamed = (name: string) => lines.filter((line) => line.name === name);
  const first = (name: string) => linesNamed(name).map(textOf).find(Boolean) ?? null;
  const values = (name: string, read = textOf) =>
    linesNamed(name)
      .map((line) => ({ value: read(line), label: labelOf(line) }))
      .filter(({ value }) => value !== '')
      .slice(0, maxValues);
  return {
    name: first('fn') ?? (linesNamed('n').map(displayName).find(Boolean) || null),
    nickname: first('nickname'),
    organization:
      linesNamed('org')
        .map((line) => partsOf(line).join(', '))
        .find(Boolean) ?? null,
    title: first('title') ?? first('role'),
    emails: values('email'),
    phones: values('tel', (line) => textOf(line).replace(/^tel:/i, '')),
    addresses: values('adr', (line) => partsOf(line).join('\n')),
    urls: values('url'),
    birthday: first('bday'),
    note: first('note'),
  };
}

/** Prefix, given names, family name: a card lists the family name first (RFC 6350, section 6.2.2). */
function displayName(line: Line): string {
  const [family = '', given = '', further = '', prefix = '', suffix = ''] = fieldsOf(line);
  return [prefix, given, further, family, suffix].filter(Boolean).join(' ');
}

function labelOf({ labels }: Line): string | null {
  return labels.find((label) => /^(home|work|cell|mobile|fax|pager|main|other)$/.test(label)) ?? null;
}

function partsOf(line: Line): string[] {
  return fieldsOf(line).filter(Boolean);
}

function fieldsOf(line: Line): string[] {
  return decoded(line)
    .split(/(?<!\\);/)
    .map(unescapeText);
}

function textOf(line: Line): string {
  return unescapeText(decoded(line));
}

function decoded({ parameters, labels, value }: Line): string {
  const encoding = parameters.get('encoding')?.toLowerCase() ?? '';
  if (encoding !== 'quoted-printable' && !labels.includes('quoted-printable')) return value;
  const bytes = value.replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decodeCharset(Buffer.from(bytes, 'latin1'), parameters.get('charset')).text;
}

function unescapeText(escaped: string): string {
  const text = escaped.replaceAll(/\\([nN,;:\\])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));
  return cleanText(text).trim().slice(0, maxValueLength).toWellFormed();
}
