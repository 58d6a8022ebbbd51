import { useQuery } from '@tanstack/react-query';
import { Check, Trash2, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Reply } from '../../api/client.ts';
import { Button, IconButton } from '../../design/controls/button.tsx';
import { useNow } from '../../design/use-now.ts';
import { demoQuery } from '../../data/queries/accounts.ts';
import { useAction } from '../../data/use-action.ts';
import { useServices } from '../../data/services.ts';
import { formatSize } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import { formatMoment, formatPastMoment } from '../../i18n/upcoming-dates.ts';
import styles from './backup-table.module.css';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useBackupJob } from './use-backup-job.ts';

const t = strings.settings.backups;
const { columns } = t;
type Backup = Reply<'backup', 'list'>['backups'][number];

export function BackupTable({ backups }: { backups: readonly Backup[] }) {
  return (
    <table className={styles['table']} aria-label={t.list}>
      <thead>
        <tr>
          {[columns.made, columns.contains, columns.size, columns.checked].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">
            <span className={styles['hidden']}>{columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {backups.map((backup) => (
          <BackupRow key={backup.name} backup={backup} />
        ))}
      </tbody>
    </table>
  );
}

function BackupRow({ backup }: { backup: Backup }) {
  const now = useNow();
  const { made_at, kind, bytes, note } = backup;
  const at = new Date(made_at);
  return (
    <tr>
      <th scope="row">
        <time dateTime={made_at} title={formatMoment(at, now)}>
          {formatPastMoment(at, now)}
        </time>
        <span className={styles['soft']}>{t.kinds[kind]}</span>
      </th>
      <td>
        {contentOf(backup)}
        {note !== null && <span className={styles['note']}>{note}</span>}
      </td>
      <td>{formatSize(bytes)}</td>
      <BackupActions backup={backup} moment={formatMoment(at, now)} now={now} />
    </tr>
  );
}

function contentOf({ messages, drafts }: Backup): string {
  const counted = strings.list.messages({ count: messages });
  return drafts === null ? counted : `${counted}, ${t.drafts({ count: drafts })}`;
}

type BackupActionsProps = { backup: Backup; moment: string; now: Date };

/** The result of the last check, and what can be done with the backup. */
function BackupActions({ backup, moment, now }: BackupActionsProps) {
  const { api, toasts } = useServices();
  const isDemo = useQuery(demoQuery(api)).data?.on === true;
  const { runAction } = useAction({ affects: ['backups'] });
  const check = useBackupJob({ done: t.checkedWell, failed: t.notChecked });
  const [confirmation, setConfirmation] = useState<'restore' | 'remove'>();
  const { name, is_sound } = backup;

  async function restore(): Promise<void> {
    if (await runAction(() => api.backup.restore({ name }), t.notRestored))
      toasts.show({ tone: 'plain', text: t.restoring, stays: true });
  }

  async function remove(): Promise<void> {
    if (await runAction(() => api.backup.remove({ name }), t.notRemoved))
      toasts.show({ tone: 'plain', text: t.removed });
  }

  function answer(isConfirmed: boolean): void {
    setConfirmation(undefined);
    if (isConfirmed) void (confirmation === 'restore' ? restore() : remove());
  }

  return (
    <>
      <td>
        {check.isRunning ? <CheckProgress progress={check.progress} /> : <CheckState backup={backup} now={now} />}
      </td>
      <td className={styles['actions']}>
        <Button
          look="quiet"
          aria-label={t.checkOf({ moment })}
          aria-disabled={check.isRunning}
          onClick={() => check.start(() => api.backup.check({ name }))}
        >
          {t.check}
        </Button>
        <Button
          aria-label={t.restoreOf({ moment })}
          disabled={!is_sound || isDemo}
          onClick={() => setConfirmation('restore')}
        >
          {t.restore}
        </Button>
        <IconButton name={t.removeOf({ moment })} onClick={() => setConfirmation('remove')}>
          <Trash2 aria-hidden="true" />
        </IconButton>
        {confirmation && (
          <ConfirmDialog
            title={confirmation === 'restore' ? t.restoreOf({ moment }) : t.removeOf({ moment })}
            question={confirmation === 'restore' ? t.asksRestore : t.asksRemove}
            yes={confirmation === 'restore' ? t.yesRestore : t.yesRemove}
            onAnswer={answer}
          />
        )}
      </td>
    </>
  );
}

function CheckProgress({ progress }: { progress: { completed: number; total: number } | undefined }) {
  const { checking, checkProgress } = t;
  return (
    <span role="status" className={styles['soft']}>
      {progress ? checkProgress({ done: formatSize(progress.completed), total: formatSize(progress.total) }) : checking}
    </span>
  );
}

function CheckState({ backup: { is_sound, checked_at }, now }: { backup: Backup; now: Date }): ReactNode {
  if (!is_sound)
    return (
      <span className={styles['bad']}>
        <TriangleAlert aria-hidden="true" />
        {t.unsound}
      </span>
    );
  if (checked_at === null) return <span className={styles['soft']}>{t.unchecked}</span>;
  return (
    <span className={styles['good']} title={t.checkedAt({ moment: formatPastMoment(new Date(checked_at), now) })}>
      <Check aria-hidden="true" />
      {t.sound}
    </span>
  );
}
