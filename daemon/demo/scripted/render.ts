import { attribution, blockquoteOf, quotedLines } from '../generated/correspondence.ts';
import { invitation } from '../generated/invites.ts';
import { htmlPage, plainPage } from '../generated/html-page.ts';
import type { Block, PageStyle } from '../generated/html-page.ts';
import { escapeHtml, wrapParagraph } from '../encode.ts';
import { folderIndex } from '../folders.ts';
import type { MailboxProfile } from '../folders.ts';
import type { DemoAttachment, DemoMessage, Person } from '../message.ts';
import type { AttachmentFactory } from '../writing-context.ts';
import { flagBits } from '../flags.ts';
import type { PlannedMessage } from '../plan.ts';
import { personalArrivals, workArrivals } from './arrivals.ts';
import { personalMessages } from './personal.ts';
import type { ScriptedAttachment, ScriptedMessage } from './scripted-message.ts';
import { workMessages } from './work.ts';

/** The scenes of an account, newest first. */
export function scriptedMessagesOf(profile: MailboxProfile): ScriptedMessage[] {
  return (profile === 'work' ? workMessages : personalMessages).toSorted((a, b) => a.minutesAgo - b.minutesAgo);
}

/** The scenes that arrive after the account's first sync, in the order of their arrival. */
export function scriptedArrivalsOf(profile: MailboxProfile): readonly ScriptedMessage[] {
  return profile === 'work' ? workArrivals : personalArrivals;
}

export function plannedMessageOf({
  minutesAgo,
  folder = 'inbox',
  unread = false,
  starred = false,
  answered = false,
}: ScriptedMessage): PlannedMessage {
  return { age: minutesAgo * 60, folder: folderIndex[folder], flags: flagBits({ read: !unread, starred, answered }) };
}

type RenderContext = {
  owner: Person;
  ownerOffset: number;
  attachments: AttachmentFactory;
  /** The anchor, in unix seconds. */
  anchor: number;
  /** The Message-ID of a scene. */
  idOf: (scene: ScriptedMessage) => string;
  scripted: readonly ScriptedMessage[];
};

export function renderScriptedMessage(message: ScriptedMessage, context: RenderContext): DemoMessage {
  const { owner, ownerOffset, idOf, anchor } = context;
  const before = earlierInThread(message, context);
  const last = before.at(-1);
  const at = anchor - message.minutesAgo * 60;
  return {
    from: writerOf(message, owner),
    to: message.to ?? [
      message.list ? { name: message.list.name, email: `${message.list.tag}@${message.list.host}` } : owner,
    ],
    cc: message.cc,
    subject: message.subject,
    at,
    offset: message.from === 'me' ? ownerOffset : (message.offset ?? 60),
    id: idOf(message),
    ...(last && { inReplyTo: idOf(last), references: before.map(idOf) }),
    headers: headersOf(message),
    format: message.format,
    attachments: message.attachments
      ?.filter((each) => !isInline(each))
      .map((each) => attachmentOf(each, context.attachments)),
    ...contentOf(message, message.automatic ? undefined : last, context, at),
  };
}

function earlierInThread({ thread, minutesAgo }: ScriptedMessage, { scripted }: RenderContext): ScriptedMessage[] {
  if (!thread) return [];
  return scripted
    .filter((each) => each.thread === thread && each.minutesAgo > minutesAgo)
    .toSorted((a, b) => b.minutesAgo - a.minutesAgo);
}

type Content = Pick<DemoMessage, 'text' | 'html' | 'inline' | 'calendar'>;

/** `quoted` is the scene that the author replies to. */
function contentOf(
  message: ScriptedMessage,
  quoted: ScriptedMessage | undefined,
  context: RenderContext,
  at: number,
): Content {
  if (message.invite) return invitationOf(message, context, at);
  if (message.automatic)
    return message.page ? machinePage(message, writerOf(message, context.owner)) : { text: plainText(message) };
  const text = plainText(message, message.format === 'flowed' ? ' ' : '') + (quoted ? quoteOf(quoted, context) : '');
  const pictures = message.attachments?.filter(isInline).map((each) => attachmentOf(each, context.attachments)) ?? [];
  if (!pictures.length && !message.page) return { text };
  return { text, ...htmlPageOf(message, pictures, quoted, context) };
}

function writerOf({ from }: ScriptedMessage, owner: Person): Person {
  return from === 'me' ? owner : from;
}

function plainText(message: ScriptedMessage, soft = ''): string {
  const paragraphs = paragraphsOf(message).map((paragraph) =>
    paragraph
      .split('\n')
      .map((line) => wrapParagraph(line, { soft }))
      .join('\r\n'),
  );
  return `${paragraphs.join('\r\n\r\n')}\r\n`;
}

