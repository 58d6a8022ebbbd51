import { parsed, partKinds, type Part, type Told } from './icu.ts';
import type { Tree } from './spoken.ts';
import { englishLanguage, speaking, wordsAt } from './speaking.ts';

type Filling = (values: Readonly<Record<string, Told>>) => string;

/**
 * The words of the page by their names: a text, or a function of what is filled in. Each is looked up when it is read, in
 * the language that is spoken then; a section may be kept, a text should not be.
 */
export function saidOf(words: Tree, place: readonly string[] = []): object {
  const section = {};
  for (const [name, value] of Object.entries(words)) {
    const here = [...place, name];
    const get = typeof value === 'string' ? sayingOf(value, here) : once(() => saidOf(value, here));
    Object.defineProperty(section, name, { get, enumerable: true });
  }
  return section;
}

function sayingOf(english: string, place: readonly string[]): () => string | Filling {
  const isFilled = once(() => english.includes('{') && hasPlaces(parsed(english)));
  // One function for all languages, so that what is kept of it never speaks a former one.
  const filling: Filling = (values) => {
    const { language, text } = textAt(place, english);
    return language.fill(text, values);
  };
  return () => {
    if (isFilled()) return filling;
    const { language, text } = textAt(place, english);
    return language.plain(text);
  };
}

function textAt(place: readonly string[], english: string) {
  const language = speaking();
  const text = language === englishLanguage ? english : wordsAt(language.words, place);
  return typeof text === 'string' ? { language, text } : { language: englishLanguage, text: english };
}

/** Whether there is something to fill in. */
function hasPlaces(parts: readonly Part[]): boolean {
  return parts.some(({ type }) => type !== partKinds.written);
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
