import type { ReactNode } from 'react';
import type { SearchReply } from '../../data/queries/search.ts';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './similar-end.module.css';

const t = strings.search.byMeaning;

type SimilarEndProps = {
  pages: readonly Pick<SearchReply, 'by_meaning'>[];
  onExact: () => void;
  children: ReactNode;
};

/** The end of results: how many were found by their meaning alone, and a way to the others. */
export function SimilarEnd({ pages, onExact, children }: SimilarEndProps) {
  const count = pages.reduce((sum, { by_meaning }) => sum + by_meaning.length, 0);
  return (
    <>
      {count > 0 && (
        <div className={styles['end']}>
          <p>{t.found({ count })}</p>
          <Button look="quiet" onClick={onExact}>
            {t.exact}
          </Button>
        </div>
      )}
      {children}
    </>
  );
}
