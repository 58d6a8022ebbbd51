import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { Reply } from '../../api/client.ts';
import { Button } from '../../design/controls/button.tsx';
import { useNow } from '../../design/use-now.ts';
import { formatSize } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import { formatMoment, formatPastMoment } from '../../i18n/upcoming-dates.ts';
import { backupsQuery } from '../../data/queries/settings.ts';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import styles from './repair-page.module.css';

const t = strings.repair;
type Backup = Reply<'backup', 'list'>['backups'][number];

/** The backups from which the mail database can be restored. */
export function RepairBackups() {
  const { api } = useServices();
  const { data, error } = useQuery(backupsQuery(api));
  if (!data) return error ? <p className={styles['hint']}>{t.noBackupList}</p> : null;
  return (
    <section>
      <h2 className={styles['subtitle']}>{t.backups}</h2>
      {data.backups.length === 0 ? (
        <p className={styles['hint']}>{t.noBackups({ folder: data.folder })}</p>
      ) : (
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{t.made}</th>
              <th scope="col">{t.contains}</th>
              <th scope="col">{t.size}</th>
              <th scope="col">{t.checked}</th>
              <th scope="col">
                <span className="visually-hidden">{t.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.backups.map((backup) => (
              <BackupRow key={backup.name} backup={backup} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function BackupRow({ backup }: { backup: Backup }) {
  const { name, made_at, bytes, is_sound } = backup;
  const { api } = useServices();
  const now = useNow();
  const { runOnce } = useAction({ affects: ['repair'] });
  const moment = formatMoment(new Date(made_at), now);
  return (
    <tr>
      <th scope="row">
        <time dateTime={made_at} title={moment}>
          {formatPastMoment(new Date(made_at), now)}
        </time>
      </th>
      <td>{contentOf(backup)}</td>
      <td>{formatSize(bytes)}</td>
      <td>
        <State backup={backup} />
      </td>
      <td className={styles['end']}>
        <Button
          aria-label={t.restoreOf({ moment })}
          disabled={!is_sound}
          onClick={() => void runOnce(() => api.repair.restore({ backup: name }), t.failed)}
        >
          {t.buttons.restore}
        </Button>
      </td>
    </tr>
  );
}

function contentOf({ messages, drafts }: Backup): string {
  const counted = strings.list.messages({ count: messages });
  return drafts === null ? counted : `${counted}, ${t.drafts({ count: drafts })}`;
}

/** Whether the backup was checked. Every restore checks it again. */
function State({ backup: { is_sound, checked_at, note } }: { backup: Backup }) {
  if (!is_sound) return <span className={styles['failure']}>{note ?? t.damaged}</span>;
  if (checked_at === null) return <span className={styles['hint']}>{t.unchecked}</span>;
  return (
    <span className={styles['sound']}>
      <Check aria-hidden="true" /> {t.complete}
    </span>
  );
}
