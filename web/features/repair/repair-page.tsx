import { useQuery } from '@tanstack/react-query';
import { Download, History, RotateCw, TriangleAlert, Wrench } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { Logo } from '../../design/graphics/logo.tsx';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { useNow } from '../../design/use-now.ts';
import { Summary } from '../../design/controls/summary.tsx';
import { strings } from '../../i18n/strings.ts';
import { formatMoment } from '../../i18n/upcoming-dates.ts';
import { BugReportDialog } from '../../data/bug-report-dialog.tsx';
import { repairQuery, type RepairState } from '../../data/queries/repair.ts';
import { backupsQuery } from '../../data/queries/settings.ts';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import styles from './repair-page.module.css';
import { RepairBackups } from './repair-backups.tsx';

const t = strings.repair;
type Choice = RepairState['choices'][number];
type ChoiceId = Choice['id'];

const icons = { restore: History, salvage: Wrench, start_over: Download, retry: RotateCw } as const;

/** Shown instead of the mail if the mail database cannot be used: what is wrong, and the ways to repair it. */
export function RepairPage() {
  const { api } = useServices();
  const { data: state, error, refetch } = useQuery(repairQuery(api));
  useEffect(() => {
    document.title = strings.pageTitle({ place: t.title, unread: 0 });
  }, []);
  useReloadWhenRepaired(state);
  return (
    <div className={styles['frame']}>
      <header className={styles['bar']}>
        <span className={styles['brand']}>
          <Logo className={styles['mark']} /> {strings.product}
        </span>
        <span className={styles['mode']}>
          <TriangleAlert aria-hidden="true" /> {t.limited}
        </span>
      </header>
      <main className={styles['main']} tabIndex={-1}>
        {!state && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {state && <RepairBody state={state} isRestarting={error !== null || state.task?.state === 'done'} />}
      </main>
      <footer className={styles['status']}>
        <span>
          <span className={styles['dot']} aria-hidden="true" /> {t.nothingChanges}
        </span>
      </footer>
    </div>
  );
}

/** After a repair the daemon restarts with another store, of which the page has shown nothing yet. */
function useReloadWhenRepaired(state: RepairState | undefined): void {
  const isRepaired = state?.mode === 'normal';
  useEffect(() => {
    if (isRepaired) location.assign('/inbox');
  }, [isRepaired]);
}

function RepairBody({ state, isRestarting }: { state: RepairState; isRestarting: boolean }) {
  const { problem, task } = state;
  if (isRestarting || task?.state === 'running') return <Progress task={task} isRestarting={isRestarting} />;
  return (
    <>
      <h1 className={styles['title']}>{state.mode === 'closed' ? t.cannotOpen : t.title}</h1>
      <p className={styles['lead']}>{problem?.message}</p>
      {task?.state === 'failed' && (
        <p role="alert" className={styles['failure']}>
          {task.error}
        </p>
      )}
      <Choices state={state} />
      <RepairBackups />
      <Aids state={state} />
    </>
  );
}

function Progress({ task, isRestarting }: { task: RepairState['task']; isRestarting: boolean }) {
  const share = task && task.total > 0 ? Math.min(1, task.done / task.total) : undefined;
  return (
    <section aria-live="polite">
      <h1 className={styles['title']}>{isRestarting ? t.restarting : t.repairing}</h1>
      <p className={styles['lead']}>{task?.message ?? (isRestarting ? t.restartingHint : t.repairingHint)}</p>
      <progress
        className={styles['progress']}
        aria-label={t.repairing}
        {...(share !== undefined && { value: share })}
      />
    </section>
  );
}

function Choices({ state: { choices, mode } }: { state: RepairState }) {
  const { api } = useServices();
  const now = useNow();
  const newest = useQuery(backupsQuery(api)).data?.backups.find(({ is_sound }) => is_sound);
  const { runOnce, isPending } = useAction({ affects: ['repair'] });
  const [confirmed, setConfirmed] = useState<ChoiceId>();
  const requests: Record<ChoiceId, () => Promise<unknown>> = {
    restore: () => api.repair.restore({ backup: newest?.name ?? '' }),
    salvage: () => api.repair.salvage({}),
    start_over: () => api.repair.startOver({}),
    retry: () => api.repair.retry({}),
  };
  const run = (id: ChoiceId) => void runOnce(requests[id], t.failed);
  const titleOf = (id: ChoiceId) =>
    id === 'restore' && newest ? t.restoreOf({ moment: formatMoment(new Date(newest.made_at), now) }) : t.choices[id];
  return (
    <>
      <ul className={styles['choices']}>
        {choices.map(({ id, description, is_recommended }) => {
          const Icon = icons[id];
          return (
            <li key={id} className={styles['choice']}>
              <Icon className={styles['icon']} aria-hidden="true" />
              <div>
                <p className={styles['name']}>
                  {titleOf(id)} {is_recommended && <span className={styles['badge']}>{t.recommended}</span>}
                </p>
                <p className={styles['hint']}>{description}</p>
              </div>
              <Button
                {...(is_recommended && { look: 'primary' as const })}
                aria-label={titleOf(id)}
                disabled={isPending}
                onClick={() => (id === 'start_over' ? setConfirmed(id) : run(id))}
              >
                {t.buttons[id]}
              </Button>
            </li>
          );
        })}
      </ul>
      {mode === 'read_only' && (
        <p className={styles['hint']}>
          {t.canRead} <a href="/inbox">{t.read}</a>
        </p>
      )}
      {confirmed && (
        <Dialog
          title={t.choices[confirmed]}
          hint={t.confirmStartOver}
          width={480}
          onClose={() => setConfirmed(undefined)}
        >
          <div className={styles['actions']}>
            <Button
              look="primary"
              onClick={() => {
                setConfirmed(undefined);
                run(confirmed);
              }}
            >
              {t.buttons[confirmed]}
            </Button>
            <Button onClick={() => setConfirmed(undefined)}>{t.cancel}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** What helps to find the cause: a report without mail, the technical detail, and the folder. */
function Aids({ state: { problem, data_folder } }: { state: RepairState }) {
  const [isReporting, setIsReporting] = useState(false);
  return (
    <section className={styles['aids']}>
      <Button look="quiet" onClick={() => setIsReporting(true)}>
        {t.report}
      </Button>
      <details>
        <Summary>{t.whatHappened}</Summary>
        <dl className={styles['facts']}>
          <dt>{t.foundAt}</dt>
          <dd>{problem && new Date(problem.found_at).toLocaleString()}</dd>
          <dt>{t.detail}</dt>
          <dd className={styles['code']}>{problem?.detail ?? problem?.code}</dd>
          <dt>{t.folder}</dt>
          <dd className={styles['code']}>{data_folder}</dd>
        </dl>
      </details>
      {isReporting && <BugReportDialog onClose={() => setIsReporting(false)} />}
    </section>
  );
}
