import { randomFrom, type Random } from '../../../daemon/demo/random.ts';
import { createCorrespondents, type Correspondent, type Correspondents } from './correspondents.ts';
import { messageBody } from './message-body.ts';
import { base64Text, messageHeader, type SyntheticMessage } from './message-header.ts';
import { paragraphs, phrase } from './prose.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';

/** Raised when the generated mail changes: mail of an older version is not reused. */
export const syntheticVersion = 1;

export type SyntheticMail = {
  bytes: Buffer;
  /** When it was received, in unix seconds; never before the previous message. */
  at: number;
  /** Characters of Maildir flags, in order. */
  flags: string;
};

const seed = 20_261_101;
const lastSentAt = Date.UTC(2026, 2, 1) / 1000;
const spanSeconds = 5 * 365 * 86_400;

/** How many messages back an answer may refer. */
const maxReplyDistance = 3_000;

/** The vocabulary of the mail; always the same, so that a benchmark knows the frequent words. */
export function syntheticVocabulary(): Vocabulary {
  return createVocabulary({ seed, size: 60_000 });
}

export function syntheticCorrespondents(): Correspondents {
  return createCorrespondents(seed + 7);
}

/**
 * A mailbox of five years up to March 2026, the same for the same count, oldest first: on average 9.5 KB per message, half
 * with HTML, a tenth with a PDF, 45% replies, a quarter over mailing lists, a fifth unread.
 */
export function* syntheticMail(count: number): Generator<SyntheticMail> {
  const random = randomFrom(seed + count);
  const vocabulary = syntheticVocabulary();
  const correspondents = syntheticCorrespondents();
  const noise = noiseLines(random, 40_000);
  const recent: SyntheticMessage[] = [];
  for (let i = 0; i < count; i++) {
    const at = lastSentAt - spanSeconds + Math.floor(((i + random.fraction()) / count) * spanSeconds);
    const parent = recent.length > 0 && random.chance(0.45) ? random.pick(recent) : undefined;
    const message = parent
      ? replyTo(random, parent, { at, number: i, correspondents })
      : newMessage(random, { at, number: i, correspondents, vocabulary });
    if (recent.length < maxReplyDistance) recent.push(message);
    else recent[i % maxReplyDistance] = message;
    const body = messageBody(random, {
      paragraphs: paragraphs(random, vocabulary, wordCount(random)),
      quoted: parent ? paragraphs(random, vocabulary, random.between(20, 120)) : [],
      isHtml: random.chance(0.5),
      ...(random.chance(0.1) && { pdf: pdfLines(random, noise) }),
    });
    yield { bytes: Buffer.from(`${messageHeader(random, message)}\r\n${body}`), at, flags: flags(random) };
  }
}

type MessageContext = { at: number; number: number; correspondents: Correspondents };

function newMessage(random: Random, occasion: MessageContext & { vocabulary: Vocabulary }): SyntheticMessage {
  const { at, number, vocabulary, correspondents } = occasion;
  const { owner, lists, randomPerson } = correspondents;
  const isOwn = random.chance(0.08);
  const from = isOwn ? owner : randomPerson(random);
  const list = !isOwn && random.chance(0.25) ? random.pick(lists) : undefined;
  return {
    id: idOf(random, number, from),
    references: [],
    from,
    to: [isOwn ? randomPerson(random) : owner],
    cc: random.chance(0.2) ? Array.from({ length: random.between(1, 4) }, () => randomPerson(random)) : [],
    ...(list && { list }),
    subject: phrase(random, vocabulary, random.between(2, 9)),
    at,
  };
}

function replyTo(
  random: Random,
  parent: SyntheticMessage,
  { at, number, correspondents }: MessageContext,
): SyntheticMessage {
  const { owner, randomPerson } = correspondents;
  const from = random.chance(0.3) ? owner : parent.from === owner ? randomPerson(random) : parent.from;
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

/** Mostly short, rarely long: from 30 to 1,100 words, 300 on average. */
function wordCount(random: Random): number {
  return Math.floor(30 * Math.exp(random.fraction() * 3.64));
}

function pdfLines(random: Random, noise: readonly string[]): string[] {
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
