import { useNow } from '../../design/use-now.ts';
import { Summary } from '../../design/controls/summary.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './diagnostics-page.module.css';
import type { Report } from '../../data/queries/diagnostics.ts';
import { formatAgo, formatNumber, formatSize } from '../../i18n/formats.ts';

const t = strings.diagnostics;

/** Amounts and states in a few lines, and the report as JSON. */
export function ReportFacts({ report }: { report: Report }) {
  const now = useNow().getTime();
  const { data_stats, last_successful_sync_at, database_size_bytes, index_size_bytes, free_bytes } = report;
  const facts = [
    [t.facts.stored, data_stats ? t.stored({ messages: data_stats.messages, threads: data_stats.threads }) : t.unknown],
    [t.facts.synced, last_successful_sync_at ? formatAgo(Date.parse(last_successful_sync_at), now) : t.never],
    [t.facts.search, t.freshness[report.lexical_index_freshness]],
    [t.facts.waiting, data_stats ? formatNumber(data_stats.open_operations) : t.unknown],
    [t.facts.room, t.sizes({ mail: formatSize(database_size_bytes), index: formatSize(index_size_bytes) })],
    [t.facts.free, free_bytes === null ? t.unknown : formatSize(free_bytes)],
    [t.facts.secrets, report.secret_store === null ? t.noSecrets : t.secretStores[report.secret_store]],
    [t.facts.version, report.daemon_version],
  ] as const;
  return (
    <section className={styles['facts']} aria-label={t.factsTitle}>
      <h2 className={styles['heading']}>{t.factsTitle}</h2>
      <dl className={styles['list']}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles['fact']}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <details className={styles['whole']}>
        <Summary>{t.raw}</Summary>
        <pre className={styles['raw']} tabIndex={0} role="group" aria-label={t.raw}>
          {JSON.stringify(report, null, 2)}
        </pre>
      </details>
    </section>
  );
}
