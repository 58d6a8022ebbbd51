import { escaped, wrapped } from '../encode.ts';
import type { Enclosure, Letter, Manner } from '../letter.ts';
import type { Occasion, Turn } from '../occasion.ts';
import { cast, firstName, personalCircle, workCircle } from '../people.ts';
import type { Acquaintance } from '../people.ts';
import { closers, general, greetings, openers } from '../phrases.ts';
import { said, sentences, shuffled } from '../prose.ts';
import type { Sentence } from '../prose.ts';
import { randomFrom } from '../random.ts';
import type { Random } from '../random.ts';
import { personalTopics } from '../topics-personal.ts';
import { workTopics } from '../topics-work.ts';

type Topic = { subjects: Sentence[]; lines: Sentence[]; asks: Sentence[] };

const topic = (raw: Record<keyof Topic, readonly string[]>): Topic => ({
  subjects: sentences(raw.subjects),
  lines: sentences(raw.lines),
  asks: sentences(raw.asks),
});

const topics = { personal: personalTopics.map(topic), work: workTopics.map(topic) };
const opening = sentences(openers);
const filling = sentences(general);
const closing = sentences(closers);

/** Several people and the owner over one matter, each answering the one before and quoting it. */
export function correspondence(occasion: Occasion): Letter {
  const story = occasion.story();
  const matter = story.pick(topics[occasion.flavour]);
  const subject = said(story, story.pick(matter.subjects));
  const people = castOf(occasion, story);
  const order = { lines: shuffled(story, matter.lines.length), filling: shuffled(story, filling.length) };

  const speaker = (turn: number) => speakerOf(occasion, people, turn);
  const own = (turn: number) =>
    ownText(occasion.at(turn).seed, matter, order, turn, speaker(turn), listener(occasion, people, turn));

  const writer = speaker(occasion.turn);
  const reader = listener(occasion, people, occasion.turn);
  const others = [...people, owner(occasion)].filter(({ email }) => email !== writer.email && email !== reader.email);
  const draw = randomFrom(~occasion.at(occasion.turn).seed);
  const body = own(occasion.turn);
  const quoted = occasion.turn > 0 ? quotation(occasion, own, speaker) : '';
  const manner = mannerOf(draw, body.text);
  const sign = writer.sign ? `\r\n-- \r\n${writer.name}\r\n${writer.sign}\r\n` : '';
  return {
    ...threading(occasion),
    from: { name: writer.name, email: writer.email },
    to: [reader],
    cc: others,
    subject: occasion.turn > 0 ? `Re: ${subject}` : subject,
    offset: writer.offset,
    text: `${body.text}${sign}${quoted}`,
    ...pageOf(draw, body.paragraphs, writer, manner, occasion.turn > 0 ? cited(occasion, own, speaker) : ''),
    manner,
    attachments: enclosures(draw, occasion, subject),
  };
}

/** What all letters of a story share: their place in it (RFC 5322, section 3.6.4). */
export function threading(occasion: Occasion): Pick<Letter, 'id' | 'at' | 'inReplyTo' | 'references'> {
  const { id, at } = occasion.at(occasion.turn);
  if (occasion.turn === 0) return { id, at };
  const references = Array.from({ length: occasion.turn }, (_, turn) => occasion.at(turn).id);
  return { id, at, inReplyTo: references.at(-1), references };
}

export function owner({ owner: person, ownerOffset }: Occasion): Acquaintance {
  return { ...person, offset: ownerOffset };
}

function castOf(occasion: Occasion, story: Random): Acquaintance[] {
  const size = occasion.turns > 4 ? story.between(1, 3) : story.between(1, 2);
  return cast(story, occasion.flavour === 'work' ? workCircle : personalCircle, size);
}

/** Those who are not the owner take turns. */
function speakerOf(occasion: Occasion, people: Acquaintance[], turn: number): Acquaintance {
  if (occasion.at(turn).isMine) return owner(occasion);
  return people[turn % people.length] as Acquaintance;
}

function listener(occasion: Occasion, people: Acquaintance[], turn: number): Acquaintance {
  if (turn > 0) return speakerOf(occasion, people, turn - 1);
  return occasion.at(turn).isMine ? (people[0] as Acquaintance) : owner(occasion);
}

type Body = { text: string; paragraphs: string[] };
type Order = { lines: number[]; filling: number[] };

