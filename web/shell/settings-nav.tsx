import { Link } from '@tanstack/react-router';
import { desktopBridge } from '../desktop.ts';
import { strings } from '../strings.ts';
import styles from './settings-nav.module.css';

/** The way from one page of settings to the others. */
export function SettingsNav() {
  return (
    <nav aria-label={strings.settings.pages} className={styles['pages']}>
      <Link to="/accounts" className={styles['page']}>
        {strings.accounts.title}
      </Link>
      <Link to="/sounds" className={styles['page']}>
        {strings.sounds.title}
      </Link>
      <Link to="/texts" className={styles['page']}>
        {strings.texts.title}
      </Link>
      {desktopBridge() && (
        <Link to="/app" className={styles['page']}>
          {strings.app.title}
        </Link>
      )}
    </nav>
  );
}
