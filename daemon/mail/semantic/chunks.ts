import { createHash } from 'node:crypto';
import { ownText } from '../text/quotes.ts';

/** A part of a message whose meaning is computed. */
export type Chunk = {
  text: string;
  /** Identifies the text: 16 bytes. */
  hash: Buffer;
};

/** What the chunks of a message are made of. */
export type ChunkSource = { subject: string; text: string; from_name: string | null; from_email: string };

/** The size of a chunk, which every model reads whole, and what is joined to the chunk before it because it is too short. */
const maxSize = 1_200;
const minSize = 200;
/** Longer messages are found by their beginning: about twenty pages. */
const maxChunks = 24;
/** Only this much text is divided, in characters. */
const maxCharacters = 60_000;

/**
 * Divides what the sender of a message wrote, without quotes and signatures, into chunks of about a page, between paragraphs where
 * that is possible. The subject begins the first chunk. The same message always has the same chunks. A message without words has
 * none.
 */
export function chunksOf({ subject, text, from_name, from_email }: ChunkSource): Chunk[] {
  const own = ownText(text.slice(0, maxCharacters), { name: from_name, email: from_email });
  const pieces = own.split(/\n\s*\n/).flatMap((paragraph) => {
    const words = paragraph.replace(/\s+/g, ' ').trim();
    return sizeOf(words) <= maxSize ? [words] : dividedText(words);
  });
  const texts = [subject.replace(/\s+/g, ' ').trim(), ...pieces].filter(hasWords);
  return joinedPieces(texts)
    .slice(0, maxChunks)
    .map((each) => ({ text: each, hash: hashOf(each) }));
}

/** Joins short pieces to the chunk before them. */
function joinedPieces(pieces: readonly string[]): string[] {
  const chunks: { text: string; size: number }[] = [];
  pieces.forEach((piece, at) => {
    const size = sizeOf(piece);
    const last = chunks.at(-1);
    // The first piece is the subject, which is never alone.
    const isJoined = last && (at === 1 || last.size + size <= maxSize || (size < minSize && last.size < maxSize));
    if (isJoined) Object.assign(last, { text: `${last.text}\n${piece}`, size: last.size + size });
    else chunks.push({ text: piece, size });
  });
  return chunks.map(({ text }) => text);
}

/** Divides a long paragraph after sentences, or between words, or anywhere. */
function dividedText(text: string): string[] {
  const parts: string[] = [];
  for (let rest = text; rest !== '';) {
    const most = lengthOfSize(rest, maxSize);
    if (most >= rest.length) {
      parts.push(rest);
      break;
    }
    const head = rest.slice(0, most);
    const sentenceEnd = Math.max(...['. ', '! ', '? ', '。'].map((mark) => head.lastIndexOf(mark))) + 1;
    const wordEnd = head.lastIndexOf(' ');
    const end = sentenceEnd > most / 2 ? sentenceEnd : wordEnd > most / 2 ? wordEnd : most;
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trimStart();
  }
  return parts;
}

/** A character of a script that tokenizers read one by one counts as three. */
function sizeOf(text: string): number {
  return isLatinAlone.test(text)
    ? text.length
    : [...text].reduce((sum, character) => sum + sizeOfCharacter(character), 0);
}

function lengthOfSize(text: string, most: number): number {
  let size = 0;
  let length = 0;
  for (const character of text) {
    size += sizeOfCharacter(character);
    if (size > most) return length;
    length += character.length;
  }
  return length;
}

const isLatinAlone = /^[\0-\u2e7f]*$/;

function sizeOfCharacter(character: string): number {
  return isLatinAlone.test(character) ? 1 : 3;
}

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function hashOf(text: string): Buffer {
  return createHash('sha1').update(text).digest().subarray(0, 16);
}
