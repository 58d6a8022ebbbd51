import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Api } from '../api.ts';
import { valueAt } from '../settings/keys.ts';
import { settingsQuery } from '../settings/queries.ts';
import { languageOf } from './languages.ts';
import { englishLanguage, speak, speaking } from './speaking.ts';
import type { Language } from './spoken.ts';

const storeKey = 'posthorn.language';
const listeners = new Set<() => void>();

/** For `useSyncExternalStore`: called when the page speaks another language. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Has the page speak the language it spoke last, before the daemon has been asked: so nothing is said twice. */
export async function speakStored(store: Storage = localStorage): Promise<void> {
  const code = store.getItem(storeKey);
  const language = code === null ? undefined : await languageOf(code);
  apply(language ?? speaking());
}

/** Keeps the page in the language of the settings, else in one the browser asks for. Gives what ends that. */
export function followLanguage({ api, client }: { api: Api; client: QueryClient }): () => void {
  const observer = new QueryObserver(client, settingsQuery(api));
  return observer.subscribe(({ data }) => {
    if (!data) return;
    const configured = valueAt(data.values, 'ui.language');
    void follow(typeof configured === 'string' && configured !== '' ? [configured] : navigator.languages);
  });
}

async function follow(wished: readonly string[]): Promise<void> {
  const language = await firstOf(wished);
  if (language === speaking()) return;
  localStorage.setItem(storeKey, language.code);
  apply(language);
  for (const listener of listeners) listener();
}

/** The first that the page has words in, as it is asked for or without its region; English where there is none. */
async function firstOf(wished: readonly string[]): Promise<Language> {
  for (const tag of wished) {
    const [plain = tag] = tag.split('-');
    const language = (await languageOf(tag)) ?? (await languageOf(plain));
    if (language) return language.code === speaking().code ? speaking() : language;
  }
  return englishLanguage;
}

function apply(language: Language): void {
  speak(language);
  document.documentElement.lang = language.code;
  document.documentElement.dir = language.direction;
}
