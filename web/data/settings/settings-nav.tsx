import { Link, useLocation } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { PopoverPanel } from '../../design/overlays/popover.tsx';
import { type Destination, destinations } from './settings-index.ts';
import { FindSetting } from './find-setting.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './settings-nav.module.css';

const t = strings.settings;

/** The navigation between the pages of settings, with a search for settings. */
export function SettingsNav() {
  return (
    <div className={styles['rail']}>
      <div className={styles['inside']}>
        <FindSetting />
        <nav aria-label={t.pages} className={styles['pages']}>
          <Pages />
        </nav>
        <PagesMenu />
      </div>
    </div>
  );
}

/** Without room beside the page, the page name opens the list of pages. */
function PagesMenu() {
  const { pathname } = useLocation();
  const all = destinations().flatMap(({ members }) => members);
  const open = all.find(({ link }) => pathOf(link) === pathname);
  return (
    <div className={styles['menu']}>
      <PopoverPanel
        name={t.pages}
        trigger={
          <button type="button" className={styles['opener']}>
            <span className="visually-hidden">{t.pages}: </span>
            <span className={styles['current']}>{open?.name ?? t.title}</span>
            <ChevronDown aria-hidden="true" />
          </button>
        }
      >
        {(close) => (
          <nav aria-label={t.pages} className={styles['list']}>
            <Pages onGo={close} />
          </nav>
        )}
      </PopoverPanel>
    </div>
  );
}

function pathOf({ to, params }: Destination['link'] & { params?: { page?: string } }): string {
  return to.replace('{-$page}', params?.page ?? '');
}

function Pages({ onGo }: { onGo?: () => void }) {
  return destinations().map(({ key, members }) => (
    <ul key={key} role="list" className={styles['group']}>
      {members.map(({ key: page, name, Icon, link }) => (
        <li key={page}>
          <Link {...link} className={styles['page']} onClick={onGo}>
            <Icon aria-hidden="true" />
            {name}
          </Link>
        </li>
      ))}
    </ul>
  ));
}
