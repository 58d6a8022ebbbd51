import { quote } from './command.ts';

/** A part of a message: its header (with the empty line) and its body, as latin1. */
type Part = {
  header: string;
  body: string;
  /** In capitals. */
  type: string;
  subtype: string;
  parameters: Record<string, string>;
  /** Parts of a multipart; for a message within a message that message alone. */
  children: Part[];
};

/** Parses a message or part (RFC 2045 and 2046), as far as well-formed mail needs it. */
export function readPart(text: string): Part {
  const end = /^\r\n|\r\n\r\n/.exec(text);
  const bodyStart = end ? end.index + end[0].length : text.length;
  const [header, body] = [text.slice(0, bodyStart), text.slice(bodyStart)];
  const { value, parameters } = parameterised(fieldOf(header, 'Content-Type') || 'text/plain');
  const [type = '', subtype = ''] = value.toUpperCase().split('/');
  const part = { header, body, type, subtype, parameters };
  if (type === 'MULTIPART') return { ...part, children: pieces(body, parameters['BOUNDARY'] ?? '').map(readPart) };
  return { ...part, children: type === 'MESSAGE' && subtype === 'RFC822' ? [readPart(body)] : [] };
}

export function fieldOf(header: string, name: string): string {
  const match = new RegExp(`^${name}:[ \\t]*((?:.*)(?:\\r\\n[ \\t].*)*)`, 'im').exec(header);
  return (match?.[1] ?? '').replace(/\r\n\s*/g, ' ').trim();
}

function parameterised(field: string): { value: string; parameters: Record<string, string> } {
  const [value = '', ...rest] = field.split(';').map((piece) => piece.trim());
  const pairs = rest.map((piece) => /^([^=]+)=\s*"?([^"]*)"?$/.exec(piece));
  return {
    value,
    parameters: Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1]?.toUpperCase(), pair[2]]] : []))),
  };
}

function pieces(body: string, boundary: string): string[] {
  const marker = `\r\n--${boundary}`;
  const [, ...rest] = `\r\n${body}`.split(marker);
  return rest.filter((piece) => !piece.startsWith('--')).map((piece) => piece.slice(piece.indexOf('\r\n') + 2));
}

/** BODYSTRUCTURE of a part (RFC 3501, section 7.4.2). */
export function structureOf(part: Part): string {
  const { type, subtype, parameters, header, body, children } = part;
  const disposition = dispositionOf(header);
  if (type === 'MULTIPART')
    return `(${children.map(structureOf).join('')} ${quote(subtype)} ${listed(parameters)} ${disposition} NIL NIL)`;
  const lines = body.split('\r\n').length - 1;
  const nested = children[0] ? [noEnvelope, structureOf(children[0]), lines] : type === 'TEXT' ? [lines] : [];
  const fields = [
    quote(type),
    quote(subtype),
    listed(parameters),
    orNil(fieldOf(header, 'Content-ID')),
    orNil(fieldOf(header, 'Content-Description')),
    quote(fieldOf(header, 'Content-Transfer-Encoding').toUpperCase() || '7BIT'),
    body.length,
    ...nested,
    'NIL',
    disposition,
    'NIL',
    'NIL',
  ];
  return `(${fields.join(' ')})`;
}

const noEnvelope = `(${Array.from({ length: 10 }, () => 'NIL').join(' ')})`;

function dispositionOf(header: string): string {
  const field = fieldOf(header, 'Content-Disposition');
  if (!field) return 'NIL';
  const { value, parameters } = parameterised(field);
  return `(${quote(value)} ${listed(parameters)})`;
}

function listed(parameters: Record<string, string>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${quote(name)} ${quote(value)}`);
  return pairs.length > 0 ? `(${pairs.join(' ')})` : 'NIL';
}

function orNil(text: string): string {
  return text ? quote(text) : 'NIL';
}

/** The section between the brackets of BODY[…]: the whole, HEADER, TEXT, header fields, or a part by number. */
export function sectionOf(message: string, section: string): string | undefined {
  const fields = /^(?:([\d.]+)\.)?HEADER\.FIELDS(\.NOT)? \((.*)\)$/i.exec(section);
  const [, number, what] = /^(?:([\d.]+?)(?:\.|$))?(HEADER|TEXT|MIME)?$/i.exec(section) ?? [];
  if (!fields && number === undefined && what === undefined) return section === '' ? message : undefined;
  const root = readPart(message);
  const part = partAt(root, fields ? fields[1] : number);
  if (!part) return undefined;
  // The header and text of a part that is a message are those of the inner message.
  const inner = part !== root && part.children[0] && part.type === 'MESSAGE' ? part.children[0] : part;
  if (fields) return someFields(inner.header, (fields[3] ?? '').split(' '), fields[2] !== undefined);
  if (what?.toUpperCase() === 'HEADER') return inner.header;
  if (what?.toUpperCase() === 'MIME') return part.header;
  return what ? inner.body : part.body;
}

function partAt(root: Part, number: string | undefined): Part | undefined {
  if (number === undefined) return root;
  let part: Part | undefined = root;
  for (const index of number.split('.').map(Number)) {
    const holder: Part | undefined = part?.type === 'MESSAGE' ? (part.children[0] ?? part) : part;
    // A message of one part has that part as its number 1.
    part = holder?.type === 'MULTIPART' ? holder.children[index - 1] : index === 1 ? holder : undefined;
  }
  return part;
}

function someFields(header: string, names: readonly string[], isOthers: boolean): string {
  const wanted = names.map((name) => name.replaceAll('"', '').toUpperCase());
  const fields = header.match(/^[^\s:]+:.*\r\n(?:[ \t].*\r\n)*/gm) ?? [];
  const chosen = fields.filter((field) => wanted.includes((field.split(':')[0] ?? '').toUpperCase()) !== isOthers);
  return `${chosen.join('')}\r\n`;
}
