import { randomFrom, type Random } from '../../../daemon/providers/fake/random.ts';
import { correspondentsOf, type Correspondent, type Correspondents } from './correspondents.ts';
import { letterBody } from './letter-body.ts';
import { base64Text, letterHead, type Letter } from './letter-head.ts';
import { paragraphs, phrase } from './prose.ts';
import { vocabularyOf, type Vocabulary } from './vocabulary.ts';

/** Raised whenever other mail comes out: mail written by an older version is not used again. */
export const syntheticVersion = 1;

export type SyntheticMail = {
  bytes: Buffer;
  /** When it came, in unix seconds; never before the one that went before it. */
  at: number;
  /** Letters of Maildir flags, in order. */
  flags: string;
};

const seed = 20_261_101;
const lastMoment = Date.UTC(2026, 2, 1) / 1000;
const span = 5 * 365 * 86_400;

/** How many letters back an answer may reach. */
const reach = 3_000;

/** What the mail is written with; the same always, so that a benchmark knows which words are frequent. */
export function syntheticVocabulary(): Vocabulary {
  return vocabularyOf({ seed, size: 60_000 });
}

export function syntheticCorrespondents(): Correspondents {
  return correspondentsOf(seed + 7);
}

/**
 * A mailbox of five years up to March 2026, the same for the same count, oldest first: on average 9.5 KB a message,
 * half with HTML, a tenth with a PDF, 45% replies, a quarter over mailing lists, a fifth unread.
 */
export function* syntheticMail(count: number): Generator<SyntheticMail> {
  const random = randomFrom(seed + count);
  const vocabulary = syntheticVocabulary();
  const correspondents = syntheticCorrespondents();
  const noise = noiseLines(random, 40_000);
  const recent: Letter[] = [];
  for (let i = 0; i < count; i++) {
    const at = lastMoment - span + Math.floor(((i + random.next()) / count) * span);
    const parent = recent.length > 0 && random.chance(0.45) ? random.pick(recent) : undefined;
    const letter = parent
      ? answerTo(random, parent, { at, number: i, correspondents })
      : newLetter(random, { at, number: i, correspondents, vocabulary });
    if (recent.length < reach) recent.push(letter);
    else recent[i % reach] = letter;
    const body = letterBody(random, {
      paragraphs: paragraphs(random, vocabulary, wordCount(random)),
      quoted: parent ? paragraphs(random, vocabulary, random.between(20, 120)) : [],
      isHtml: random.chance(0.5),
      ...(random.chance(0.1) && { pdf: somePages(random, noise) }),
    });
    yield { bytes: Buffer.from(`${letterHead(random, letter)}\r\n${body}`), at, flags: flags(random) };
  }
}

type Occasion = { at: number; number: number; correspondents: Correspondents };

function newLetter(random: Random, occasion: Occasion & { vocabulary: Vocabulary }): Letter {
  const { at, number, vocabulary, correspondents } = occasion;
  const { owner, lists, somebody } = correspondents;
  const isOwn = random.chance(0.08);
  const from = isOwn ? owner : somebody(random);
  const list = !isOwn && random.chance(0.25) ? random.pick(lists) : undefined;
  return {
    id: idOf(random, number, from),
    references: [],
    from,
    to: [isOwn ? somebody(random) : owner],
    cc: random.chance(0.2) ? Array.from({ length: random.between(1, 4) }, () => somebody(random)) : [],
    ...(list && { list }),
    subject: phrase(random, vocabulary, random.between(2, 9)),
    at,
  };
}

function answerTo(random: Random, parent: Letter, { at, number, correspondents }: Occasion): Letter {
  const { owner, somebody } = correspondents;
  const from = random.chance(0.3) ? owner : parent.from === owner ? somebody(random) : parent.from;
  return {
    id: idOf(random, number, from),
    references: [...parent.references, parent.id].slice(-20),
    from,
    to: [from === owner ? parent.from : owner],
    cc: parent.cc,
    ...(parent.list && { list: parent.list }),
    subject: parent.subject.startsWith('Re: ') ? parent.subject : `Re: ${parent.subject}`,
    at,
  };
}

function idOf(random: Random, number: number, { email }: Correspondent): string {
  return `${base64Text(random, 20).replaceAll(/[+/]/g, '-')}.${number}@${email.slice(email.indexOf('@') + 1)}`;
}

/** Mostly short, seldom long: from 30 to 1,100 words, 300 on average. */
function wordCount(random: Random): number {
  return Math.floor(30 * Math.exp(random.next() * 3.64));
}

function somePages(random: Random, noise: readonly string[]): string[] {
  const length = random.between(180, 540);
  const start = random.below(noise.length - length);
  return noise.slice(start, start + length);
}

function noiseLines(random: Random, count: number): string[] {
  const bytes = Buffer.alloc(count * 57 + 3);
  for (let at = 0; at + 4 <= bytes.length; at += 4) bytes.writeUInt32LE(random.below(2 ** 32), at);
  return Array.from({ length: count }, (_, i) => bytes.toString('base64', i * 57, (i + 1) * 57));
}

function flags(random: Random): string {
  return `${random.chance(0.04) ? 'F' : ''}${random.chance(0.15) ? 'R' : ''}${random.chance(0.8) ? 'S' : ''}`;
}
