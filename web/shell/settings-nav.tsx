import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { desktopBridge } from '../desktop.ts';
import { FindSetting } from '../settings/find-setting.tsx';
import type { PageId } from '../settings/pages.ts';
import { strings } from '../strings.ts';
import styles from './settings-nav.module.css';

/** The way from one page of settings to the others, and to each setting by its words. */
export function SettingsNav() {
  const pages = useRef<HTMLElement>(null);
  // Where they stand in one line, the one that is open may be out of sight.
  useEffect(() => {
    const current = pages.current?.querySelector('[aria-current=page]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <div className={styles['rail']}>
      <FindSetting />
      <nav ref={pages} aria-label={strings.settings.pages} className={styles['pages']}>
        <Link to="/accounts" className={styles['page']}>
          {strings.accounts.title}
        </Link>
        <SettingsLink page="appearance" />
        <SettingsLink page="reading" />
        <SettingsLink page="writing" />
        <Link to="/texts" className={styles['page']}>
          {strings.texts.title}
        </Link>
        <SettingsLink page="finding" />
        <Link to="/sounds" className={styles['page']}>
          {strings.sounds.title}
        </Link>
        <Link to="/keys" className={styles['page']}>
          {strings.keys.title}
        </Link>
        <SettingsLink page="storage" />
        <SettingsLink page="access" />
        {desktopBridge() && (
          <Link to="/app" className={styles['page']}>
            {strings.app.title}
          </Link>
        )}
        <SettingsLink page="other" />
        <SettingsLink page="about" />
      </nav>
    </div>
  );
}

function SettingsLink({ page }: { page: PageId }): ReactNode {
  return (
    <Link to="/settings/{-$page}" params={{ page }} activeOptions={{ includeHash: false }} className={styles['page']}>
      {strings.settings.page[page].title}
    </Link>
  );
}
