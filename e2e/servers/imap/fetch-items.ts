import { quote } from './command.ts';
import { flagsOf } from './folder.ts';
import type { Folder, Place } from './folder.ts';
import { gmailLabels } from './gmail.ts';
import { quirkOfFolder, quirkOfMessage } from './quirks.ts';
import type { Asked } from './quirks.ts';
import type { Session } from './session.ts';
import { readPart, sectionOf, structureOf } from './structure.ts';
import type { View } from './view.ts';
import { toldModseq } from './view.ts';

/** BODY[…] with what stands between the brackets and the piece that is wanted, as `<0.100>` says. */
const bodyItem = /^BODY(?:\.PEEK)?\[(.*)\](?:<(\d+)\.(\d+)>)?$/i;

export function kindOf(item: string): Asked {
  if (/^BODY(STRUCTURE)?$/i.test(item)) return 'structure';
  const [, section] = bodyItem.exec(item) ?? [];
  if (section === undefined) return 'facts';
  return /HEADER|MIME/i.test(section) ? 'header' : 'body';
}

/** One item of a FETCH answer with its name, in bytes; undefined for one this server does not know. */
export function itemOf(session: Session, view: View, place: Place, item: string): Buffer | undefined {
  const [, section, start, length] = bodyItem.exec(item) ?? [];
  if (section !== undefined) {
    const piece = start === undefined ? undefined : { start: Number(start), length: Number(length) };
    return bodyOf(session, view, place, section, piece);
  }
  const fact = factOf(session, view, place, item.toUpperCase());
  return fact === undefined ? undefined : Buffer.from(`${item.toUpperCase()} ${fact}`, 'latin1');
}

function factOf({ quirks, mailbox }: Session, { path, folder }: View, place: Place, item: string): string | undefined {
  const { letter, uid, modseq } = place;
  const quirk = quirkOfMessage(quirks, path, uid);
  switch (item) {
    case 'UID':
      return `${uid}`;
    case 'FLAGS':
      return `(${flagsOf(place).join(' ')})`;
    case 'INTERNALDATE':
      return quirk.internalDate ?? quote(internalDate(letter.received));
    case 'RFC822.SIZE':
      return `${letter.bytes.length + (quirk.sizeSurplus ?? 0)}`;
    case 'MODSEQ':
      return `(${toldModseq(quirks, path, modseq)})`;
    case 'BODYSTRUCTURE':
      return structureOf(readPart(bytesOf(folder, quirk.structureOf, place).toString('latin1')));
    case 'X-GM-MSGID':
      return `${letter.id}`;
    case 'X-GM-THRID':
      return `${letter.thread}`;
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

type Piece = { start: number; length: number };

/** A literal, with what the message's quirks make of it. */
function bodyOf(session: Session, view: View, place: Place, section: string, piece: Piece | undefined): Buffer {
  const { quirks } = session;
  const quirk = quirkOfMessage(quirks, view.path, place.uid);
  const isBody = kindOf(`BODY[${section}]`) === 'body';
  const bytes = bytesOf(view.folder, isBody ? quirk.bodyOf : undefined, place);
  const whole = sectionOf(bytes.toString('latin1'), section);
  const name = `BODY[${section}]${piece ? `<${piece.start}>` : ''}`;
  if (whole === undefined || (isBody && quirk.isBodyMissing)) return Buffer.from(`${name} NIL`);
  const told = Buffer.from(piece ? whole.slice(piece.start, piece.start + piece.length) : whole, 'latin1');
  const announced = Math.max(0, told.length + (isBody ? (quirk.literalSurplus ?? 0) : 0));
  return Buffer.concat([Buffer.from(`${name} {${announced}}\r\n`), told]);
}

/** The bytes of the message with this UID, or of the place itself where there is none. */
function bytesOf({ places }: Folder, uid: number | undefined, place: Place): Buffer {
  return (places.find((each) => each.uid === uid) ?? place).letter.bytes;
}

/** Whether each FETCH answer in this folder may tell of modification sequences. */
export function keepsModseq({ capabilities, quirks }: Session, { path }: View): boolean {
  return capabilities.has('CONDSTORE') && !quirkOfFolder(quirks, path).isModseqMissing;
}
