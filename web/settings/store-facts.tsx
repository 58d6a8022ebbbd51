import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorPanel } from '../design/panel.tsx';
import { Bone, Skeleton } from '../design/skeleton.tsx';
import { reportQuery } from '../diagnostics/queries.ts';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { Facts } from './facts.tsx';
import type { Settings } from './queries.ts';
import { Section } from './setting-group.tsx';
import styles from './settings.module.css';
import { size } from '../words/formats.ts';

const words = strings.settings.storage;

/** What takes room on this disk, how much, and where it lies. */
export function StoreFacts({ settings }: { settings: Settings }) {
  const { api } = useParts();
  const { data: report, error, refetch } = useQuery(reportQuery(api, false));
  return (
    <Section title={words.where}>
      {error && !report && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!report && !error && (
        <Skeleton label={words.loading} className={styles['card']}>
          <Bone width="60%" style={{ margin: '18px' }} />
        </Skeleton>
      )}
      {report && (
        <Facts
          facts={[
            { name: words.mail, value: size(report.database_size_bytes), where: report.database_path },
            { name: words.index, value: size(report.index_size_bytes), where: report.index_path },
            ...(report.log_path === ''
              ? []
              : [{ name: words.log, value: size(report.log_size_bytes), where: report.log_path }]),
            ...(settings.file === null ? [] : [{ name: words.settings, value: '', where: settings.file }]),
            { name: words.free, value: report.free_bytes === null ? words.unknown : size(report.free_bytes) },
          ]}
        />
      )}
      <Link to="/diagnostics" className={styles['link']}>
        {words.details}
      </Link>
    </Section>
  );
}
