import { Pin, Search } from 'lucide-react';
import { markOf } from './saved-search.ts';
import styles from './search-mark.module.css';

/** What stands before the name of a saved search: its colour, its sign, or what it is. */
export function SearchMark({ icon, isPinned }: { icon: string | null | undefined; isPinned: boolean }) {
  const mark = markOf(icon, (text) => CSS.supports('color', text));
  if (!mark) return isPinned ? <Pin className={styles['icon']} /> : <Search className={styles['icon']} />;
  if ('colour' in mark) return <span className={styles['dot']} aria-hidden="true" style={{ '--dot': mark.colour }} />;
  return (
    <span className={styles['sign']} aria-hidden="true">
      {mark.sign}
    </span>
  );
}
