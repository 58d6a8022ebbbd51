import { Direction } from 'radix-ui';
import { Fragment, type ReactNode, useSyncExternalStore } from 'react';
import { onLocaleChange } from './page-locale.ts';
import { currentLocale } from '../i18n/current-locale.ts';

/** Renders the page again in another language, because messages are read while rendering. */
export function LocalizedPage({ children }: { children: ReactNode }) {
  const { code, direction } = useSyncExternalStore(onLocaleChange, currentLocale);
  return (
    <Direction.Provider dir={direction}>
      <Fragment key={code}>{children}</Fragment>
    </Direction.Provider>
  );
}
