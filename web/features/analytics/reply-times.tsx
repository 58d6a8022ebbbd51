import { useQuery } from '@tanstack/react-query';
import { responseTimeQuery, type ResponseTimes } from '../../data/queries/analytics.ts';
import { useServices } from '../../data/services.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { currentLocale } from '../../i18n/current-locale.ts';
import { strings } from '../../i18n/strings.ts';
import { ColumnChart, LineChart } from './charts.tsx';
import type { Column } from './csv.ts';
import { durationTicks, roughDuration } from './durations.ts';
import { Report } from './report.tsx';
import { useReportScope } from './report-scope.ts';
import styles from './analytics-page.module.css';

const t = strings.analytics.replies;
/** Below this many replies a usual time would be a guess. */
const minSamples = 5;

type Step = ResponseTimes['histogram'][number];

/** How quickly the user replies, or others reply to the user. */
export function ReplyTimes({ direction }: { direction: ResponseTimes['direction'] }) {
  const { api } = useServices();
  const { scope, isTable } = useReportScope();
  const result = useQuery(responseTimeQuery(api, direction, scope));
  const samples = result.data?.sample_count ?? 0;
  return (
    <Report
      name={t.names[direction]}
      result={result}
      finding={(summary) => findingOf(summary)}
      hint={t.hint({ count: samples })}
      empty={t.empty[direction]}
      columns={columns}
      rows={({ histogram, sample_count }) => (sample_count === 0 ? [] : histogram)}
      renderChart={isTable ? undefined : (summary) => <Charts summary={summary} />}
      tools={result.data && samples >= minSamples && <BusinessHours summary={result.data} />}
    />
  );
}

function findingOf({ direction, sample_count, clock_p50_seconds }: ResponseTimes): string {
  if (sample_count < minSamples) return t.few[direction]({ count: sample_count });
  return t.usual[direction]({ time: roughDuration(clock_p50_seconds) });
}

function BusinessHours({ summary }: { summary: ResponseTimes }) {
  const { clock_p90_seconds, business_hours_p50_seconds } = summary;
  return (
    <p className={styles['reportHint']}>
      {t.ninety({ time: roughDuration(clock_p90_seconds) })}{' '}
      {business_hours_p50_seconds !== null && t.business({ time: roughDuration(business_hours_p50_seconds) })}
    </p>
  );
}

function Charts({ summary: { trend, histogram, direction, clock_p50_seconds } }: { summary: ResponseTimes }) {
  const longest = Math.max(...trend.map((each) => each.clock_p50_seconds));
  const ticks = durationTicks(longest).map((value) => ({ value, text: value === 0 ? '0' : shortDuration(value) }));
  return (
    <>
      {trend.length > 2 && (
        <LineChart
          about={t.trendAbout[direction]({ time: roughDuration(clock_p50_seconds), count: trend.length })}
          ticks={ticks}
          points={trend.map(({ since, clock_p50_seconds: median, sample_count }) => ({
            key: since,
            label: dayOf(since),
            value: median,
            title: t.point({ day: dayOf(since), time: roughDuration(median), count: sample_count }),
          }))}
        />
      )}
      <ColumnChart
        about={t.histogramAbout[direction]}
        columns={histogram.map((step) => ({
          key: String(step.upper_bound_seconds),
          label: shortBound(step),
          value: step.count,
          title: t.step({ within: boundOf(step), count: step.count }),
        }))}
      />
    </>
  );
}

const dayOf = (day: string) =>
  currentLocale()
    .dateFormat({ day: 'numeric', month: 'short' })
    .format(new Date(`${day}T12:00`));

const shortDuration = (seconds: number): string => {
  if (seconds < 3600) return t.short.minutes({ count: Math.round(seconds / 60) });
  return seconds < 172_800
    ? t.short.hours({ count: Math.round(seconds / 3600) })
    : t.short.days({ count: Math.round(seconds / 86_400) });
};

/** The last step has no upper bound. */
const isLast = ({ upper_bound_seconds }: Step) => upper_bound_seconds > 259_200;
const shortBound = (step: Step) => (isLast(step) ? t.short.more : shortDuration(step.upper_bound_seconds));
const boundOf = (step: Step) => (isLast(step) ? t.later : t.within({ time: roughDuration(step.upper_bound_seconds) }));

const columns: readonly Column<Step>[] = [
  { name: t.columns.time, value: boundOf },
  { name: t.columns.replies, value: ({ count }) => count, show: ({ count }) => formatNumber(count), isFigure: true },
];
