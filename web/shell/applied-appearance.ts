import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Api } from '../api/client.ts';
import { errorText } from '../design/feedback/empty-state.tsx';
import type { Toasts } from '../data/toasts.ts';
import { chooseTheme, onThemeChosen, storedTheme, type Theme, themes } from '../design/theme/theme.ts';
import { strings } from '../i18n/strings.ts';
import { storeStartPage } from '../data/settings/start-page.ts';
import { valueAt } from '../data/settings/setting-keys.ts';
import { settingsQuery, type Settings } from '../data/queries/settings.ts';

/** The settings that affect every page, except the theme, which its switch stores. */
type Appearance = { density: string; sidebar: boolean; subject_max_width: number };

const storeKey = 'posthorn.appearance';

/** Applies the last known appearance, or the usual one, before the daemon answers, to avoid a flash. */
export function applyStoredAppearance(store: Storage = localStorage): void {
  const stored = store.getItem(storeKey);
  apply(stored === null ? {} : readStored(stored));
}

/**
 * Applies the appearance settings and their changes, and stores the choice of the sidebar's theme switch in the settings.
 * Returns a function that ends this.
 */
export function followAppearance({
  api,
  client,
  toasts,
}: {
  api: Api;
  client: QueryClient;
  toasts: Toasts;
}): () => void {
  const { queryKey } = settingsQuery(api);
  let theme: Theme | undefined;
  const observer = new QueryObserver(client, settingsQuery(api));
  const ends = [
    observer.subscribe(({ data }) => {
      if (!data) return;
      applySettings(data);
      storeStartPage(valueAt(data.values, 'ui.start_page'));
      theme = themeIn(data);
      if (theme !== storedTheme()) chooseTheme(theme);
    }),
    onThemeChosen(() => void storeTheme()),
  ];

  async function storeTheme(): Promise<void> {
    const chosen = storedTheme();
    const before = theme;
    if (chosen === before) return;
    // Data that is read meanwhile is older than the choice.
    await client.cancelQueries({ queryKey });
    theme = chosen;
    try {
      const answer = await api.settings.change({ key: 'appearance.theme', value: chosen });
      // If another theme was chosen meanwhile, that one is being stored.
      if (storedTheme() === chosen) client.setQueryData(queryKey, answer);
    } catch (error) {
      theme = before;
      if (before !== undefined) chooseTheme(before);
      toasts.show({ tone: 'bad', text: strings.settings.themeNotKept, note: errorText(error) });
    }
  }

  return () => {
    for (const end of ends) end();
  };
}

function themeIn({ values }: Settings): Theme {
  return themes.find((theme) => theme === valueAt(values, 'appearance.theme')) ?? 'system';
}

function applySettings({ values }: Settings): void {
  const width = valueAt(values, 'appearance.subject_max_width');
  const appearance = {
    density: String(valueAt(values, 'ui.density') ?? 'regular'),
    sidebar: valueAt(values, 'appearance.sidebar') !== false,
    subject_max_width: typeof width === 'number' ? width : 0,
  };
  localStorage.setItem(storeKey, JSON.stringify(appearance));
  apply(appearance);
}

function apply({ density, sidebar, subject_max_width }: Partial<Appearance>): void {
  const { dataset, style } = document.documentElement;
  // Each change of the density computes the style of every element again.
  if (dataset['density'] !== (density ?? 'regular')) dataset['density'] = density ?? 'regular';
  if (sidebar === false) dataset['sidebar'] = 'closed';
  else delete dataset['sidebar'];
  if (subject_max_width) style.setProperty('--subject-width', `${subject_max_width}ch`);
  else style.removeProperty('--subject-width');
}

/** An invalid stored value is ignored. */
function readStored(stored: string): Partial<Appearance> {
  try {
    const appearance: unknown = JSON.parse(stored);
    return typeof appearance === 'object' && appearance !== null ? appearance : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
