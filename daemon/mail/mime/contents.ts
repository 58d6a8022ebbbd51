import { traits } from '../traits.ts';
import { attachmentOf, placingOf, type Placing } from './attachments.ts';
import { subjectOf } from './facts.ts';
import { leafText, plainAndFiles } from './leaf-text.ts';
import type { AttachmentFacts, TransferEncoding } from './message.ts';
import { attachmentTraits, isHtml, isInlineImage, isUnshownForm, noteOn, pgpTraits, type Place } from './part-kinds.ts';
import { isIdentity, isMessage, isMultipart, type Part, type Stretch } from './part.ts';
import { readStructure, type Structure } from './structure.ts';
import { decodeTransfer } from './transfer.ts';

/** Some text of a message, as its sender wrote it once or in two forms. */
export type Piece = { plain: string | undefined; html: string | undefined };

/** What a message holds, in its order. */
export type Contents = {
  pieces: Piece[];
  attachments: AttachmentFacts[];
  /** The parts its HTML may show, by Content-ID or Content-Location. */
  shown: InlinePart[];
  /** The messages within it. */
  forwarded: { subject: string; contents: Contents }[];
  /** Bits of `mail/traits.ts` that its parts give. */
  traits: number;
};

/** A part that HTML names by `cid:` (RFC 2392) or by its place (RFC 2557). */
export type InlinePart = Stretch & {
  content_id: string | null;
  content_location: string | null;
  mime_type: string;
  encoding: TransferEncoding;
};

type Reading = {
  bytes: Uint8Array;
  contents: Contents;
  notes: Set<string>;
  /** How many encoded messages this one was unpacked from. */
  unpacked: number;
};

const outermost: Place = { isAlternative: false, isRelated: false, isMachinery: false };
/** A message packed in base64 may hold another: past this they stay packed. */
const maximumUnpacked = 5;
/** Files written into texts are listed up to this many attachments. */
const maximumFiles = 1_000;

/** Reads the parts below `root`. What was cut or guessed is added to `notes`. */
export function contentsOf(bytes: Uint8Array, root: Part, notes: Set<string>, unpacked = 0): Contents {
  const contents: Contents = { pieces: [], attachments: [], shown: [], forwarded: [], traits: 0 };
  visit({ bytes, contents, notes, unpacked }, root, outermost);
  return contents;
}

function visit(reading: Reading, part: Part, place: Place): void {
  if (isMultipart(part)) visitMultipart(reading, part, place);
  else if (isMessage(part)) visitMessage(reading, part, place);
  else visitLeaf(reading, part, place);
}

function visitMultipart(reading: Reading, part: Part, place: Place): void {
  const { contents } = reading;
  if (part.type === 'multipart/signed') contents.traits |= traits.SIGNED;
  if (part.type === 'multipart/encrypted') contents.traits |= traits.ENCRYPTED;
  const inside = {
    isAlternative: part.type === 'multipart/alternative' || (place.isAlternative && part.type !== 'multipart/mixed'),
    isRelated: part.type === 'multipart/related',
    isMachinery: place.isMachinery || part.type === 'multipart/encrypted' || part.type === 'multipart/report',
  };
  const before = contents.pieces.length;
  for (const child of part.children) visit(reading, child, inside);
  if (part.children.length === 0) visitUndivided(reading, part);
  if (part.type === 'multipart/alternative') contents.pieces.push(...oneOf(contents.pieces.splice(before)));
}

/** The pieces of an alternative are forms of one text. */
function oneOf(forms: Piece[]): Piece[] {
  if (forms.length < 2) return forms;
  return [{ plain: joined(forms.map(({ plain }) => plain)), html: joined(forms.map(({ html }) => html)) }];
}

function joined(texts: (string | undefined)[]): string | undefined {
  const present = texts.filter((text) => text !== undefined);
  return present.length > 0 ? present.join('\n') : undefined;
}

