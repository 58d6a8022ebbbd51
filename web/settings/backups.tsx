import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Reply } from '../api.ts';
import { Button, classes } from '../design/button.tsx';
import { ErrorPanel } from '../design/panel.tsx';
import { Bone, Skeleton } from '../design/skeleton.tsx';
import { momentWords } from '../moments.ts';
import { useNow } from '../now.ts';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { useTrying } from '../trying.ts';
import { AskDialog } from './ask-dialog.tsx';
import { backupsQuery } from './queries.ts';
import { Section } from './setting-group.tsx';
import styles from './settings.module.css';
import { size } from '../words/formats.ts';

const words = strings.settings.backups;
type Backup = Reply<'backup', 'list'>['backups'][number];

/** The backups there are: to make one, to bring one back, to delete one. */
export function Backups() {
  const { api } = useParts();
  const { data, error, refetch } = useQuery(backupsQuery(api));
  return (
    <Section title={words.title} hint={data && `${words.where({ folder: data.folder })} ${data.leaves_out}`}>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <MakeBackup />
      {!data && !error && (
        <Skeleton label={words.loading} className={styles['card']}>
          <Bone width="60%" style={{ margin: '18px' }} />
        </Skeleton>
      )}
      {data?.backups.length === 0 && <p className={classes(styles['card'], styles['block'])}>{words.none}</p>}
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

/** Milliseconds between two looks at how far a backup is. */
const lookEvery = 500;

function MakeBackup() {
  const { api, toasts } = useParts();
  const client = useQueryClient();
  const tried = useTrying('diagnostics');
  const [jobId, setJobId] = useState<string>();
  const job = useQuery({
    queryKey: ['backup-job', jobId],
    enabled: jobId !== undefined,
    refetchInterval: lookEvery,
    async queryFn({ signal }) {
      const { job: latest } = await api.jobs.get({ job_id: jobId ?? '' }, signal);
      if (latest.status === 'succeeded' || latest.status === 'failed') await settle(latest.error);
      return latest;
    },
  }).data;
  async function settle(failure: string | null): Promise<void> {
    setJobId(undefined);
    if (failure === null) toasts.show({ tone: 'plain', text: words.made });
    else toasts.show({ tone: 'bad', text: words.notMade, note: failure });
    await client.invalidateQueries({ queryKey: backupsQuery(api).queryKey });
  }
  const make = () => tried(async () => setJobId((await api.backup.create({})).job_id), words.notMade);
  const isMaking = jobId !== undefined;
  const progress = job?.progress;
  return (
    <div className={styles['buttons']}>
      {/* It keeps the focus while it waits. */}
      <Button aria-disabled={isMaking} onClick={() => void (isMaking || make())}>
        {words.make}
      </Button>
      <p role="status" className={styles['hint']}>
        {isMaking &&
          (progress && progress.total > 0
            ? words.progress({ done: size(progress.completed), total: size(progress.total) })
            : words.making)}
      </p>
    </div>
  );
}

function BackupRow({ backup }: { backup: Backup }) {
  const { api, toasts } = useParts();
  const client = useQueryClient();
  const now = useNow();
  const tried = useTrying();
  const [asks, setAsks] = useState<'restore' | 'remove'>();
  const moment = momentWords(new Date(backup.made_at), now);
  const { name } = backup;

  async function restore(): Promise<void> {
    if (await tried(() => api.backup.restore({ name }), words.notRestored))
      toasts.show({ tone: 'plain', text: words.restoring, stays: true });
  }

  async function remove(): Promise<void> {
    if (!(await tried(() => api.backup.remove({ name }), words.notRemoved))) return;
    toasts.show({ tone: 'plain', text: words.removed });
    await client.invalidateQueries({ queryKey: backupsQuery(api).queryKey });
  }

  function answer(isWanted: boolean): void {
    setAsks(undefined);
    if (isWanted) void (asks === 'restore' ? restore() : remove());
  }

  return (
    <li className={styles['entry']}>
      <div>
        <p className={styles['name']}>{moment}</p>
        <p className={styles['hint']}>
          {words.messages({ count: strings.list.messages({ count: backup.messages }), bytes: size(backup.bytes) })}
          {!backup.is_sound && ` ${words.unsound}`}
          {backup.note !== null && ` ${backup.note}`}
        </p>
      </div>
      <div className={styles['buttons']}>
        <Button aria-label={words.restoreOf({ moment })} disabled={!backup.is_sound} onClick={() => setAsks('restore')}>
          {words.restore}
        </Button>
        <Button look="quiet" aria-label={words.removeOf({ moment })} onClick={() => setAsks('remove')}>
          {words.remove}
        </Button>
      </div>
      {asks && (
        <AskDialog
          title={asks === 'restore' ? words.restoreOf({ moment }) : words.removeOf({ moment })}
          question={asks === 'restore' ? words.asksRestore : words.asksRemove}
          yes={asks === 'restore' ? words.yesRestore : words.yesRemove}
          onAnswer={answer}
        />
      )}
    </li>
  );
}
