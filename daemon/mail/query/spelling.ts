import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { editDistance, closestWord } from './bad-query.ts';
import { tokenize } from './lexer.ts';
import { columnOf } from './fields.ts';
import { indexWords } from '../index/index-words.ts';

/** A query in which unknown words are replaced by words from mail. */
type Correction = { query: string; words: { written: string; meant: string }[] };

/** Maximum number of corrected words; each costs some milliseconds. */
const maxCorrections = 2;
/** A word this rare may be a typing error; its correction must be at least ten times as frequent. */
const maxRareCount = 1;
const wordLength = { shortest: 3, longest: 24, forTwoChanges: 6 };
/** Maximum number of words with the same prefix that are compared. */
const maxPrefixWords = 2_000;

/**
 * Corrects the words of a query that occur in no or hardly any mail, and unknown label names: the closest word of the
 * index, the most frequent of several. Undefined if every word is known, or none is close. `keepsPhrases` leaves words
 * in quotes as they are. Needs a connection with the
 * index's `vocabulary`.
 */
export function correctQuery(
  db: ReadDb,
  query: string,
  labels: readonly string[],
  { keepsPhrases = false } = {},
): Correction | undefined {
  const words: Correction['words'] = [];
  let corrected = '';
  let at = 0;
  const tokens = tokenize(query);
  for (const [i, token] of tokens.entries()) {
    if (token.kind !== 'word' && (token.kind !== 'phrase' || keepsPhrases)) continue;
    const before = tokens[i - 1];
    const field =
      before?.kind === 'field' && before.position + before.length === token.position ? before.field : undefined;
    if (words.length === maxCorrections || before?.kind === 'minus') continue;
    const meant = correctionFor(db, token.text, field, labels);
    if (meant === undefined) continue;
    words.push({ written: token.text, meant });
    corrected += query.slice(at, token.position) + formatWord(meant, token.kind === 'phrase');
    at = token.position + token.length;
  }
  return words.length > 0 ? { query: corrected + query.slice(at), words } : undefined;

  function formatWord(meant: string, isQuoted: boolean): string {
    return isQuoted || /\s/.test(meant) ? `"${meant.replace(/["\\]/g, '\\$&')}"` : meant;
  }
}

type Field = NonNullable<Parameters<typeof columnOf>[0]>;

function correctionFor(
  db: ReadDb,
  text: string,
  field: Field | undefined,
  labels: readonly string[],
): string | undefined {
  if (field === 'label') return labels.some((label) => isSameName(label, text)) ? undefined : closestWord(text, labels);
  if (field !== undefined && columnOf(field) === undefined) return undefined;
  return nearestWord(db, text);
}

function isSameName(one: string, other: string): boolean {
  return one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0;
}

/** The word of the index at an edit distance of one, or two for long words, from `text`. */
function nearestWord(db: ReadDb, text: string): string | undefined {
  const word = indexTerm(text);
  if (!/^\p{L}+$/u.test(word) || word.length < wordLength.shortest || word.length > wordLength.longest)
    return undefined;
  const [known] = frequencies(db, [word]);
  const frequency = known?.doc ?? 0;
  if (frequency > maxRareCount) return undefined;
  const minFrequency = Math.max(1, frequency * 10);
  const near = frequencies(db, wordsAtDistanceOne(word)).filter(({ doc }) => doc >= minFrequency);
  const found =
    near.length > 0 || word.length < wordLength.forTwoChanges ? near : wordsWithinDistanceTwo(db, word, minFrequency);
  return found.toSorted((a, b) => b.doc - a.doc)[0]?.term;
}

/** A word as the index stores it: without case and accents. */
export function indexTerm(word: string): string {
  return indexWords(word).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

type Term = { term: string; doc: number };

/** The words among these that the index has, with their message counts. */
function frequencies(db: ReadDb, words: readonly string[]): Term[] {
  return db.all<Term>(sql`
    SELECT v.term, v.doc FROM json_each(${jsonList(words)}) w CROSS JOIN temp.vocabulary v ON v.term = w.value`);
}

function wordsAtDistanceOne(word: string): string[] {
  const alphabet = [...new Set([...'abcdefghijklmnopqrstuvwxyz', ...word])];
  const words = new Set<string>();
  for (let i = 0; i <= word.length; i++) {
    const [head, tail] = [word.slice(0, i), word.slice(i)];
    if (tail !== '') words.add(head + tail.slice(1));
    if (tail.length > 1) words.add(`${head}${tail[1]}${tail[0]}${tail.slice(2)}`);
    for (const character of alphabet) {
      words.add(head + character + tail);
      if (tail !== '') words.add(head + character + tail.slice(1));
    }
  }
  words.delete(word);
  return [...words];
}

/** Typing errors are rare in the first characters: only words with the same prefix are compared. */
function wordsWithinDistanceTwo(db: ReadDb, word: string, minFrequency: number): Term[] {
  return termsWithPrefix(db, word.slice(0, 3)).filter(
    ({ term, doc }) => doc >= minFrequency && Math.abs(term.length - word.length) <= 2 && editDistance(word, term) <= 2,
  );
}

/** Words of the index that begin with `prefix`, with their message counts. */
export function termsWithPrefix(db: ReadDb, prefix: string): Term[] {
  return db.all<Term>(
    sql`SELECT term, doc FROM temp.vocabulary WHERE term >= ${prefix} AND term < ${`${prefix}\u{10ffff}`}
      LIMIT ${maxPrefixWords}`,
  );
}
