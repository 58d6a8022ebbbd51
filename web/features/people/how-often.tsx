import { useState } from 'react';
import type { Relationship } from '../../data/queries/relationship.ts';
import { Button } from '../../design/controls/button.tsx';
import { formatDuration, formatMonth, formatNumber } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import type { Person } from './person.ts';
import { Section } from './section.tsx';
import styles from './person-page.module.css';

const t = strings.person;
/** Fewer replies tell nothing about the next one. */
const minReplies = 3;

type Months = Relationship['statistics']['months'];
type HowOftenProps = { person: Person; relationship: Relationship };

/** How many messages went each way in the last twelve months, as a chart or a table, and how long replies take. */
export function HowOften({ person, relationship }: HowOftenProps) {
  const [isTable, setIsTable] = useState(false);
  const { statistics, drift } = relationship;
  const { months } = statistics;
  const sums = { received: sumOf(months, 'received_count'), sent: sumOf(months, 'sent_count') };
  return (
    <Section title={t.often} aside={<p className={styles['soft']}>{t.months}</p>}>
      <div className={styles['legend']}>
        <span className={styles['key']}>{t.received({ name: person.name, count: sums.received })}</span>
        <span className={styles['key']} data-yours>
          {t.sent({ count: sums.sent })}
        </span>
        <Button look="quiet" onClick={() => setIsTable(!isTable)}>
          {isTable ? t.asChart : t.asTable}
        </Button>
      </div>
      {isTable ? <Table months={months} name={person.name} /> : <Chart months={months} />}
      <Replies person={person} statistics={statistics} />
      {drift && <p className={styles['drift']}>{drift.reason}</p>}
    </Section>
  );
}

function sumOf(months: Months, side: 'received_count' | 'sent_count'): number {
  return months.reduce((sum, month) => sum + month[side], 0);
}

/** Mirrored around a line: the person above, the user below. The table says the same to who cannot see it. */
function Chart({ months }: { months: Months }) {
  const highest = Math.max(1, ...months.flatMap(({ received_count, sent_count }) => [received_count, sent_count]));
  const heightOf = (count: number) => `${count === 0 ? 0 : Math.max(4, (count / highest) * 100)}%`;
  return (
    <div className={styles['chart']} aria-hidden="true">
      {months.map(({ month, received_count, sent_count }) => (
        <div key={month} className={styles['month']} title={`${monthName(month)}: ${received_count} / ${sent_count}`}>
          <div className={styles['above']}>
            <span style={{ height: heightOf(received_count) }} />
          </div>
          <div className={styles['below']}>
            <span style={{ height: heightOf(sent_count) }} />
          </div>
          <span className={styles['initial']}>{[...monthName(month)][0]}</span>
        </div>
      ))}
    </div>
  );
}

function Table({ months, name }: { months: Months; name: string }) {
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">{t.month}</th>
          <th scope="col">{t.directions.them({ name })}</th>
          <th scope="col">{t.directions.you}</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, received_count, sent_count }) => (
          <tr key={month}>
            <th scope="row">{monthName(month)}</th>
            <td>{formatNumber(received_count)}</td>
            <td>{formatNumber(sent_count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function monthName(month: string): string {
  return formatMonth(new Date(`${month}-15T12:00:00`), false);
}

function Replies({ person, statistics }: { person: Person; statistics: Relationship['statistics'] }) {
  const { your_reply_count, your_reply_seconds_p50, their_reply_count, their_reply_seconds_p50 } = statistics;
  const sides = [
    { label: t.youReply, count: your_reply_count, seconds: your_reply_seconds_p50 },
    { label: t.theyReply({ name: person.name }), count: their_reply_count, seconds: their_reply_seconds_p50 },
  ].filter(({ count }) => count >= minReplies);
  if (sides.length === 0) return <p className={styles['soft']}>{t.tooFew}</p>;
  return (
    <dl className={styles['replies']}>
      {sides.map(({ label, count, seconds }) => (
        <div key={label} className={styles['reply']} title={t.replies({ count })}>
          <dt>{label}</dt>
          <dd>{roughDuration(seconds ?? 0)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** In whole days from two days on, and in whole hours from two hours on. */
function roughDuration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const unit = minutes >= 2 * 1440 ? 1440 : minutes >= 120 ? 60 : 1;
  return formatDuration(Math.round(minutes / unit) * unit);
}
