import { inAnySpelling } from '../todos/rules/languages.ts';
import { sentencesOf } from '../todos/rules/sentences.ts';
import { familiarSigns, familiarSignsUnspaced, formalSigns, formalSignsUnspaced, politeGerman } from './style-words.ts';

/** How a message is written. */
export type MessageStyle = {
  sentences: number;
  words: number;
  /** From 0, as among friends, to 100, as to an authority; null where nothing tells. */
  formality: number | null;
};

/** The style of what the sender of a text wrote, without quotes and signatures; undefined if there is nothing. */
export function styleOfText(text: string, sender: { name: string | null; email: string }): MessageStyle | undefined {
  const sentences = sentencesOf(text, sender);
  const own = sentences.map((sentence) => sentence.text).join('\n');
  const words = countWords(own);
  return words === 0 ? undefined : { sentences: sentences.length, words, formality: formalityOf(own) };
}

/** Scripts without spaces have about two characters to a word. */
function countWords(text: string): number {
  const unspaced = text.match(/[\u3040-\u30ff\u3400-\u9fff]/g)?.length ?? 0;
  const spaced =
    text.replaceAll(/[\u3040-\u30ff\u3400-\u9fff]+/g, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0;
  return spaced + Math.ceil(unspaced / 2);
}

const [formal, familiar] = [
  signPatterns(formalSigns, `${politeGerman}|${formalSignsUnspaced}`),
  signPatterns(familiarSigns, familiarSignsUnspaced),
];

/** A sign counts once, however often it occurs. */
function formalityOf(text: string): number | null {
  const [formalCount, familiarCount] = [countSigns(text, formal), countSigns(text, familiar)];
  const all = formalCount + familiarCount;
  return all === 0 ? null : Math.round((100 * formalCount) / all);
}

function countSigns(text: string, patterns: readonly RegExp[]): number {
  const signs = patterns.flatMap((pattern) => Array.from(text.matchAll(pattern), ([sign]) => sign.toLowerCase()));
  return new Set(signs).size;
}

/** Words in either case, and signs that are not words or depend on it. */
function signPatterns(words: readonly string[], others: string): RegExp[] {
  const either = words.map(inAnySpelling).join('|');
  return [new RegExp(`(?<![\\p{L}\\p{N}])(?:${either})(?![\\p{L}\\p{N}])`, 'giu'), new RegExp(others, 'gu')];
}