function ownText(
  seed: number,
  matter: Topic,
  order: Order,
  turn: number,
  writer: Acquaintance,
  reader: Acquaintance,
): Body {
  const draw = randomFrom(seed);
  const line = (list: Sentence[], places: number[], at: number) =>
    said(draw, list[places[at % places.length] as number] as Sentence);
  const paragraphs = [draw.pick(greetings).replace('{them}', firstName(reader))];
  const blocks = draw.between(1, 3);
  let given = turn * 4;
  for (let block = 0; block < blocks; block++) {
    const parts = block === 0 ? [said(draw, draw.pick(opening))] : [];
    for (let count = draw.between(1, 2); count > 0; count--) parts.push(line(matter.lines, order.lines, given++));
    if (draw.chance(0.7)) parts.push(line(filling, order.filling, given + block));
    if (draw.chance(0.4)) parts.push(line(matter.lines, order.lines, given++));
    paragraphs.push(parts.join(' '));
  }
  if (draw.chance(0.55)) paragraphs.push(said(draw, draw.pick(matter.asks)));
  const end = `${said(draw, draw.pick(closing))},`;
  const text = `${paragraphs.map((paragraph) => wrapped(paragraph)).join('\r\n\r\n')}\r\n\r\n${end}\r\n${firstName(writer)}\r\n`;
  return { text, paragraphs: [...paragraphs, `${end} ${firstName(writer)}`] };
}

/** The message before, and shortly the one before that. */
function quotation(occasion: Occasion, own: (turn: number) => Body, speaker: (turn: number) => Acquaintance): string {
  const turn = occasion.turn - 1;
  const lead = (level: string, of: number) => `${level}${attribution(occasion.at(of), speaker(of))}\r\n`;
  let text = `\r\n${lead('', turn)}${quotedLines(own(turn).text, '> ')}`;
  if (turn > 0) text += `${lead('> ', turn - 1)}${quotedLines(own(turn - 1).text, '> > ')}`;
  return text;
}

/** The message before, as a page quotes it. */
function cited(occasion: Occasion, own: (turn: number) => Body, speaker: (turn: number) => Acquaintance): string {
  const turn = occasion.turn - 1;
  return citation(attribution(occasion.at(turn), speaker(turn)), own(turn).paragraphs);
}

export function citation(lead: string, paragraphs: string[]): string {
  const inner = paragraphs.map((paragraph) => `<p>${wrapped(escaped(paragraph), { width: 200 })}</p>\r\n`).join('');
  return `<p>${escaped(lead)}</p>\r\n<blockquote type="cite">\r\n${inner}</blockquote>\r\n`;
}

export function attribution({ at }: Turn, { name }: Acquaintance): string {
  return `On ${new Date(at * 1000).toUTCString().slice(0, 22)}, ${name} wrote:`;
}

export function quotedLines(text: string, mark: string): string {
  return `${mark}${text.trimEnd().replaceAll('\r\n', `\r\n${mark}`)}\r\n`;
}

function mannerOf(draw: Random, text: string): Manner {
  const chance = draw.next();
  if (chance < 0.04) return 'base64';
  if (chance < 0.12) return 'quoted';
  return chance < 0.14 && !/[^\x00-\xff]/.test(text) ? 'latin1' : 'plain';
}

function pageOf(
  draw: Random,
  paragraphs: string[],
  writer: Acquaintance,
  manner: Manner,
  citation: string,
): { html?: string } {
  if (manner === 'latin1' || !draw.chance(0.35)) return {};
  const sign = writer.sign ? `<p style="color:#5b646b">${writer.name}<br>${writer.sign}</p>\r\n` : '';
  const body = paragraphs.map((paragraph) => `<p>${wrapped(escaped(paragraph), { width: 200 })}</p>\r\n`).join('');
  return { html: `<html><body style="font-family:Georgia,serif">\r\n${body}${sign}${citation}</body></html>\r\n` };
}

function enclosures(draw: Random, { shelf, at, turn }: Occasion, subject: string): Enclosure[] | undefined {
  const chance = draw.next();
  if (chance > 0.075) return undefined;
  const number = draw.below(1000);
  if (chance < 0.002) return [shelf.scan(`Scan ${number % 4}`, 90 + 10 * (number % 4))];
  if (chance < 0.035)
    return [
      shelf.paper(`${subject} ${number}`, [
        `Set down for ${new Date(at(turn).at * 1000).toDateString()}`,
        `Number ${number}`,
      ]),
    ];
  if (chance < 0.06) return [shelf.picture(number)];
  const rows = Array.from({ length: 12 }, (_, row) => [
    `${row + 1}`,
    subject.replaceAll(',', ''),
    `${(number * (row + 3)) % 97}`,
  ]);
  return [shelf.table('list.csv', [['no', 'what', 'amount'], ...rows])];
}
