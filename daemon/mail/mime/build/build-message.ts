import { createHash } from 'node:crypto';
import { draftBody, htmlDocument, contentIdsIn, renderBody } from './body.ts';
import { fileEntity, multipart, textEntity, type Entity } from './entity.ts';
import { flowedText } from './flowed-text.ts';
import { addressField, headerField, idField, textField } from './header-field.ts';
import type { OutgoingMessage, OutgoingFile } from './outgoing-message.ts';

/** The purpose of the message: to be sent, without Bcc, or to be stored in the drafts on a server and edited later. */
export type BuildPurpose = 'send' | 'draft';

/**
 * Yields the bytes of a message (RFC 5322, MIME) with CRLF, in pieces. The same message always has the same bytes, so
 * that an interrupted transfer can be repeated. Everything except local parts of addresses is 7-bit. Files are read
 * while the message is written. The message reveals nothing about the machine, the program or the time zone of the
 * sender. Throws TypeError for an invalid address or Message-ID, and passes on errors from reading files.
 */
export async function* buildMessage(message: OutgoingMessage, purpose: BuildPurpose): AsyncGenerator<Uint8Array> {
  const { fields, content } = await messageEntity(message, purpose);
  yield Buffer.from(`${headerOf(message, purpose)}MIME-Version: 1.0\r\n${fields}\r\n`);
  yield* content();
}

const maxReferences = 20;

function headerOf(message: OutgoingMessage, purpose: BuildPurpose): string {
  const { from, to, cc, bcc, subject, date, header_id, in_reply_to } = message;
  const hasOnlyHiddenRecipients = purpose === 'send' && to.length + cc.length === 0;
  return [
    headerField('Date', [date.toUTCString().replace('GMT', '+0000')]),
    addressField('From', [from]),
    to.length > 0 ? addressField('To', to) : '',
    hasOnlyHiddenRecipients ? headerField('To', ['undisclosed-recipients:;']) : '',
    cc.length > 0 ? addressField('Cc', cc) : '',
    bcc.length > 0 && purpose === 'draft' ? addressField('Bcc', bcc) : '',
    textField('Subject', subject),
    messageIdField(header_id),
    in_reply_to === null ? '' : idField('In-Reply-To', [in_reply_to]),
    idField('References', truncateReferences([...new Set(message.references)])),
    ...Object.entries(message.fields ?? {}).map(([name, value]) => customField(name, value)),
  ].join('');
}

function messageIdField(header_id: string): string {
  const field = idField('Message-ID', [header_id]);
  // Without a Message-ID it is impossible to tell later whether the message was sent.
  if (field === '') throw new TypeError('the Message-ID of a message isn’t valid');
  return field;
}

/** The first id identifies the conversation, the last ones the messages it answers (RFC 5322, section 3.6.4). */
function truncateReferences(references: readonly string[]): string[] {
  return [...references.slice(0, 1), ...references.slice(1).slice(-maxReferences)];
}

function customField(name: string, value: string): string {
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name)) throw new TypeError('the name of a header field isn’t valid');
  return textField(name, value);
}

async function messageEntity(message: OutgoingMessage, purpose: BuildPurpose): Promise<Entity> {
  const { body, files, calendar } = message;
  const { text, html } = purpose === 'draft' ? draftBody(body) : renderBody(body);
  const inlineContentIds = contentIdsIn(html);
  const isInline = ({ cid }: OutgoingFile) => cid !== null && inlineContentIds.has(cid.toLowerCase());
  const inlineParts = await entitiesOf(files.filter(isInline), 'inline');
  const attachments = await entitiesOf(
    files.filter((file) => !isInline(file)),
    'attachment',
  );
  const boundaryFor = (label: string) => boundaryOf(message.header_id, label);
  const htmlPart = textEntity('html', body.kind === 'markdown' ? htmlDocument(html) : html);
  const forms = [
    purpose === 'draft' ? textEntity('plain', text) : textEntity('plain; format=flowed; delsp=no', flowedText(text)),
    multipart('related', [htmlPart, ...inlineParts], boundaryFor('related')),
    ...(calendar ? [textEntity(`calendar; method=${calendar.method}`, calendar.ics)] : []),
  ];
  const parts = [multipart('alternative', forms, boundaryFor('alternative')), ...attachments];
  if (calendar) parts.push(await fileEntity(calendarFile(calendar.ics), 'attachment'));
  return multipart('mixed', parts, boundaryFor('mixed'));
}

async function entitiesOf(files: readonly OutgoingFile[], disposition: 'inline' | 'attachment'): Promise<Entity[]> {
  const entities: Entity[] = [];
  for (const file of files) entities.push(await fileEntity(file, disposition));
  return entities;
}

/** Derived from the message, so that it has the same bytes every time. */
function boundaryOf(header_id: string, label: string): string {
  return `=_${createHash('sha256').update(`${label}\0${header_id}`).digest('hex').slice(0, 32)}`;
}

/** The same reply for programs that only look at files (RFC 6047, section 2.4). */
function calendarFile(ics: string): OutgoingFile {
  return {
    name: 'invite.ics',
    mime_type: 'application/ics',
    cid: null,
    content: async function* () {
      yield Buffer.from(ics.replaceAll(/\r\n|\r|\n/g, '\r\n'));
    },
  };
}
