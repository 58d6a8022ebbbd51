import { englishLocale, currentLocale } from './current-locale.ts';
import { isText, type Text, type Values, type Catalog, entryAt } from './message-format.ts';

type Section = Record<string, unknown>;

/** The loaded English messages by key: a text, or a function of its placeholders. */
export const loadedMessages: Section = {};

/** Adds English messages at a place. Each chunk of the page contains its own. */
export function addMessages(keyPath: readonly string[], messages: Catalog): void {
  let section = loadedMessages;
  let known = englishLocale.catalog as Record<string, Text | Catalog>;
  for (const name of keyPath) {
    section = (section[name] ??= {}) as Section;
    known = (known[name] ??= {}) as typeof known;
  }
  Object.assign(known, messages);
  defineMessages(section, messages, keyPath);
}

/**
 * The messages by key. Each is looked up in the current language when it is read: a section may be stored in a constant, a
 * text must not be.
 */
export function createCatalog(messages: Catalog): object {
  return defineMessages({}, messages, []);
}

function defineMessages(section: Section, messages: Catalog, keyPath: readonly string[]): Section {
  for (const [name, value] of Object.entries(messages)) {
    const messagePath = [...keyPath, name];
    if (isText(value))
      Object.defineProperty(section, name, { get: messageGetter(value, messagePath), enumerable: true });
    else section[name] = defineMessages({}, value, messagePath);
  }
  return section;
}

function messageGetter(english: Text, keyPath: readonly string[]): () => unknown {
  const format = (values?: Values) => {
    const { locale, text } = localizedText(keyPath, english);
    return locale.format(text, values);
  };
  // One function for all languages, so that a stored function never uses a previous language.
  return typeof english === 'string' ? () => format() : () => format;
}

function localizedText(keyPath: readonly string[], english: Text) {
  const locale = currentLocale();
  const text = locale === englishLocale ? english : entryAt(locale.catalog, keyPath);
  return isText(text) ? { locale, text } : { locale: englishLocale, text: english };
}
