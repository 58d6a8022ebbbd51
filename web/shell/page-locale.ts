import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Api } from '../api/client.ts';
import { valueAt } from '../data/settings/setting-keys.ts';
import { settingsQuery } from '../data/queries/settings.ts';
import { loadLocale } from '../i18n/locales.ts';
import { englishLocale, setLocale, currentLocale } from '../i18n/current-locale.ts';
import type { Locale } from '../i18n/locale.ts';

const storeKey = 'posthorn.language';
const listeners = new Set<() => void>();

/** Subscribes to changes of the language, for `useSyncExternalStore`. */
export function onLocaleChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Applies the last language before the daemon answers, so that the text does not change after the first render. */
export async function applyStoredLocale(store: Storage = localStorage): Promise<void> {
  const code = store.getItem(storeKey);
  const language = code === null ? undefined : await loadLocale(code);
  applyLocale(language ?? currentLocale());
}

/** Follows the language of the settings, else the browser's preferred language. Returns a function that ends this. */
export function followLanguageSetting({ api, client }: { api: Api; client: QueryClient }): () => void {
  const observer = new QueryObserver(client, settingsQuery(api));
  return observer.subscribe(({ data }) => {
    if (!data) return;
    const configured = valueAt(data.values, 'ui.language');
    void applyPreferred(typeof configured === 'string' && configured !== '' ? [configured] : navigator.languages);
  });
}

async function applyPreferred(preferred: readonly string[]): Promise<void> {
  const language = await firstAvailable(preferred);
  if (language === currentLocale()) return;
  localStorage.setItem(storeKey, language.code);
  applyLocale(language);
  for (const listener of listeners) listener();
}

/** The first requested language with messages, with or without its region; else English. */
async function firstAvailable(preferred: readonly string[]): Promise<Locale> {
  for (const tag of preferred) {
    const [plain = tag] = tag.split('-');
    const language = (await loadLocale(tag)) ?? (await loadLocale(plain));
    if (language) return language.code === currentLocale().code ? currentLocale() : language;
  }
  return englishLocale;
}

function applyLocale(locale: Locale): void {
  setLocale(locale);
  document.documentElement.lang = locale.code;
  document.documentElement.dir = locale.direction;
}
