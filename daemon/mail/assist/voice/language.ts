/** Frequent words that hardly occur in the other languages. */
const frequentWords = {
  en: 'the and you that this for with have are not but will was from they would which there',
  de: 'der die und ist nicht das ich mit für auf sie auch wir noch wird haben einen dass schon',
  fr: 'les des est vous pour dans pas avec sur nous une mais aux cette sont bien très merci',
  es: 'los las que está para con pero como una por más muy gracias esta hemos puede tengo',
  pt: 'não uma para com mas você obrigado está são muito isso também pode fazer nós pelo',
  it: 'che non per con sono della una questo grazie anche più ma alla gli ho abbiamo quando',
  nl: 'het een niet van dat voor met zijn maar ook wel naar nog wij bent graag deze heb',
} as const;
export type Language = keyof typeof frequentWords | 'ja' | 'ar' | 'ru' | 'zh';

const wordSets = Object.entries(frequentWords).map(
  ([language, words]) => [language as Language, new Set(words.split(' '))] as const,
);

/** Scripts that tell the language, as far as mail in them is mostly of one language. */
const scripts: [Language, RegExp][] = [
  ['ja', /[\u3040-\u30ff]/g],
  ['ar', /\p{Script=Arabic}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['zh', /\p{Script=Han}/gu],
];

const minFrequentWords = 3;

/** The language of a text; null if it is too short to tell. */
export function languageOf(text: string): Language | null {
  const length = text.match(/\p{L}/gu)?.length ?? 0;
  for (const [language, script] of scripts) {
    if ((text.match(script)?.length ?? 0) > length * 0.2) return language;
  }
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = wordSets.map(([language, known]) => ({
    language,
    count: words.filter((word) => known.has(word)).length,
  }));
  const [first, second] = counts.toSorted((a, b) => b.count - a.count);
  if (!first || first.count < minFrequentWords || first.count === second?.count) return null;
  return first.language;
}
