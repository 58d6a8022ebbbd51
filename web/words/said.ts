import { englishLanguage, speaking } from './speaking.ts';
import { isText, type Text, type Values, type Words, wordsAt } from './text.ts';

type Section = Record<string, unknown>;

/** The English words that have come, by their names: a text, or a function of what is filled in. */
export const said: Section = {};

/** Adds English words at a place: those of a part of the page come with it. */
export function learn(place: readonly string[], words: Words): void {
  let section = said;
  let known = englishLanguage.words as Record<string, Text | Words>;
  for (const name of place) {
    section = (section[name] ??= {}) as Section;
    known = (known[name] ??= {}) as typeof known;
  }
  Object.assign(known, words);
  putSaid(section, words, place);
}

/**
 * The words by their names. Each is looked up when it is read, in the language that is spoken then; a section may be kept,
 * a text should not be.
 */
export function saidOf(words: Words): object {
  return putSaid({}, words, []);
}

function putSaid(section: Section, words: Words, place: readonly string[]): Section {
  for (const [name, value] of Object.entries(words)) {
    const here = [...place, name];
    if (isText(value)) Object.defineProperty(section, name, { get: sayingOf(value, here), enumerable: true });
    else section[name] = putSaid({}, value, here);
  }
  return section;
}

function sayingOf(english: Text, place: readonly string[]): () => unknown {
  const say = (values?: Values) => {
    const { language, text } = textAt(place, english);
    return language.say(text, values);
  };
  // One function for all languages, so that what is kept of it never speaks a former one.
  return typeof english === 'string' ? () => say() : () => say;
}

function textAt(place: readonly string[], english: Text) {
  const language = speaking();
  const text = language === englishLanguage ? english : wordsAt(language.words, place);
  return isText(text) ? { language, text } : { language: englishLanguage, text: english };
}
