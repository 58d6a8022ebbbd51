import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { Button, IconButton } from '../../design/controls/button.tsx';
import { errorText } from '../../design/feedback/empty-state.tsx';
import { WorkList } from './work-list.tsx';
import { useLiveState, useServices } from '../../data/services.ts';
import { accountsQuery, statusQuery } from '../../data/queries/mail.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import { ConfigProblems } from './config-problems.tsx';
import styles from './status-line.module.css';

const t = strings.status;
const tones = { synced: 'good', syncing: 'busy', waiting: 'quiet', needs_attention: 'bad', disabled: 'quiet' } as const;

/** Running and finished work, the status of each account, and the sync button. */
export function StatusDetail() {
  const { api, live } = useServices();
  const { connection } = useLiveState();
  const accounts = useQuery(accountsQuery(api));
  const status = useQuery(statusQuery(api));
  const { runOnce, isPending, problem } = useAction({ affects: ['sync'], showsToast: false });
  const syncNow = () =>
    runOnce(
      () => api.sync.start({}),
      (reason) => t.syncFailed({ reason }),
    );
  const coverage = status.data?.degraded ? undefined : status.data?.search_coverage;
  return (
    <>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{strings.jobs.title}</h2>
        <Popover.Close asChild>
          <IconButton name={t.close} className={styles['close']}>
            <X />
          </IconButton>
        </Popover.Close>
      </div>
      {connection === 'lost' ? <p className={styles['bad']}>{t.lost}</p> : <WorkList />}
      <h3 className={styles['heading']}>{t.details}</h3>
      {accounts.error && <p className={styles['bad']}>{errorText(accounts.error)}</p>}
      <ul className={styles['accounts']}>
        {accounts.data?.accounts.map(({ account_id, name, email, health }) => (
          <li key={account_id} className={styles['account']}>
            <span className={styles['dot']} data-tone={tones[health.state]} />
            <span className={styles['name']}>{name}</span>
            {email !== name && <p className={styles['soft']}>{email}</p>}
            <p className={styles[health.state === 'needs_attention' ? 'bad' : 'soft']}>{health.message}</p>
          </li>
        ))}
      </ul>
      {accounts.data?.accounts.length === 0 && <p>{strings.empty.noAccountHint}</p>}
      {status.data && <ConfigProblems status={status.data} />}
      {problem !== undefined && <p className={styles['bad']}>{problem}</p>}
      <div className={styles['foot']}>
        <span className={styles['soft']}>
          {coverage &&
            t.covered({
              indexed: coverage.indexed,
              stored: coverage.stored,
              which: coverage.indexed < coverage.stored ? 'some' : 'all',
            })}
        </span>
        {connection === 'lost' ? (
          <Button onClick={live.retry}>{t.tryNow}</Button>
        ) : (
          <Button onClick={() => void syncNow()} isBusy={isPending}>
            {t.syncNow}
          </Button>
        )}
      </div>
      <div className={styles['links']}>
        <Popover.Close asChild>
          <Link to="/accounts" className={styles['link']}>
            {strings.accounts.title}
          </Link>
        </Popover.Close>
        <Popover.Close asChild>
          <Link to="/history" className={styles['link']}>
            {strings.history.title}
          </Link>
        </Popover.Close>
        <Popover.Close asChild>
          <Link to="/diagnostics" className={styles['link']}>
            {strings.diagnostics.title}
          </Link>
        </Popover.Close>
        <Popover.Close asChild>
          <Link to="/docs" className={styles['link']}>
            {strings.docs.link}
          </Link>
        </Popover.Close>
      </div>
    </>
  );
}
