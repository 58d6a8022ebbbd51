import { escapeHtml, wrapParagraph } from '../encode.ts';
import type { DemoAttachment, DemoMessage, TextFormat } from '../message.ts';
import type { WritingContext, Turn } from '../writing-context.ts';
import { pickCorrespondents, firstName, personalCorrespondents, workCorrespondents } from '../correspondents.ts';
import type { DemoCorrespondent } from '../correspondents.ts';
import { closers, general, greetings, openers } from '../phrases.ts';
import { renderSentence, parseSentences, shuffledIndexes } from '../prose.ts';
import type { Sentence } from '../prose.ts';
import { randomFrom } from '../random.ts';
import type { Random } from '../random.ts';
import { personalTopics } from '../topics-personal.ts';
import { workTopics } from '../topics-work.ts';

type Topic = { subjects: Sentence[]; lines: Sentence[]; asks: Sentence[] };

const topic = (raw: Record<keyof Topic, readonly string[]>): Topic => ({
  subjects: parseSentences(raw.subjects),
  lines: parseSentences(raw.lines),
  asks: parseSentences(raw.asks),
});

const topics = { personal: personalTopics.map(topic), work: workTopics.map(topic) };
const openingSentences = parseSentences(openers);
const fillerSentences = parseSentences(general);
const closingSentences = parseSentences(closers);

/** Several people and the owner discuss one subject; each message replies to the previous one and quotes it. */
export function correspondence(context: WritingContext): DemoMessage {
  const story = context.story();
  const chosenTopic = story.pick(topics[context.profile]);
  const subject = renderSentence(story, story.pick(chosenTopic.subjects));
  const people = participantsOf(context, story);
  const order = {
    lines: shuffledIndexes(story, chosenTopic.lines.length),
    filling: shuffledIndexes(story, fillerSentences.length),
  };

  const authorAt = (turn: number) => authorOf(context, people, turn);
  const own = (turn: number) =>
    ownText(context.at(turn).seed, chosenTopic, order, turn, authorAt(turn), recipientOf(context, people, turn));

  const writer = authorAt(context.turn);
  const reader = recipientOf(context, people, context.turn);
  const others = [...people, ownerAsCorrespondent(context)].filter(
    ({ email }) => email !== writer.email && email !== reader.email,
  );
  const draw = randomFrom(~context.at(context.turn).seed);
  const body = own(context.turn);
  const quoted = context.turn > 0 ? plainQuote(context, own, authorAt) : '';
  const format = randomFormat(draw, body.text);
  const signature = writer.signature ? `\r\n-- \r\n${writer.name}\r\n${writer.signature}\r\n` : '';
  return {
    ...threadHeadersOf(context),
    from: { name: writer.name, email: writer.email },
    to: [reader],
    cc: others,
    subject: context.turn > 0 ? `Re: ${subject}` : subject,
    offset: writer.offset,
    text: `${body.text}${signature}${quoted}`,
    ...pageOf(draw, body.paragraphs, writer, format, context.turn > 0 ? htmlQuote(context, own, authorAt) : ''),
    format,
    attachments: randomAttachments(draw, context, subject),
  };
}

/** The fields that all messages of a story share: their position in the thread (RFC 5322, section 3.6.4). */
export function threadHeadersOf(context: WritingContext): Pick<DemoMessage, 'id' | 'at' | 'inReplyTo' | 'references'> {
  const { id, at } = context.at(context.turn);
  if (context.turn === 0) return { id, at };
  const references = Array.from({ length: context.turn }, (_, turn) => context.at(turn).id);
  return { id, at, inReplyTo: references.at(-1), references };
}

export function ownerAsCorrespondent({ owner: person, ownerOffset }: WritingContext): DemoCorrespondent {
  return { ...person, offset: ownerOffset };
}

function participantsOf(context: WritingContext, story: Random): DemoCorrespondent[] {
  const size = context.turns > 4 ? story.between(1, 3) : story.between(1, 2);
  return pickCorrespondents(story, context.profile === 'work' ? workCorrespondents : personalCorrespondents, size);
}

/** The participants other than the owner take turns. */
function authorOf(context: WritingContext, people: DemoCorrespondent[], turn: number): DemoCorrespondent {
  if (context.at(turn).isMine) return ownerAsCorrespondent(context);
  return people[turn % people.length] as DemoCorrespondent;
}

function recipientOf(context: WritingContext, people: DemoCorrespondent[], turn: number): DemoCorrespondent {
  if (turn > 0) return authorOf(context, people, turn - 1);
  return context.at(turn).isMine ? (people[0] as DemoCorrespondent) : ownerAsCorrespondent(context);
}

type Body = { text: string; paragraphs: string[] };
type Order = { lines: number[]; filling: number[] };

