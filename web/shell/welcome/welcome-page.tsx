import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AccountSetup } from '../../features/accounts/account-setup.tsx';
import { demoQuery } from '../../data/queries/accounts.ts';
import { Button } from '../../design/controls/button.tsx';
import { useServices } from '../../data/services.ts';
import { Logo } from '../../design/graphics/logo.tsx';
import { strings } from '../../i18n/strings.ts';
import { useDemo } from './use-demo.ts';
import { WelcomeDone } from './welcome-done.tsx';
import styles from './welcome.module.css';

const t = strings.welcome;

/** The first page of a user without an account: add one, or open the demo. */
export function WelcomePage() {
  const [saved, setSaved] = useState<{ key: string; name: string }>();
  useEffect(() => {
    document.title = strings.pageTitle({ place: t.title, unread: 0 });
  }, []);
  return (
    <main className={styles['page']} id="mail" tabIndex={-1}>
      <div className={styles['column']}>
        <Logo className={styles['mark']} />
        {saved ? (
          <WelcomeDone account={saved} onAnother={() => setSaved(undefined)} />
        ) : (
          <>
            <h1 className={styles['title']}>{t.title}</h1>
            <p className={styles['hint']}>{t.hint}</p>
            <section className={styles['card']} aria-label={t.addTitle}>
              <h2>{t.addTitle}</h2>
              <AccountSetup onSaved={setSaved} />
            </section>
            <section className={styles['other']} aria-label={t.importTitle}>
              <h2>{t.importTitle}</h2>
              <p className={styles['soft']}>{t.importHint}</p>
              <Link to="/settings/{-$page}" params={{ page: 'storage' }} hash="import" className={styles['link']}>
                {t.importIt}
              </Link>
            </section>
            <TryDemo />
          </>
        )}
      </div>
    </main>
  );
}

function TryDemo() {
  const { api } = useServices();
  const demo = useQuery(demoQuery(api)).data;
  const { isSwitching, error, enter } = useDemo();
  if (!demo?.may_switch) return null;
  return (
    <section className={styles['other']} aria-label={t.tryTitle}>
      <h2>{t.tryTitle}</h2>
      <p className={styles['soft']}>{t.tryHint}</p>
      <Button isBusy={isSwitching} onClick={() => void enter(true)}>
        {isSwitching ? t.trying : t.tryIt}
      </Button>
      {error && (
        <p role="alert" className={styles['fault']}>
          {t.tryFailed}. {error}
        </p>
      )}
    </section>
  );
}
