import { Link, useLocation } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { PopoverPanel } from '../../design/overlays/popover.tsx';
import { settingsPages, type SettingsPageRow } from './settings-index.ts';
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
  const open = settingsPages().find((page) => isOpen(page, pathname));
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

/** A tool, as the activity log, belongs to the page that leads to it. */
function isOpen({ link, tools = [] }: SettingsPageRow, pathname: string): boolean {
  const { to = '', params } = link;
  const page = typeof params === 'object' && 'page' in params ? params.page : undefined;
  const paths = [to.replace('{-$page}', page ?? ''), ...tools];
  return paths.some((path) => pathname === path || pathname.startsWith(`${path}/`));
}

function Pages({ onGo }: { onGo?: () => void }) {
  const { pathname } = useLocation();
  return (
    <ul role="list">
      {settingsPages().map((page) => (
        <li key={page.key}>
          <Link
            {...page.link}
            className={styles['page']}
            onClick={onGo}
            {...(isOpen(page, pathname) && { 'data-open': true })}
          >
            <page.Icon aria-hidden="true" />
            {page.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