function ownText(
  seed: number,
  chosenTopic: Topic,
  order: Order,
  turn: number,
  writer: DemoCorrespondent,
  reader: DemoCorrespondent,
): Body {
  const draw = randomFrom(seed);
  const line = (list: Sentence[], places: number[], at: number) =>
    renderSentence(draw, list[places[at % places.length] as number] as Sentence);
  const paragraphs = [draw.pick(greetings).replace('{them}', firstName(reader))];
  const blocks = draw.between(1, 3);
  let given = turn * 4;
  for (let block = 0; block < blocks; block++) {
    const parts = block === 0 ? [renderSentence(draw, draw.pick(openingSentences))] : [];
    for (let count = draw.between(1, 2); count > 0; count--) parts.push(line(chosenTopic.lines, order.lines, given++));
    if (draw.chance(0.7)) parts.push(line(fillerSentences, order.filling, given + block));
    if (draw.chance(0.4)) parts.push(line(chosenTopic.lines, order.lines, given++));
    paragraphs.push(parts.join(' '));
  }
  if (draw.chance(0.55)) paragraphs.push(renderSentence(draw, draw.pick(chosenTopic.asks)));
  const end = `${renderSentence(draw, draw.pick(closingSentences))},`;
  const text = `${paragraphs.map((paragraph) => wrapParagraph(paragraph)).join('\r\n\r\n')}\r\n\r\n${end}\r\n${firstName(writer)}\r\n`;
  return { text, paragraphs: [...paragraphs, `${end} ${firstName(writer)}`] };
}

/** The previous message, and briefly the one before it. */
function plainQuote(
  context: WritingContext,
  own: (turn: number) => Body,
  author: (turn: number) => DemoCorrespondent,
): string {
  const turn = context.turn - 1;
  const lead = (level: string, of: number) => `${level}${attribution(context.at(of), author(of))}\r\n`;
  let text = `\r\n${lead('', turn)}${quotedLines(own(turn).text, '> ')}`;
  if (turn > 0) text += `${lead('> ', turn - 1)}${quotedLines(own(turn - 1).text, '> > ')}`;
  return text;
}

/** The previous message, as quoted in HTML. */
function htmlQuote(
  context: WritingContext,
  own: (turn: number) => Body,
  author: (turn: number) => DemoCorrespondent,
): string {
  const turn = context.turn - 1;
  return blockquoteOf(attribution(context.at(turn), author(turn)), own(turn).paragraphs);
}

export function blockquoteOf(lead: string, paragraphs: string[]): string {
  const inner = paragraphs
    .map((paragraph) => `<p>${wrapParagraph(escapeHtml(paragraph), { width: 200 })}</p>\r\n`)
    .join('');
  return `<p>${escapeHtml(lead)}</p>\r\n<blockquote type="cite">\r\n${inner}</blockquote>\r\n`;
}

export function attribution({ at }: Turn, { name }: DemoCorrespondent): string {
  return `On ${new Date(at * 1000).toUTCString().slice(0, 22)}, ${name} wrote:`;
}

export function quotedLines(text: string, prefix: string): string {
  return `${prefix}${text.trimEnd().replaceAll('\r\n', `\r\n${prefix}`)}\r\n`;
}

function randomFormat(draw: Random, text: string): TextFormat {
  const chance = draw.fraction();
  if (chance < 0.04) return 'base64';
  if (chance < 0.12) return 'quoted';
  return chance < 0.14 && !/[^\x00-\xff]/.test(text) ? 'latin1' : 'plain';
}

function pageOf(
  draw: Random,
  paragraphs: string[],
  writer: DemoCorrespondent,
  format: TextFormat,
  citation: string,
): { html?: string } {
  if (format === 'latin1' || !draw.chance(0.35)) return {};
  const signature = writer.signature ? `<p style="color:#5b646b">${writer.name}<br>${writer.signature}</p>\r\n` : '';
  const body = paragraphs
    .map((paragraph) => `<p>${wrapParagraph(escapeHtml(paragraph), { width: 200 })}</p>\r\n`)
    .join('');
  return { html: `<html><body style="font-family:Georgia,serif">\r\n${body}${signature}${citation}</body></html>\r\n` };
}

function randomAttachments(
  draw: Random,
  { attachments, at, turn }: WritingContext,
  subject: string,
): DemoAttachment[] | undefined {
  const chance = draw.fraction();
  if (chance > 0.075) return undefined;
  const number = draw.below(1000);
  if (chance < 0.002) return [attachments.scan(`Scan ${number % 4}`, 90 + 10 * (number % 4))];
  if (chance < 0.035)
    return [
      attachments.document(`${subject} ${number}`, [
        `Set down for ${new Date(at(turn).at * 1000).toDateString()}`,
        `Number ${number}`,
      ]),
    ];
  if (chance < 0.06) return [attachments.picture(number)];
  const rows = Array.from({ length: 12 }, (_, row) => [
    `${row + 1}`,
    subject.replaceAll(',', ''),
    `${(number * (row + 3)) % 97}`,
  ]);
  return [attachments.table('list.csv', [['no', 'what', 'amount'], ...rows])];
}
