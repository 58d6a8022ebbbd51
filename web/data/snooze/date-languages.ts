import type { Chrono } from 'chrono-node';
import type { DateLanguages } from './natural-date.ts';

type Language = { casual: Chrono };

/** Each parser is a separate file, fetched when a user of the language opens a menu of times. */
const others: Record<string, () => Promise<Language>> = {
  ar: () => import('chrono-node/ar'),
  de: () => import('chrono-node/de'),
  es: () => import('chrono-node/es'),
  fi: () => import('chrono-node/fi'),
  fr: () => import('chrono-node/fr'),
  id: () => import('chrono-node/id'),
  it: () => import('chrono-node/it'),
  ja: () => import('chrono-node/ja'),
  nl: () => import('chrono-node/nl'),
  pt: () => import('chrono-node/pt'),
  ru: () => import('chrono-node/ru'),
  sv: () => import('chrono-node/sv'),
  uk: () => import('chrono-node/uk'),
  vi: () => import('chrono-node/vi'),
  zh: () => import('chrono-node/zh'),
};

/** The date parsers for the preferred languages, in order (BCP 47). English is always among them. */
export async function dateLanguages(preferred: readonly string[]): Promise<DateLanguages> {
  const preferredTags = [...new Set(preferred.map((tag) => tag.toLowerCase().split('-')[0] ?? ''))];
  const load = preferredTags.flatMap((name) => others[name] ?? []);
  const [english, ...rest] = await Promise.all([import('chrono-node/en'), ...load.map((each) => each())]);
  const own = rest.map(({ casual }) => casual);
  // Only American English reads 4/12 as April.
  const asEnglish = isAmerican(preferred) ? english.casual : english.GB;
  return preferredTags[0] === 'en' ? [asEnglish, ...own] : [...own, asEnglish];
}

function isAmerican(preferred: readonly string[]): boolean {
  const english = preferred.find((tag) => /^en\b/i.test(tag));
  return english !== undefined && /^en(-us)?$/i.test(english);
}
