import { Pin, Search } from 'lucide-react';
import { searchIconOf } from './saved-search.ts';
import styles from './saved-search-icon.module.css';

/** The icon of a saved search: its colour, its character, or the default icon. */
export function SavedSearchIcon({ icon, isPinned }: { icon: string | null | undefined; isPinned: boolean }) {
  const searchIcon = searchIconOf(icon, (text) => CSS.supports('color', text));
  if (!searchIcon) return isPinned ? <Pin className={styles['icon']} /> : <Search className={styles['icon']} />;
  if ('colour' in searchIcon)
    return <span className={styles['dot']} aria-hidden="true" style={{ '--dot': searchIcon.colour }} />;
  return (
    <span className={styles['sign']} aria-hidden="true">
      {searchIcon.sign}
    </span>
  );
}
