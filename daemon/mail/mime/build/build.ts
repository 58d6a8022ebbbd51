import { createHash } from 'node:crypto';
import { draftBody, htmlDocument, namesIn, renderBody } from './body.ts';
import { fileEntity, multipart, textEntity, type Entity } from './entity.ts';
import { flowedText } from './flowed-text.ts';
import { addressField, headerField, idField, textField } from './header-field.ts';
import type { Letter, LetterFile } from './letter.ts';

/** What is written for: to be sent, without Bcc, or to lie among the drafts on a server and be taken up again. */
export type BuildPurpose = 'send' | 'draft';

/**
 * The bytes of a message (RFC 5322, MIME), with CRLF, piece by piece: the same for the same letter, so that what was cut off
 * can be made again. All but local parts of addresses is 7-bit. Files are read while it is written. It says nothing of
 * the machine, the program or the hour of the place where it was written. Throws TypeError for an address or a Message-ID
 * that is none, and whatever the content of a file throws.
 */
export async function* buildMessage(letter: Letter, purpose: BuildPurpose): AsyncGenerator<Uint8Array> {
  const { fields, content } = await letterEntity(letter, purpose);
  yield Buffer.from(`${headerOf(letter, purpose)}MIME-Version: 1.0\r\n${fields}\r\n`);
  yield* content();
}

const mostReferences = 20;

function headerOf(letter: Letter, purpose: BuildPurpose): string {
  const { from, to, cc, bcc, subject, date, header_id, in_reply_to } = letter;
  const isToNobody = purpose === 'send' && to.length + cc.length === 0;
  return [
    headerField('Date', [date.toUTCString().replace('GMT', '+0000')]),
    addressField('From', [from]),
    to.length > 0 ? addressField('To', to) : '',
    isToNobody ? headerField('To', ['undisclosed-recipients:;']) : '',
    cc.length > 0 ? addressField('Cc', cc) : '',
    bcc.length > 0 && purpose === 'draft' ? addressField('Bcc', bcc) : '',
    textField('Subject', subject),
    messageId(header_id),
    in_reply_to === null ? '' : idField('In-Reply-To', [in_reply_to]),
    idField('References', shortened([...new Set(letter.references)])),
    ...Object.entries(letter.fields ?? {}).map(([name, value]) => ownField(name, value)),
  ].join('');
}

function messageId(header_id: string): string {
  const field = idField('Message-ID', [header_id]);
  // Without one nobody could tell later whether it was sent.
  if (field === '') throw new TypeError('a message is to have a Message-ID that is none');
  return field;
}

/** The first tells which conversation it is, the last which messages it answers (RFC 5322, section 3.6.4). */
function shortened(references: readonly string[]): string[] {
  return [...references.slice(0, 1), ...references.slice(1).slice(-mostReferences)];
}

function ownField(name: string, value: string): string {
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name)) throw new TypeError('a field of a message has no proper name');
  return textField(name, value);
}

async function letterEntity(letter: Letter, purpose: BuildPurpose): Promise<Entity> {
  const { body, files, calendar } = letter;
  const { text, html } = purpose === 'draft' ? draftBody(body) : renderBody(body);
  const shown = namesIn(html);
  const isShown = ({ cid }: LetterFile) => cid !== null && shown.has(cid.toLowerCase());
  const pictures = await entitiesOf(files.filter(isShown), 'inline');
  const attachments = await entitiesOf(
    files.filter((file) => !isShown(file)),
    'attachment',
  );
  const boundary = (place: string) => boundaryOf(letter.header_id, place);
  const page = textEntity('html', body.kind === 'markdown' ? htmlDocument(html) : html);
  const forms = [
    purpose === 'draft' ? textEntity('plain', text) : textEntity('plain; format=flowed; delsp=no', flowedText(text)),
    multipart('related', [page, ...pictures], boundary('related')),
    ...(calendar ? [textEntity(`calendar; method=${calendar.method}`, calendar.ics)] : []),
  ];
  const parts = [multipart('alternative', forms, boundary('alternative')), ...attachments];
  if (calendar) parts.push(await fileEntity(calendarFile(calendar.ics), 'attachment'));
  return multipart('mixed', parts, boundary('mixed'));
}

async function entitiesOf(files: readonly LetterFile[], disposition: 'inline' | 'attachment'): Promise<Entity[]> {
  const entities: Entity[] = [];
  for (const file of files) entities.push(await fileEntity(file, disposition));
  return entities;
}

/** Made of what is known anyway, so that a message has the same bytes every time. */
function boundaryOf(header_id: string, place: string): string {
  return `=_${createHash('sha256').update(`${place}\0${header_id}`).digest('hex').slice(0, 32)}`;
}

/** The same answer for programs that look for files alone (RFC 6047, section 2.4). */
function calendarFile(ics: string): LetterFile {
  return {
    name: 'invite.ics',
    mime_type: 'application/ics',
    cid: null,
    content: async function* () {
      yield Buffer.from(ics.replaceAll(/\r\n|\r|\n/g, '\r\n'));
    },
  };
}