/** A multipart in which no part was found: what it holds is shown as text rather than lost. */
function visitUndivided({ bytes, contents, notes }: Reading, part: Part): void {
  const plain = leafText(bytes, { ...part, type: 'text/plain' }, notes);
  const boundary = part.parameters.get('boundary');
  const isEmpty = plain.trim() === '' || (boundary && plain.includes(`--${boundary}`));
  if (!isEmpty) contents.pieces.push({ plain, html: undefined });
}

function visitMessage(reading: Reading, part: Part, place: Place): void {
  const { bytes, contents, notes, unpacked } = reading;
  const [child] = part.children;
  const packed = child ? undefined : unpack(reading, part);
  const root = child ?? packed?.structure.root;
  const subject = root ? subjectOf(root.headers) : '';
  const placing = placingOf(part);
  contents.attachments.push(attachmentOf(bytes, part, placing, subject));
  if (!place.isMachinery) contents.traits |= traits.ATTACHMENT;
  if (child) contents.forwarded.push({ subject, contents: contentsOf(bytes, child, notes, unpacked) });
  else if (packed) {
    const inner = contentsOf(packed.bytes, packed.structure.root, notes, unpacked + 1);
    contents.forwarded.push({ subject, contents: inner });
  }
}

/** A message that travels in base64 or the like, which RFC 2046, section 5.2.1, forbids and some senders do. */
function unpack(reading: Reading, part: Part): { bytes: Uint8Array; structure: Structure } | undefined {
  if (isIdentity(part.encoding) || reading.unpacked >= maximumUnpacked) return undefined;
  const bytes = decodeTransfer(reading.bytes.subarray(part.start, part.end), part.encoding);
  const structure = readStructure(bytes);
  for (const note of structure.notes) reading.notes.add(note);
  return { bytes, structure };
}

function visitLeaf(reading: Reading, part: Part, place: Place): void {
  const placing = placingOf(part);
  const isText = part.type === 'text/plain' || part.type === 'text/html';
  if (isText && placing.disposition !== 'attachment') visitText(reading, part, placing, place);
  else if (!(place.isAlternative && isUnshownForm(part))) visitAttachment(reading, part, placing, place);
}

function visitText(reading: Reading, part: Part, placing: Placing, place: Place): void {
  const { bytes, contents, notes } = reading;
  const isFile = placing.filename !== undefined && contents.pieces.length > 0;
  if (isHtml(bytes, part))
    contents.pieces.push({ plain: undefined, html: leafText(bytes, { ...part, type: 'text/html' }, notes) });
  else {
    const { text, files } = plainAndFiles(bytes, part, { room: maximumFiles - contents.attachments.length, notes });
    contents.pieces.push({ plain: text, html: undefined });
    contents.attachments.push(...files);
    if (files.length > 0) contents.traits |= traits.ATTACHMENT;
    contents.traits |= pgpTraits(text);
  }
  // A named text after the first is a file that is shown, such as a patch: it is text and attachment at once.
  if (isFile && !place.isAlternative && !place.isRelated) visitAttachment(reading, part, placing, place);
}

function visitAttachment({ bytes, contents, notes }: Reading, part: Part, placing: Placing, place: Place): void {
  const isShown = isInlineImage(part, placing, place);
  const facts = attachmentOf(bytes, part, isShown ? { ...placing, disposition: 'inline' } : placing);
  contents.attachments.push(facts);
  if (placing.content_id !== null || place.isRelated) contents.shown.push(shownPart(part, placing));
  contents.traits |= isShown ? traits.INLINE_IMAGE : attachmentTraits(facts, part, place);
  const note = noteOn(facts, part);
  if (note) notes.add(note);
}

function shownPart({ headers, type, start, end, encoding }: Part, { content_id }: Placing): InlinePart {
  const content_location = headers.first('content-location')?.slice(0, 2_000) ?? null;
  return { content_id, content_location, mime_type: type, start, end, encoding };
}
