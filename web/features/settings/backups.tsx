import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Reply } from '../../api/client.ts';
import { Button, classes } from '../../design/controls/button.tsx';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../../design/feedback/skeleton.tsx';
import { formatMoment } from '../../i18n/upcoming-dates.ts';
import { useNow } from '../../design/use-now.ts';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { backupsQuery } from '../../data/queries/settings.ts';
import { Section } from './setting-group.tsx';
import styles from './settings.module.css';
import { formatSize } from '../../i18n/formats.ts';

const t = strings.settings.backups;
type Backup = Reply<'backup', 'list'>['backups'][number];

/** The backups: create, restore and delete. */
export function Backups() {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(backupsQuery(api));
  return (
    <Section title={t.title} hint={data && `${t.where({ folder: data.folder })} ${data.leaves_out}`}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <MakeBackup />
      {!data && !error && (
        <Skeleton label={t.loading} className={styles['card']}>
          <SkeletonBar width="60%" style={{ margin: '18px' }} />
        </Skeleton>
      )}
      {data?.backups.length === 0 && <p className={classes(styles['card'], styles['block'])}>{t.none}</p>}
      {data && data.backups.length > 0 && (
        <ul className={styles['card']}>
          {data.backups.map((backup) => (
            <BackupRow key={backup.name} backup={backup} />
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Milliseconds between two requests for the progress of a backup. */
const pollIntervalMs = 500;

function MakeBackup() {
  const { api, toasts } = useServices();
  const client = useQueryClient();
  const { runAction } = useAction({ affects: ['diagnostics'] });
  const [jobId, setJobId] = useState<string>();
  const job = useQuery({
    queryKey: ['backup-job', jobId],
    enabled: jobId !== undefined,
    refetchInterval: pollIntervalMs,
    async queryFn({ signal }) {
      const { job: latest } = await api.jobs.get({ job_id: jobId ?? '' }, signal);
      if (latest.status === 'succeeded' || latest.status === 'failed') await finish(latest.error);
      return latest;
    },
  }).data;
  async function finish(failure: string | null): Promise<void> {
    setJobId(undefined);
    if (failure === null) toasts.show({ tone: 'plain', text: t.made });
    else toasts.show({ tone: 'bad', text: t.notMade, note: failure });
    await client.invalidateQueries({ queryKey: backupsQuery(api).queryKey });
  }
  const make = () => runAction(async () => setJobId((await api.backup.create({})).job_id), t.notMade);
  const isMaking = jobId !== undefined;
  const progress = job?.progress;
  return (
    <div className={styles['buttons']}>
      {/* It keeps the focus while it waits. */}
      <Button aria-disabled={isMaking} onClick={() => void (isMaking || make())}>
        {t.make}
      </Button>
      <p role="status" className={styles['hint']}>
        {isMaking &&
          (progress && progress.total > 0
            ? t.progress({ done: formatSize(progress.completed), total: formatSize(progress.total) })
            : t.making)}
      </p>
    </div>
  );
}

function BackupRow({ backup }: { backup: Backup }) {
  const { api, toasts } = useServices();
  const now = useNow();
  const { runAction } = useAction({ affects: ['backups'] });
  const [confirmation, setConfirmation] = useState<'restore' | 'remove'>();
  const moment = formatMoment(new Date(backup.made_at), now);
  const { name } = backup;

  async function restore(): Promise<void> {
    if (await runAction(() => api.backup.restore({ name }), t.notRestored))
      toasts.show({ tone: 'plain', text: t.restoring, stays: true });
  }

  async function remove(): Promise<void> {
    if (!(await runAction(() => api.backup.remove({ name }), t.notRemoved))) return;
    toasts.show({ tone: 'plain', text: t.removed });
  }

  function answer(isConfirmed: boolean): void {
    setConfirmation(undefined);
    if (isConfirmed) void (confirmation === 'restore' ? restore() : remove());
  }

  return (
    <li className={styles['entry']}>
      <div>
        <p className={styles['name']}>{moment}</p>
        <p className={styles['hint']}>
          {t.messages({ count: strings.list.messages({ count: backup.messages }), bytes: formatSize(backup.bytes) })}
          {!backup.is_sound && ` ${t.unsound}`}
          {backup.note !== null && ` ${backup.note}`}
        </p>
      </div>
      <div className={styles['buttons']}>
        <Button
          aria-label={t.restoreOf({ moment })}
          disabled={!backup.is_sound}
          onClick={() => setConfirmation('restore')}
        >
          {t.restore}
        </Button>
        <Button look="quiet" aria-label={t.removeOf({ moment })} onClick={() => setConfirmation('remove')}>
          {t.remove}
        </Button>
      </div>
      {confirmation && (
        <ConfirmDialog
          title={confirmation === 'restore' ? t.restoreOf({ moment }) : t.removeOf({ moment })}
          question={confirmation === 'restore' ? t.asksRestore : t.asksRemove}
          yes={confirmation === 'restore' ? t.yesRestore : t.yesRemove}
          onAnswer={answer}
        />
      )}
    </li>
  );
}
