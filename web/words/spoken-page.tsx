import { Direction } from 'radix-ui';
import { Fragment, type ReactNode, useSyncExternalStore } from 'react';
import { onLanguage } from './page-language.ts';
import { speaking } from './speaking.ts';

/** What is drawn in the language of the page: anew where another is chosen, for a word is read when it is drawn. */
export function SpokenPage({ children }: { children: ReactNode }) {
  const { code, direction } = useSyncExternalStore(onLanguage, speaking);
  return (
    <Direction.Provider dir={direction}>
      <Fragment key={code}>{children}</Fragment>
    </Direction.Provider>
  );
}
