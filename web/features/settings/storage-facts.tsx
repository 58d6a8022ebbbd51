import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../../design/feedback/skeleton.tsx';
import { reportQuery } from '../../data/queries/diagnostics.ts';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { Facts } from './facts.tsx';
import type { Settings } from '../../data/queries/settings.ts';
import { Section } from './setting-group.tsx';
import styles from './settings.module.css';
import { formatSize } from '../../i18n/formats.ts';

const t = strings.settings.storage;

/** The disk usage of Posthorn and its location. */
export function StoreFacts({ settings }: { settings: Settings }) {
  const { api } = useServices();
  const { data: report, error, refetch } = useQuery(reportQuery(api, false));
  return (
    <Section id="stored" title={t.where}>
      {error && !report && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!report && !error && (
        <Skeleton label={t.loading} className={styles['card']}>
          <SkeletonBar width="60%" style={{ margin: '18px' }} />
        </Skeleton>
      )}
      {report && (
        <Facts
          facts={[
            { name: t.mail, value: formatSize(report.database_size_bytes), where: report.database_path },
            { name: t.index, value: formatSize(report.index_size_bytes), where: report.index_path },
            ...(report.log_path === ''
              ? []
              : [{ name: t.log, value: formatSize(report.log_size_bytes), where: report.log_path }]),
            ...(settings.file === null ? [] : [{ name: t.settings, value: '', where: settings.file }]),
            { name: t.free, value: report.free_bytes === null ? t.unknown : formatSize(report.free_bytes) },
          ]}
        />
      )}
      <Link to="/diagnostics" className={styles['link']}>
        {t.details}
      </Link>
    </Section>
  );
}
