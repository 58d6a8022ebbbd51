import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { Reply } from '../../api/client.ts';
import { Button } from '../../design/controls/button.tsx';
import { useNow } from '../../design/use-now.ts';
import { formatSize } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import { formatMoment } from '../../i18n/upcoming-dates.ts';
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
              <td />
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

function BackupRow({ backup: { name, made_at, messages, bytes, is_sound, note } }: { backup: Backup }) {
  const { api } = useServices();
  const now = useNow();
  const { runOnce } = useAction({ affects: ['repair'] });
  const moment = formatMoment(new Date(made_at), now);
  return (
    <tr>
      <th scope="row">{moment}</th>
      <td>{strings.list.messages({ count: messages })}</td>
      <td>{formatSize(bytes)}</td>
      <td>
        {is_sound ? (
          <span className={styles['sound']}>
            <Check aria-hidden="true" /> {t.complete}
          </span>
        ) : (
          <span className={styles['failure']}>{note ?? t.damaged}</span>
        )}
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
