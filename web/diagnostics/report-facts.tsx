import { useNow } from '../now.ts';
import { strings } from '../strings.ts';
import styles from './diagnostics-page.module.css';
import type { Report } from './queries.ts';
import { ago, number, size } from '../words/formats.ts';

const words = strings.diagnostics;

/** How much there is and how it is, in a few lines, and the report as programs get it. */
export function ReportFacts({ report }: { report: Report }) {
  const now = useNow().getTime();
  const { data_stats, last_successful_sync_at, database_size_bytes, index_size_bytes, free_bytes } = report;
  const facts = [
    [
      words.facts.stored,
      data_stats ? words.stored({ messages: data_stats.messages, threads: data_stats.threads }) : words.unknown,
    ],
    [words.facts.synced, last_successful_sync_at ? ago(Date.parse(last_successful_sync_at), now) : words.never],
    [words.facts.search, words.freshness[report.lexical_index_freshness]],
    [words.facts.waiting, data_stats ? number(data_stats.open_operations) : words.unknown],
    [words.facts.room, words.sizes({ mail: size(database_size_bytes), index: size(index_size_bytes) })],
    [words.facts.free, free_bytes === null ? words.unknown : size(free_bytes)],
    [words.facts.secrets, report.secret_store === null ? words.noSecrets : words.secretStores[report.secret_store]],
    [words.facts.version, report.daemon_version],
  ] as const;
  return (
    <section className={styles['facts']} aria-label={words.factsTitle}>
      <h2 className={styles['heading']}>{words.factsTitle}</h2>
      <dl className={styles['list']}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles['fact']}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <details className={styles['whole']}>
        <summary>{words.raw}</summary>
        <pre className={styles['raw']} tabIndex={0} role="group" aria-label={words.raw}>
          {JSON.stringify(report, null, 2)}
        </pre>
      </details>
    </section>
  );
}
