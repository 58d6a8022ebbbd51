import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AccountSetup } from '../accounts/account-setup.tsx';
import { demoQuery } from '../accounts/queries.ts';
import { Button } from '../design/button.tsx';
import { useParts } from '../parts.ts';
import { Mark } from '../shell/mark.tsx';
import { strings } from '../strings.ts';
import { useDemo } from './use-demo.ts';
import { WelcomeDone } from './welcome-done.tsx';
import styles from './welcome.module.css';

const words = strings.welcome;

/** The first page of somebody who has no account yet: add one, or look around first. */
export function WelcomePage() {
  const [saved, setSaved] = useState<{ key: string; name: string }>();
  useEffect(() => {
    document.title = strings.pageTitle({ place: words.title, unread: 0 });
  }, []);
  return (
    <main className={styles['page']} id="mail" tabIndex={-1}>
      <div className={styles['column']}>
        <Mark className={styles['mark']} />
        {saved ? (
          <WelcomeDone account={saved} onAnother={() => setSaved(undefined)} />
        ) : (
          <>
            <h1 className={styles['title']}>{words.title}</h1>
            <p className={styles['hint']}>{words.hint}</p>
            <section className={styles['card']} aria-label={words.addTitle}>
              <h2>{words.addTitle}</h2>
              <AccountSetup onSaved={setSaved} />
            </section>
            <section className={styles['other']} aria-label={words.importTitle}>
              <h2>{words.importTitle}</h2>
              <p className={styles['soft']}>{words.importHint}</p>
              <Link to="/settings/import" className={styles['link']}>
                {words.importIt}
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
  const { api } = useParts();
  const demo = useQuery(demoQuery(api)).data;
  const { isSwitching, error, enter } = useDemo();
  if (!demo?.may_switch) return null;
  return (
    <section className={styles['other']} aria-label={words.tryTitle}>
      <h2>{words.tryTitle}</h2>
      <p className={styles['soft']}>{words.tryHint}</p>
      <Button isBusy={isSwitching} onClick={() => void enter(true)}>
        {isSwitching ? words.trying : words.tryIt}
      </Button>
      {error && (
        <p role="alert" className={styles['fault']}>
          {words.tryFailed}. {error}
        </p>
      )}
    </section>
  );
}
