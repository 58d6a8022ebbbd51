import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './similar-end.module.css';

const t = strings.search.byMeaning;

/** The end of results of which some were found by their meaning alone: how many, and a way to the others. */
export function SimilarEnd({ count, onExact }: { count: number; onExact: () => void }) {
  return (
    <div className={styles['end']}>
      <p>{t.found({ count })}</p>
      <Button look="quiet" onClick={onExact}>
        {t.exact}
      </Button>
    </div>
  );
}
