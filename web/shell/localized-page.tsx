import { Direction } from 'radix-ui';
import { Fragment, type ReactNode, useSyncExternalStore } from 'react';
import { onLocaleChange } from './page-locale.ts';
import { currentLocale } from '../i18n/current-locale.ts';

/** What is drawn in the language of the page: anew where another is chosen, for a word is read when it is drawn. */
export function LocalizedPage({ children }: { children: ReactNode }) {
  const { code, direction } = useSyncExternalStore(onLocaleChange, currentLocale);
  return (
    <Direction.Provider dir={direction}>
      <Fragment key={code}>{children}</Fragment>
    </Direction.Provider>
  );
}
