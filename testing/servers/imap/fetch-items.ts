import { quote } from './command.ts';
import { flagsOf } from './folder.ts';
import type { Folder, ServerPlacement } from './folder.ts';
import { gmailLabels } from './gmail.ts';
import { quirkOfFolder, quirkOfMessage } from './quirks.ts';
import type { FetchItemKind } from './quirks.ts';
import type { Session } from './session.ts';
import { readPart, sectionOf, structureOf } from './structure.ts';
import type { View } from './view.ts';
import { reportedModseq } from './view.ts';

/** BODY[…] with the section between the brackets and the requested range, as in `<0.100>`. */
const bodyItem = /^BODY(?:\.PEEK)?\[(.*)\](?:<(\d+)\.(\d+)>)?$/i;

export function kindOf(item: string): FetchItemKind {
  if (/^BODY(STRUCTURE)?$/i.test(item)) return 'structure';
  const [, section] = bodyItem.exec(item) ?? [];
  if (section === undefined) return 'facts';
  return /HEADER|MIME/i.test(section) ? 'header' : 'body';
}

/** An item of a FETCH answer with its name, in bytes; undefined for an unknown item. */
export function itemOf(session: Session, view: View, placement: ServerPlacement, item: string): Buffer | undefined {
  const [, section, start, length] = bodyItem.exec(item) ?? [];
  if (section !== undefined) {
    const piece = start === undefined ? undefined : { start: Number(start), length: Number(length) };
    return bodyOf(session, view, placement, section, piece);
  }
  const value = metadataOf(session, view, placement, item.toUpperCase());
  return value === undefined ? undefined : Buffer.from(`${item.toUpperCase()} ${value}`, 'latin1');
}

function metadataOf(
  { quirks, mailbox, capabilities }: Session,
  { path, folder }: View,
  placement: ServerPlacement,
  item: string,
): string | undefined {
  const { message, uid, modseq } = placement;
  const quirk = quirkOfMessage(quirks, path, uid);
  switch (item) {
    case 'UID':
      return `${quirk.uidOnWire ?? uid}`;
    case 'FLAGS':
      return `(${quirk.flagsOnWire ?? flagsOf(placement).join(' ')})`;
    case 'INTERNALDATE':
      return quirk.internalDate ?? quote(internalDate(message.received));
    case 'RFC822.SIZE':
      return `${message.bytes.length + (quirk.sizeSurplus ?? 0)}`;
    case 'MODSEQ':
      return `(${reportedModseq(quirks, path, modseq)})`;
    case 'BODYSTRUCTURE':
      return structureOf(readPart(bytesOf(folder, quirk.structureOf, placement).toString('latin1')));
    case 'EMAILID':
      return capabilities.has('OBJECTID') ? `(M${message.emailId})` : undefined;
    case 'THREADID':
      return capabilities.has('OBJECTID') ? `(T${message.thread})` : undefined;
    case 'X-GM-MSGID':
      return `${message.id}`;
    case 'X-GM-THRID':
      return `${message.thread}`;
    case 'X-GM-LABELS':
      return `(${gmailLabels(mailbox, folder, uid).map(quote).join(' ')})`;
    default:
      return undefined;
  }
}

/** ` 7-Mar-2026 08:00:00 +0000` */
function internalDate(date: Date): string {
  const [, day = '', month, year, time] = date.toUTCString().split(' ');
  return `${day.replace(/^0/, ' ')}-${month}-${year} ${time} +0000`;
}

type ByteRange = { start: number; length: number };

/** A literal, with the message's quirks applied. */
function bodyOf(
  session: Session,
  view: View,
  placement: ServerPlacement,
  section: string,
  piece: ByteRange | undefined,
): Buffer {
  const { quirks } = session;
  const quirk = quirkOfMessage(quirks, view.path, placement.uid);
  const isBody = kindOf(`BODY[${section}]`) === 'body';
  const bytes = bytesOf(view.folder, isBody ? quirk.bodyOf : undefined, placement);
  const whole = sectionOf(bytes.toString('latin1'), section);
  const name = `BODY[${section}]${piece ? `<${piece.start}>` : ''}`;
  if (whole === undefined || (isBody && quirk.isBodyMissing)) return Buffer.from(`${name} NIL`);
  const sent = Buffer.from(piece ? whole.slice(piece.start, piece.start + piece.length) : whole, 'latin1');
  const announced = isBody
    ? Math.max(0, sent.length + (quirk.literalSurplus ?? 0))
    : (quirk.headerLiteral?.(sent.length) ?? sent.length);
  return Buffer.concat([Buffer.from(`${name} {${announced}}\r\n`), sent]);
}

/** The bytes of the message with this UID, or of the placement itself if there is none. */
function bytesOf({ placements }: Folder, uid: number | undefined, placement: ServerPlacement): Buffer {
  return (placements.find((each) => each.uid === uid) ?? placement).message.bytes;
}

/** Whether FETCH answers in this folder may contain modification sequences. */
export function keepsModseq({ capabilities, quirks }: Session, { path }: View): boolean {
  return capabilities.has('CONDSTORE') && !quirkOfFolder(quirks, path).isModseqMissing;
}
