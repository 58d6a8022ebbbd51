import { voiceMatch } from '../voice/match.ts';
import type { VoiceProfile } from '../voice/profile.ts';
import { sentencesIn, wordsIn } from '../voice/writing-features.ts';
import { phraseRules } from './phrases.ts';

/** A place in a text that sounds as if a machine had written it. */
export type HumanizerHit = { category: string; matched: string; suggestion: string | null };

/** 100 is a text that sounds like a person; each hit takes something off. */
export type HumanizerReport = { score: number; hits: HumanizerHit[] };

const maxTextLength = 200_000;
const maxHits = 100;
const maxMatchedLength = 160;

/** What a hit takes off the score, by category. */
const weights: Record<string, number> = {
  filler: 8,
  cliche: 8,
  praise: 10,
  hedging: 5,
  signposting: 6,
  contrast: 8,
  dashes: 5,
  triplets: 4,
  even_sentences: 8,
  headings: 8,
  placeholder: 15,
  voice: 6,
};

/**
 * How much a text sounds like a person, by rules that are the same each time and use no model. With a profile, the text is also
 * compared with how the user writes.
 */
export function humanizerReport(text: string, profile?: VoiceProfile): HumanizerReport {
  const read = text.slice(0, maxTextLength).toWellFormed();
  const hits = [...phraseHits(read), ...shapeHits(read), ...(profile ? voiceHits(read, profile) : [])].slice(
    0,
    maxHits,
  );
  // In a long text one phrase weighs less than in a short one.
  const share = Math.min(1, 120 / Math.max(1, wordsIn(read)));
  const lost = hits.reduce((sum, { category }) => sum + (weights[category] ?? 5) * (0.4 + 0.6 * share), 0);
  return { score: Math.max(0, Math.round(100 - lost)), hits };
}

function phraseHits(text: string): HumanizerHit[] {
  return phraseRules.flatMap(({ category, pattern, suggestion }) =>
    [...text.matchAll(pattern)].map(([matched]) => ({ category, matched: shown(matched), suggestion })),
  );
}

function shapeHits(text: string): HumanizerHit[] {
  const hits: HumanizerHit[] = [];
  const dashes = text.match(/\S+\s?—\s?\S+/g) ?? [];
  if (dashes.length >= 2 && dashes.length * 60 > wordsIn(text))
    hits.push({ category: 'dashes', matched: shown(dashes[0] ?? ''), suggestion: 'Use commas, or end the sentence.' });
  const triplets = text.match(/\b\p{L}+, \p{L}+,? and \p{L}+\b/gu) ?? [];
  if (triplets.length >= 2)
    hits.push({
      category: 'triplets',
      matched: shown(triplets[0] ?? ''),
      suggestion: 'Name one or two things instead of three.',
    });
  const headings = text.match(/^(?:#{1,6} .+|\*\*[^*\n]{1,80}:?\*\*:?)$/gm) ?? [];
  if (headings.length >= 2)
    hits.push({
      category: 'headings',
      matched: shown(headings[0] ?? ''),
      suggestion: 'Mail between people has no headings.',
    });
  const even = evenSentences(text);
  if (even)
    hits.push({ category: 'even_sentences', matched: shown(even), suggestion: 'Vary the length of your sentences.' });
  return hits;
}

const minSentences = 6;

/** People write short and long sentences. Returns the first one where all are of about the same length. */
function evenSentences(text: string): string | undefined {
  const sentences = sentencesIn(text);
  const lengths = sentences.map(wordsIn);
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  if (sentences.length < minSentences || mean < 10) return undefined;
  const deviation = Math.sqrt(lengths.reduce((sum, length) => sum + (length - mean) ** 2, 0) / lengths.length);
  return deviation / mean < 0.2 ? sentences[0] : undefined;
}

function voiceHits(text: string, profile: VoiceProfile): HumanizerHit[] {
  return voiceMatch(text, profile).notable_deltas.map((delta) => ({
    category: 'voice',
    matched: '',
    suggestion: delta,
  }));
}

function shown(matched: string): string {
  const line = matched.replaceAll(/\s+/g, ' ').trim();
  return line.length > maxMatchedLength ? `${line.slice(0, maxMatchedLength).toWellFormed()}…` : line;
}
