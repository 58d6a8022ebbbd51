import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { storageQuery, wrappedQuery, type Wrapped } from '../../data/queries/analytics.ts';
import { useServices } from '../../data/services.ts';
import { useNow } from '../../design/use-now.ts';
import { currentLocale } from '../../i18n/current-locale.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import { ColumnChart } from './charts.tsx';
import type { Column } from './csv.ts';
import { Report } from './report.tsx';
import { useReportScope } from './report-scope.ts';
import { storiesOf, type Story } from './year-stories.tsx';
import styles from './analytics-page.module.css';

const t = strings.analytics.year;
const shownYears = 6;

/** A look back at a year, to read for pleasure. */
export function YearView() {
  const { api } = useServices();
  const { search, scope, isTable } = useReportScope();
  const thisYear = useNow().getFullYear();
  const years = useYears(thisYear);
  const year = years.find((each) => String(each) === search.year) ?? thisYear;
  const start = (of: number) => Math.floor(new Date(of, 0, 1).getTime() / 1000);
  const period = { account_id: scope.account_id, since_unix: start(year), until_unix: start(year + 1) };
  const result = useQuery(wrappedQuery(api, period));
  const isOver = year < thisYear;
  return (
    <>
      <nav className={styles['group']} aria-label={t.years}>
        {years.map((each) => (
          <Link
            key={each}
            to="/analytics"
            search={{ ...search, year: String(each) }}
            className={styles['choice']}
            aria-current={each === year ? 'page' : undefined}
          >
            {String(each)}
          </Link>
        ))}
      </nav>
      <Report
        name={t.title({ year: String(year) })}
        result={result}
        finding={({ volume }) =>
          t.finding({ year: String(year), messages: volume.inbound_count + volume.outbound_count })
        }
        hint={isOver ? t.hint : t.hintSoFar}
        empty={t.empty}
        columns={storyColumns}
        rows={(summary) => storiesOf(summary)}
        renderChart={isTable ? undefined : (summary) => <Stories stories={storiesOf(summary)} />}
      />
      {result.data && <Times times={result.data.time_patterns} />}
    </>
  );
}

/** The years of which there is mail, and the current one. */
function useYears(thisYear: number): number[] {
  const { api } = useServices();
  const { scope } = useReportScope();
  const stored = useQuery(storageQuery(api, 'year', { ...scope, since_days: undefined })).data ?? [];
  const years = stored.map(({ key }) => Number(key)).filter((year) => year < thisYear);
  return [thisYear, ...years].slice(0, shownYears);
}

const storyColumns: readonly Column<Story>[] = [
  { name: t.columns.what, value: ({ about }) => about },
  { name: t.columns.value, value: ({ text }) => text, show: ({ text, link }) => link ?? text },
];

function Stories({ stories }: { stories: readonly Story[] }) {
  return (
    <ul role="list" className={styles['stories']}>
      {stories.map(({ key, about, figure, text, link }) => (
        <li key={key}>
          <p className={styles['about']}>{about}</p>
          {figure !== undefined && (
            <p className={styles['figure']} dir="auto">
              {figure}
            </p>
          )}
          <p>{link ?? text}</p>
        </li>
      ))}
    </ul>
  );
}

type Count = { key: string; name: string; count: number };

/** When mail is written and received, by day of the week and by hour. */
function Times({ times }: { times: Wrapped['time_patterns'] }) {
  const days = times.day_of_week_distribution.map((count, day) => ({
    key: String(day),
    name: weekdayName(day, 'long'),
    count,
  }));
  const hours = times.local_hour_distribution.map((count, hour) => ({
    key: String(hour),
    name: t.hour({ from: hour, until: (hour + 1) % 24 }),
    count,
  }));
  return (
    <div className={styles['columns']}>
      <TimeReport
        name={t.byWeekday}
        counts={days}
        labelOf={({ key }) => weekdayName(Number(key), 'short')}
        finding={(busiest) => t.weekdayFinding({ day: busiest.name })}
      />
      <TimeReport
        name={t.byHour}
        counts={hours}
        labelOf={({ key }) => (Number(key) % 6 === 0 ? key : '')}
        finding={(busiest) => t.hourFinding({ hour: busiest.name })}
      />
    </div>
  );
}

type TimeReportProps = {
  name: string;
  counts: readonly Count[];
  labelOf: (count: Count) => string;
  finding: (busiest: Count) => string;
};

function TimeReport({ name, counts, labelOf, finding }: TimeReportProps) {
  const { isTable } = useReportScope();
  const busiest = counts.toSorted((a, b) => b.count - a.count)[0];
  const result = { data: counts, error: null, isPlaceholderData: false, refetch: () => undefined };
  return (
    <Report
      name={name}
      result={result}
      finding={() => (busiest ? finding(busiest) : name)}
      hint={t.timesHint}
      empty={t.empty}
      rows={(rows) => (rows.some(({ count }) => count > 0) ? rows : [])}
      columns={[
        { name, value: (row) => row.name },
        {
          name: t.columns.messages,
          value: ({ count }) => count,
          show: ({ count }) => formatNumber(count),
          isFigure: true,
        },
      ]}
      renderChart={
        isTable
          ? undefined
          : (rows) => (
              <ColumnChart
                about={busiest ? finding(busiest) : name}
                columns={rows.map((row) => ({
                  key: row.key,
                  label: labelOf(row),
                  value: row.count,
                  title: t.counted({ name: row.name, count: row.count }),
                }))}
              />
            )
      }
    />
  );
}

/** 0 is Monday. 5 January 1970 was one. */
const weekdayName = (day: number, weekday: 'long' | 'short'): string =>
  currentLocale()
    .dateFormat({ weekday })
    .format(new Date(1970, 0, 5 + day));