function quoteOf(last: ScriptedMessage, context: RenderContext): string {
  return `\r\n${attributionOf(last, context)}\r\n${quotedLines(plainText(last), '> ')}`;
}

function attributionOf(message: ScriptedMessage, { owner, anchor, idOf }: RenderContext): string {
  const turn = { isMine: false, at: anchor - message.minutesAgo * 60, id: idOf(message), seed: 0 };
  return attribution(turn, { ...writerOf(message, owner), offset: 0 });
}

function headersOf({ automatic, list, page: look }: ScriptedMessage): [string, string][] {
  const headers: [string, string][] = [];
  if (automatic) headers.push(['Auto-Submitted', 'auto-generated']);
  if (list)
    headers.push(
      ['List-Id', `${list.name} <${list.tag}.${list.host}>`],
      ['List-Post', `<mailto:${list.tag}@${list.host}>`],
      ['List-Unsubscribe', `<mailto:${list.tag}-leave@${list.host}>`],
      ['Precedence', 'list'],
    );
  if (look?.unsubscribe)
    headers.push(
      ['List-Unsubscribe', `<${look.unsubscribe}>`],
      ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
      ['Precedence', 'bulk'],
    );
  return headers;
}

function machinePage(message: ScriptedMessage, from: Person): Pick<DemoMessage, 'text' | 'html'> {
  const wanted = message.page;
  const look: PageStyle = { colour: '#1d2327', ...wanted, brand: from.name, footer: `${from.name}, ${from.email}` };
  const paragraphs = paragraphsOf(message).map((each): Block => ({ kind: 'text', text: each.replaceAll('\n', ' ') }));
  const blocks = [
    ...(wanted?.blocks?.filter(({ kind }) => kind === 'image') ?? []),
    ...paragraphs,
    ...(wanted?.blocks?.filter(({ kind }) => kind !== 'image') ?? []),
  ];
  return { text: plainPage(look, blocks), html: htmlPage(look, blocks) };
}

function invitationOf(message: ScriptedMessage, { owner, anchor, idOf }: RenderContext, at: number): Content {
  const { days, hour, minutes, place: location } = message.invite ?? { days: 1, hour: 9, minutes: 60, place: '' };
  const start = Math.floor(anchor / 86_400) * 86_400 + days * 86_400 + hour * 3600;
  const event = invitation({
    uid: idOf(message),
    summary: message.subject.replace('Invitation: ', ''),
    location,
    start,
    minutes,
    organizer: writerOf(message, owner),
    attendees: [owner],
    stamp: at,
  });
  return { ...event, text: `${plainText(message)}\r\n${event.text}` };
}

function isInline(each: ScriptedAttachment): boolean {
  return each.kind === 'picture' && each.inline === true;
}

function attachmentOf(wanted: ScriptedAttachment, attachments: AttachmentFactory): DemoAttachment {
  switch (wanted.kind) {
    case 'paper':
      return attachments.document(wanted.title, wanted.lines);
    case 'scan':
      return attachments.scan(wanted.title, wanted.kilobytes);
    case 'picture':
      return attachments.picture(wanted.number);
    case 'photograph':
      return attachments.photograph(wanted.kilobytes);
    case 'table':
      return attachments.table(wanted.name, wanted.rows);
  }
}

/**
 * A personal message as HTML: pictures referenced by Content-ID (RFC 2392), and the remote content that the sender's program
 * adds.
 */
function htmlPageOf(
  message: ScriptedMessage,
  pictures: DemoAttachment[],
  quoted: ScriptedMessage | undefined,
  context: RenderContext,
): Pick<DemoMessage, 'html' | 'inline'> {
  const inline = pictures.map((picture, index) => ({ ...picture, cid: `picture${index}.${context.idOf(message)}` }));
  const parts = paragraphsOf(message).map((each) => `<p>${escapeHtml(each).replaceAll('\n', '<br>\r\n')}</p>\r\n`);
  for (const { cid } of inline) parts.push(`<p><img src="cid:${cid}" width="160" height="96" alt="A linocut"></p>\r\n`);
  for (const block of message.page?.blocks ?? [])
    if (block.kind === 'image')
      parts.push(`<p><img src="${block.url}" width="${block.width}" alt="${escapeHtml(block.alt)}"></p>\r\n`);
  if (quoted) parts.push(blockquoteOf(attributionOf(quoted, context), paragraphsOf(quoted)));
  if (message.page?.pixel) parts.push(`<img src="${message.page.pixel}" width="1" height="1" alt="">\r\n`);
  return { html: `<html><body style="font-family:Georgia,serif">\r\n${parts.join('')}</body></html>\r\n`, inline };
}

function paragraphsOf({ text }: ScriptedMessage): string[] {
  return text.split('\n\n');
}
