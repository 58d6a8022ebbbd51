import { contentFlags } from '../../messages/content-flags.ts';
import { attachmentOf, dispositionOf, type PartDisposition } from './attachments.ts';
import { subjectOf } from '../headers/message-fields.ts';
import { partText, textAndEmbeddedFiles } from './part-text.ts';
import type { ParsedAttachment, TransferEncoding } from '../parsed-message.ts';
import {
  attachmentContentFlags,
  isHtml,
  isInlineImage,
  isHiddenAlternative,
  attachmentNote,
  pgpContentFlags,
  type PartContext,
} from './part-kinds.ts';
import { isIdentityEncoding, isMessage, isMultipart, type Part, type ByteRange } from '../structure/part.ts';
import { parseMimeStructure, type Structure } from '../structure/structure.ts';
import { decodeTransfer } from '../transfer/transfer-encoding.ts';

/** A text of a message, in one or two alternatives. */
export type TextForms = { plain: string | undefined; html: string | undefined };

/** The contents of a message, in message order. */
export type Contents = {
  texts: TextForms[];
  attachments: ParsedAttachment[];
  /** The parts that the HTML may show, by Content-ID or Content-Location. */
  inlineParts: InlinePart[];
  /** The embedded messages. */
  embeddedMessages: { subject: string; contents: Contents }[];
  /** Bits of `messages/content-flags.ts` for the parts. */
  contentFlags: number;
};

/** A part that HTML refers to by `cid:` (RFC 2392) or by its location (RFC 2557). */
export type InlinePart = ByteRange & {
  content_id: string | null;
  content_location: string | null;
  mime_type: string;
  encoding: TransferEncoding;
};

type VisitState = {
  bytes: Uint8Array;
  contents: Contents;
  notes: Set<string>;
  /** The number of encoded messages that enclose this one. */
  unpackDepth: number;
};

const rootContext: PartContext = { isAlternative: false, isRelated: false, isForMachines: false };
/** An encoded message may hold another: beyond this depth they are not decoded. */
const maxUnpackDepth = 5;
/** Embedded files are listed up to this many attachments. */
const maxFiles = 1_000;

/** Reads the parts below `root`. What was truncated or guessed is added to `notes`. */
export function readContents(bytes: Uint8Array, root: Part, notes: Set<string>, unpackDepth = 0): Contents {
  const contents: Contents = { texts: [], attachments: [], inlineParts: [], embeddedMessages: [], contentFlags: 0 };
  visitPart({ bytes, contents, notes, unpackDepth }, root, rootContext);
  return contents;
}

function visitPart(state: VisitState, part: Part, context: PartContext): void {
  if (isMultipart(part)) visitMultipart(state, part, context);
  else if (isMessage(part)) visitMessage(state, part, context);
  else visitLeaf(state, part, context);
}

function visitMultipart(state: VisitState, part: Part, context: PartContext): void {
  const { contents } = state;
  if (part.type === 'multipart/signed') contents.contentFlags |= contentFlags.SIGNED;
  if (part.type === 'multipart/encrypted') contents.contentFlags |= contentFlags.ENCRYPTED;
  const childContext = {
    isAlternative: part.type === 'multipart/alternative' || (context.isAlternative && part.type !== 'multipart/mixed'),
    isRelated: part.type === 'multipart/related',
    isForMachines: context.isForMachines || part.type === 'multipart/encrypted' || part.type === 'multipart/report',
  };
  const before = contents.texts.length;
  for (const child of part.children) visitPart(state, child, childContext);
  if (part.children.length === 0) visitMultipartWithoutParts(state, part);
  if (part.type === 'multipart/alternative') contents.texts.push(...mergeAlternatives(contents.texts.splice(before)));
}

/** The parts of a multipart/alternative are alternatives of one text. */
function mergeAlternatives(forms: TextForms[]): TextForms[] {
  if (forms.length < 2) return forms;
  return [{ plain: joined(forms.map(({ plain }) => plain)), html: joined(forms.map(({ html }) => html)) }];
}

function joined(texts: (string | undefined)[]): string | undefined {
  const present = texts.filter((text) => text !== undefined);
  return present.length > 0 ? present.join('\n') : undefined;
}

