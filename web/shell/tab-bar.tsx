import { Link } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { lensLink } from '../data/lens-links.ts';
import { strings } from '../i18n/strings.ts';
import { DrawerWith } from './drawer.tsx';
import { useRail } from './sidebar/rail.ts';
import { railIcons } from './sidebar/rail-icons.ts';
import styles from './tab-bar.module.css';

/** The other places are behind “More”: Now has the card of updates already. */
const tabs = ['now', 'messages', 'todo', 'reading'] as const;

/** The places of a narrow window, at the thumb. */
export function TabBar() {
  const { entries } = useRail();
  return (
    <nav className={styles['tabs']} aria-label={strings.modes.tabs}>
      {tabs.map((id) => {
        const Icon = railIcons[id];
        const { count = 0, badge = count } = entries.find((entry) => entry.id === id) ?? {};
        return (
          <Link
            key={id}
            {...lensLink(id === 'now' ? { kind: 'now' } : { kind: 'mode', mode: id })}
            className={styles['tab']}
            activeProps={{ 'data-active': true }}
          >
            <Icon aria-hidden="true" />
            {strings.modes.names[id]}
            {badge > 0 && <span className="visually-hidden">, {strings.modes.needYou({ count: badge })}</span>}
          </Link>
        );
      })}
      <DrawerWith
        trigger={
          <button type="button" className={styles['tab']}>
            <Menu aria-hidden="true" />
            {strings.sidebar.more}
          </button>
        }
      />
    </nav>
  );
}
