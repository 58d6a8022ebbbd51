import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseMessage } from '../../../daemon/mail/mime/parse.ts';
import { readBody } from '../../../daemon/mail/mime/read-body.ts';
import { sentencesOf } from '../../../daemon/mail/todos/rules/sentences.ts';
import { corpusFile } from '../../corpus.ts';
import { filesOf } from '../classification/sample.ts';

/** The draw that the labels belong to. Another seed draws other sentences, which have no labels. */
const seed = 'posthorn-commitments-1';

/**
 * The numbers of sentences that are drawn from each set, for the wide and for the narrow sample. Mail between people comes first,
 * because only in such mail commitments are looked for.
 */
const quotas: Record<string, readonly [wide: number, narrow: number]> = {
  'retrieval/aeslc-dev.jsonl': [190, 220],
  'mail-dev/enron-skilling': [60, 80],
  'mail-dev/spamassassin-easy-ham': [50, 40],
  'mail-dev/list-usrp-users': [40, 30],
  'mail-dev/list-btrfs': [30, 15],
  'mail-dev/list-openbmc': [30, 15],
};

/**
 * Few sentences promise anything. So of 20 sentences of the wide sample 17 are in the first person and speak of what is to come, or
 * may: they have a word of each pattern. The rest is drawn from all other sentences.
 */
const hintedShare = 17 / 20;
const firstPerson = /\b(?:i|i'?ll|i'm|i'd|i've|im|we|we'?ll|we're|we'd|me|us|let's)\b/i;
const toCome =
  /\bwill\b|'ll\b|\bill\b|\bshall\b|\bgo(?:ing to|nna)\b|\bplan|\blet\b|\bcan\b|\bpromise|\btry|\bhope\b|\bintend|\bexpect|\b(?:am|are|'m|'re) (?:\w+ )?\w+ing\b|\bshould\b|\bwould\b|'d\b|\bneed to\b|\bhave to\b|\bwant\b|\bmay\b|\bmight\b|\bmust\b|\btomorrow\b|\bsoon\b|\blater\b|\bnext\b|\btoday\b|\btonight\b|day\b|\bonce\b|\bas soon\b|\bcommit|\bhappy to\b|\bglad to\b/i;

/** The sentences of the narrow sample say what the writer will or means to do. The patterns of both samples are wider than the rules. */
const ownIntention =
  /\b(?:i|we)(?:'ll\b|'m going to\b|'re going to\b|,? (?:\w+ ){0,2}(?:will|shall|going to|gonna|plan to|intend to|promise|hope to|try to)\b)|\blet me (?!know)/i;

/** A sentence of a text of the corpus: `id` consists of the name of the text, the position of the sentence in it, and its length. */
type SampledSentence = { id: string; text: string };

/** Draws the sentences of both samples, those of each set in a random order. The same words are drawn once. */
export function drawSentences(): { wide: SampledSentence[]; narrow: SampledSentence[] } {
  const seen = new Set<string>();
  const drawn = Object.entries(quotas).map(([set, [wideCount, narrowCount]]) => {
    const all = inRandomOrder(sentencesIn(set)).filter(({ text }) => isFirst(seen, text));
    const hintedCount = Math.round(wideCount * hintedShare);
    const hinted = all.filter(({ text }) => isHinted(text)).slice(0, hintedCount);
    const others = all.filter(({ text }) => !isHinted(text)).slice(0, wideCount - hintedCount);
    const taken = new Set([...hinted, ...others]);
    const narrow = all.filter((each) => !taken.has(each) && ownIntention.test(plain(each.text))).slice(0, narrowCount);
    return { wide: [...hinted, ...others], narrow };
  });
  return { wide: drawn.flatMap(({ wide }) => wide), narrow: drawn.flatMap(({ narrow }) => narrow) };
}

function isHinted(text: string): boolean {
  return firstPerson.test(plain(text)) && toCome.test(plain(text));
}

function plain(text: string): string {
  return text.replaceAll('’', "'");
}

/** The half whose labels are held back until the rules are final. */
export function isHeldBack({ id }: Pick<SampledSentence, 'id'>): boolean {
  return rankOf(`half ${positionOf({ id })}`) % 2 === 1;
}

function isFirst(seen: Set<string>, text: string): boolean {
  const words = text.toLowerCase().replaceAll(/\s+/g, ' ');
  const isNew = !seen.has(words);
  seen.add(words);
  return isNew;
}

/** The sentences that the senders wrote. */
function sentencesIn(set: string): SampledSentence[] {
  return textsOf(set).flatMap(({ name, text, from }) =>
    sentencesOf(text, from).map((sentence) => ({
      id: `${name} ${sentence.start} ${sentence.text.length}`,
      text: sentence.text,
    })),
  );
}

/** The labelled sentences, which are found also where sentences are split in another way. */
export function sentencesById(ids: readonly string[]): SampledSentence[] {
  const names = new Map(
    Object.keys(quotas)
      .flatMap(textsOf)
      .map(({ name, text }) => [name, text]),
  );
  return ids.map((id) => {
    const [length = 0, start = 0] = id.split(' ').toReversed().slice(0, 2).map(Number);
    const text = names.get(id.split(' ').slice(0, -2).join(' '));
    if (text === undefined) throw new Error(`the corpus has no text ${id}`);
    return { id, text: text.slice(start, start + length) };
  });
}

type NamedText = { name: string; text: string; from: { name: string | null; email: string } };

function textsOf(set: string): NamedText[] {
  if (set.endsWith('.jsonl'))
    return readFileSync(corpusFile(set), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const { id, body } = JSON.parse(line) as { id: string; body: string };
        return { name: `aeslc ${id}`, text: body, from: { name: null, email: 'writer@people.example' } };
      });
  return filesOf(set).map((path) => {
    const bytes = readFileSync(corpusFile(path));
    const { from } = parseMessage(bytes);
    return { name: path, text: readBody(bytes).text, from: { name: from?.name ?? null, email: from?.email ?? '' } };
  });
}

function positionOf({ id }: Pick<SampledSentence, 'id'>): string {
  return id.slice(0, id.lastIndexOf(' '));
}

function inRandomOrder(sentences: readonly SampledSentence[]): SampledSentence[] {
  return sentences
    .map((sentence) => ({ sentence, rank: rankOf(positionOf(sentence)) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ sentence }) => sentence);
}

function rankOf(text: string): number {
  return createHash('sha256').update(`${seed}\n${text}`).digest().readUIntBE(0, 6);
}
