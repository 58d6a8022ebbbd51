import { useQuery } from '@tanstack/react-query';
import { Button, classes } from '../../design/controls/button.tsx';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../../design/feedback/skeleton.tsx';
import { demoQuery } from '../../data/queries/accounts.ts';
import { backupsQuery } from '../../data/queries/settings.ts';
import { useServices } from '../../data/services.ts';
import { formatSize } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import { BackupTable } from './backup-table.tsx';
import { Section } from './setting-group.tsx';
import styles from './settings.module.css';
import { useBackupJob } from './use-backup-job.ts';

const t = strings.settings.backups;

/** The backups: create, check, restore and delete. */
export function Backups() {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(backupsQuery(api));
  const isDemo = useQuery(demoQuery(api)).data?.on === true;
  return (
    <Section id="backups" title={t.title} hint={data && `${t.where({ folder: data.folder })} ${data.leaves_out}`}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.automatic.problem && (
        <div role="status" className={styles['trouble']}>
          <p className={styles['name']}>{t.skipped}</p>
          <p>{data.automatic.problem}</p>
        </div>
      )}
      <MakeBackup />
      {!data && !error && (
        <Skeleton label={t.loading} className={styles['card']}>
          <SkeletonBar width="60%" style={{ margin: '18px' }} />
        </Skeleton>
      )}
      {data?.backups.length === 0 && <p className={classes(styles['card'], styles['block'])}>{t.none}</p>}
      {isDemo && data && data.backups.length > 0 && <p className={styles['hint']}>{t.demo}</p>}
      {data && data.backups.length > 0 && <BackupTable backups={data.backups} />}
    </Section>
  );
}

function MakeBackup() {
  const { api } = useServices();
  const { isRunning, progress, start } = useBackupJob({ done: t.made, failed: t.notMade });
  return (
    <div className={styles['buttons']}>
      {/* It keeps the focus while it waits. */}
      <Button aria-disabled={isRunning} onClick={() => start(() => api.backup.create({}))}>
        {t.make}
      </Button>
      <p role="status" className={styles['hint']}>
        {isRunning &&
          (progress
            ? t.progress({ done: formatSize(progress.completed), total: formatSize(progress.total) })
            : t.making)}
      </p>
    </div>
  );
}
