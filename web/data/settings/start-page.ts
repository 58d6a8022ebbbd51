/** What the page shows first. */
const startPages = ['now', 'inbox'] as const;
export type StartPage = (typeof startPages)[number];

const storeKey = 'posthorn.start-page';

/** The setting as this browser last saw it; undefined before its first answer. */
export function storedStartPage(store: Pick<Storage, 'getItem'> = localStorage): StartPage | undefined {
  const stored = store.getItem(storeKey);
  return startPages.find((page) => page === stored);
}

/** Stores the setting for the next start. An unknown value counts as the default. */
export function storeStartPage(value: unknown, store: Pick<Storage, 'setItem'> = localStorage): StartPage {
  const page = startPages.find((each) => each === value) ?? 'now';
  store.setItem(storeKey, page);
  return page;
}