/** A multipart without parts: its content is shown as text so that it is not lost. */
function visitMultipartWithoutParts({ bytes, contents, notes }: VisitState, part: Part): void {
  const plain = partText(bytes, { ...part, type: 'text/plain' }, notes);
  const boundary = part.parameters.get('boundary');
  const isEmpty = plain.trim() === '' || (boundary && plain.includes(`--${boundary}`));
  if (!isEmpty) contents.texts.push({ plain, html: undefined });
}

function visitMessage(state: VisitState, part: Part, context: PartContext): void {
  const { bytes, contents, notes, unpackDepth } = state;
  const [child] = part.children;
  const unpackedMessage = child ? undefined : unpack(state, part);
  const root = child ?? unpackedMessage?.structure.root;
  const subject = root ? subjectOf(root.headers) : '';
  const disposition = dispositionOf(part);
  contents.attachments.push(attachmentOf(bytes, part, disposition, subject));
  if (!context.isForMachines) contents.contentFlags |= contentFlags.ATTACHMENT;
  if (child) contents.embeddedMessages.push({ subject, contents: readContents(bytes, child, notes, unpackDepth) });
  else if (unpackedMessage) {
    const embedded = readContents(unpackedMessage.bytes, unpackedMessage.structure.root, notes, unpackDepth + 1);
    contents.embeddedMessages.push({ subject, contents: embedded });
  }
}

/** An embedded message in base64 or similar, which RFC 2046, section 5.2.1, forbids and some senders use. */
function unpack(state: VisitState, part: Part): { bytes: Uint8Array; structure: Structure } | undefined {
  if (isIdentityEncoding(part.encoding) || state.unpackDepth >= maxUnpackDepth) return undefined;
  const bytes = decodeTransfer(state.bytes.subarray(part.start, part.end), part.encoding);
  const structure = parseMimeStructure(bytes);
  for (const note of structure.notes) state.notes.add(note);
  return { bytes, structure };
}

function visitLeaf(state: VisitState, part: Part, context: PartContext): void {
  const disposition = dispositionOf(part);
  if (isReadableText(state.contents, part, disposition)) visitText(state, part, disposition, context);
  else if (!(context.isAlternative && isHiddenAlternative(part))) visitAttachment(state, part, disposition, context);
}

/** An unknown disposition does not hide the first text of a message; a text after it is then a file. */
function isReadableText({ texts }: Contents, { type }: Part, disposition: PartDisposition): boolean {
  if (type !== 'text/plain' && type !== 'text/html') return false;
  if (disposition.disposition !== 'attachment') return true;
  return !disposition.isDeclaredAttachment && texts.length === 0;
}

function visitText(state: VisitState, part: Part, disposition: PartDisposition, context: PartContext): void {
  const { bytes, contents, notes } = state;
  const isFile = disposition.filename !== undefined && contents.texts.length > 0;
  if (isHtml(bytes, part))
    contents.texts.push({ plain: undefined, html: partText(bytes, { ...part, type: 'text/html' }, notes) });
  else {
    const { text, files } = textAndEmbeddedFiles(bytes, part, {
      maxFiles: maxFiles - contents.attachments.length,
      notes,
    });
    contents.texts.push({ plain: text, html: undefined });
    contents.attachments.push(...files);
    if (files.length > 0) contents.contentFlags |= contentFlags.ATTACHMENT;
    contents.contentFlags |= pgpContentFlags(text);
  }
  // A named text after the first is a file that is shown, such as a patch: it is both text and attachment.
  if (isFile && !context.isAlternative && !context.isRelated) visitAttachment(state, part, disposition, context);
}

function visitAttachment(
  { bytes, contents, notes }: VisitState,
  part: Part,
  disposition: PartDisposition,
  context: PartContext,
): void {
  const isShown = isInlineImage(part, disposition, context);
  const attachment = attachmentOf(bytes, part, isShown ? { ...disposition, disposition: 'inline' } : disposition);
  contents.attachments.push(attachment);
  if (disposition.content_id !== null || context.isRelated) contents.inlineParts.push(toInlinePart(part, disposition));
  contents.contentFlags |= isShown ? contentFlags.INLINE_IMAGE : attachmentContentFlags(attachment, part, context);
  const note = attachmentNote(attachment, part);
  if (note) notes.add(note);
}

function toInlinePart({ headers, type, start, end, encoding }: Part, { content_id }: PartDisposition): InlinePart {
  const content_location = headers.first('content-location')?.slice(0, 2_000) ?? null;
  return { content_id, content_location, mime_type: type, start, end, encoding };
}
