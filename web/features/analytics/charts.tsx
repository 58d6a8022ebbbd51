import type { ReactNode } from 'react';
import styles from './charts.module.css';

type Bar = { key: string; name: ReactNode; value: number; text: string };

/** Horizontal bars below each other, each with its name and its value. */
export function BarChart({ bars }: { bars: readonly Bar[] }) {
  const longest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul role="list" className={styles['bars']}>
      {bars.map(({ key, name, value, text }) => (
        <li key={key}>
          <span className={styles['name']} dir="auto">
            {name}
          </span>
          <span className={styles['track']} aria-hidden="true">
            <span style={{ width: `${(value / longest) * 100}%` }} />
          </span>
          <span className={styles['value']}>{text}</span>
        </li>
      ))}
    </ul>
  );
}

export type Column = { key: string; label: string; value: number; title: string };

/** Columns beside each other. `label` is below a column; it may be empty. `about` says in words what they show. */
export function ColumnChart({ about, columns }: { about: string; columns: readonly Column[] }) {
  const highest = Math.max(1, ...columns.map(({ value }) => value));
  return (
    <div role="img" aria-label={about} className={styles['columns']} dir="ltr">
      {columns.map(({ key, label, value, title }) => (
        <div key={key} title={title} data-highest={value === highest || undefined}>
          <span style={{ height: `${(value / highest) * 100}%` }} />
          <small>{label}</small>
        </div>
      ))}
    </div>
  );
}

type Point = { key: string; label: string; value: number; title: string };

type LineChartProps = {
  about: string;
  points: readonly Point[];
  /** Values at which there are lines, from 0 upwards; the last one is the height. */
  ticks: readonly { value: number; text: string }[];
};

/** A line through points at equal distances. */
export function LineChart({ about, points, ticks }: LineChartProps) {
  const height = ticks.at(-1)?.value ?? 1;
  const x = (at: number) => (points.length < 2 ? 50 : (at / (points.length - 1)) * 100);
  const y = (value: number) => 100 - (value / height) * 100;
  const every = Math.ceil(points.length / 5);
  return (
    <div role="img" aria-label={about} className={styles['line']} dir="ltr">
      <div className={styles['ticks']}>
        {ticks.map(({ value, text }) => (
          <small key={value} style={{ insetBlockStart: `${y(value)}%` }}>
            {text}
          </small>
        ))}
      </div>
      <div className={styles['plot']}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {ticks.map(({ value }) => (
            <line key={value} x1="0" x2="100" y1={y(value)} y2={y(value)} />
          ))}
          <polyline points={points.map(({ value }, at) => `${x(at)},${y(value)}`).join(' ')} />
        </svg>
        {points.map(({ key, value, title }, at) => (
          <span key={key} title={title} style={{ insetInlineStart: `${x(at)}%`, insetBlockStart: `${y(value)}%` }} />
        ))}
      </div>
      <div className={styles['dates']}>
        {points.map(({ key, label }, at) => (
          <small key={key} style={{ insetInlineStart: `${x(at)}%` }}>
            {at % every === 0 ? label : ''}
          </small>
        ))}
      </div>
    </div>
  );
}
