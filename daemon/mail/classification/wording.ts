import { phrases, unspacedPhrases, type Topic } from './phrases.ts';

type Rest = { rest: readonly string[]; topic: Topic };

const byFirstWord = phrasesByFirstWord();
const unspaced = Object.entries(unspacedPhrases) as [Topic, readonly string[]][];
const hasOtherScript = /[\u0600-\u06ff\u3040-\u30ff\u4e00-\u9fff]/;

function phrasesByFirstWord(): Map<string, Rest[]> {
  const found = new Map<string, Rest[]>();
  for (const [topic, text] of Object.entries(phrases) as [Topic, string][])
    for (const phrase of text.split(',')) {
      const [first = '', ...rest] = phrase.trim().split(/\s+/);
      const entry = { rest, topic };
      const known = found.get(first);
      if (known) known.push(entry);
      else found.set(first, [entry]);
    }
  return found;
}

/** How many different phrases of each topic a text has, how many words, and whether one of the names that were looked for. */
export type WordingCounts = Record<Topic, number> & { wordCount: number; hasName: boolean };

const noNames: readonly string[] = [];

function emptyCounts(): WordingCounts {
  const ofPeople = { person: 0, self: 0, introduction: 0, pitch: 0, fraud: 0 };
  const ofMailings = {
    leaving: 0,
    automatic: 0,
    form: 0,
    trial: 0,
    newsletter: 0,
    transaction: 0,
    notification: 0,
    bulk: 0,
  };
  return { ...ofPeople, ...ofMailings, wordCount: 0, hasName: false };
}

/** Counts the phrases of a text, and looks for names in it, in lower case. */
export function countWording(text: string, names: readonly string[] = noNames): WordingCounts {
  const lower = text.toLowerCase().replaceAll('’', "'");
  const counts = emptyCounts();
  const textWords = wordsOf(lower);
  counts.wordCount = textWords.length;
  let seen: Rest[] | undefined;
  for (let at = 0; at < textWords.length; at++) {
    const word = textWords[at] as string;
    const entries = byFirstWord.get(word);
    if (entries === undefined) continue;
    for (const entry of entries) {
      if (!followsAt(textWords, at + 1, entry.rest) || seen?.includes(entry)) continue;
      (seen ??= []).push(entry);
      counts[entry.topic] += 1;
    }
  }
  counts.hasName = names.some((name) => textWords.includes(name));
  if (hasOtherScript.test(lower))
    for (const [topic, list] of unspaced) for (const phrase of list) if (lower.includes(phrase)) counts[topic] += 1;
  return counts;
}

function followsAt(textWords: readonly string[], from: number, rest: readonly string[]): boolean {
  for (let index = 0; index < rest.length; index++) if (textWords[from + index] !== rest[index]) return false;
  return true;
}

/** Words with their inner punctuation: `e-mail`, `don't`. Faster than a regular expression, which matters here. */
function wordsOf(text: string): string[] {
  const found: string[] = [];
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    if (isWordCode(code)) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      found.push(text.slice(start, trimmedEnd(text, start, at)));
      start = -1;
    }
  }
  return found;
}

/** Letters and digits of any script, and the punctuation that words contain. At the end of the text the code is NaN. */
function isWordCode(code: number): boolean {
  if (code < 128)
    return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 39 || code === 45 || code === 46;
  return code >= 0xc0 && !(code >= 0x2000 && code <= 0x2bff) && !(code >= 0x3000 && code <= 0x3004);
}

/** Without dots, dashes and apostrophes at the end. */
function trimmedEnd(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && isPunctuation(text.charCodeAt(last - 1))) last -= 1;
  return last;
}

function isPunctuation(code: number): boolean {
  return code === 39 || code === 45 || code === 46;
}
