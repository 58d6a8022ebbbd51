import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { groupings, storageQuery, type Grouping, type StorageBucket } from '../../data/queries/analytics.ts';
import { useServices } from '../../data/services.ts';
import { formatSize } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import { BarChart } from './charts.tsx';
import type { Column } from './csv.ts';
import { fileTypeName } from './file-types.ts';
import { MakeRoom } from './make-room.tsx';
import { ReportColumn } from './report-column.tsx';
import { Report } from './report.tsx';
import { useReportScope } from './report-scope.ts';
import styles from './analytics-page.module.css';

const t = strings.analytics.storage;
const shownBars = 10;

/** What takes space, and what can be deleted. */
export function StorageView() {
  return (
    <div className={styles['columns']}>
      <ReportColumn>
        <ByYear />
        <Breakdown />
      </ReportColumn>
      <div>
        <MakeRoom />
      </div>
    </div>
  );
}

function ByYear() {
  const { api } = useServices();
  const { scope, isTable } = useReportScope();
  const result = useQuery(storageQuery(api, 'year', scope));
  return (
    <Report
      name={t.byYear}
      result={result}
      finding={totalText}
      hint={t.byYearHint}
      empty={t.empty}
      columns={columnsOf('year')}
      rows={(rows) => rows}
      renderChart={isTable ? undefined : (rows) => <BarChart bars={rows.map((row) => barOf('year', row))} />}
    />
  );
}

function totalText(rows: readonly StorageBucket[]): string {
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  return t.total({ size: formatSize(bytes), messages: rows.reduce((sum, row) => sum + row.count, 0) });
}

/** Whose mail, files of which type, or which label takes space. */
function Breakdown() {
  const { api } = useServices();
  const { scope, isTable } = useReportScope();
  const [grouping, setGrouping] = useState<(typeof groupings)[number]>('sender');
  const [isWhole, setIsWhole] = useState(false);
  const result = useQuery(storageQuery(api, grouping, scope));
  const shown = (rows: readonly StorageBucket[]) => (isWhole ? rows : rows.slice(0, shownBars));
  return (
    <Report
      name={t.by[grouping]}
      result={result}
      finding={([first]) => (first ? t.most[grouping]({ name: nameOf(grouping, first) }) : t.by[grouping])}
      hint={t.hints[grouping]}
      empty={t.emptyGroup[grouping]}
      columns={columnsOf(grouping)}
      rows={(rows) => rows}
      tools={
        <div role="group" className={styles['group']} aria-label={t.groupLabel}>
          {groupings.map((each) => (
            <button
              key={each}
              type="button"
              className={styles['choice']}
              aria-pressed={each === grouping}
              onClick={() => setGrouping(each)}
            >
              {t.groups[each]}
            </button>
          ))}
        </div>
      }
      renderChart={
        isTable
          ? undefined
          : (rows) => (
              <>
                <BarChart bars={shown(rows).map((row) => barOf(grouping, row))} />
                {rows.length > shownBars && (
                  <button type="button" className={styles['link']} onClick={() => setIsWhole(!isWhole)}>
                    {isWhole ? t.showLess : t.showAll({ count: rows.length })}
                  </button>
                )}
              </>
            )
      }
    />
  );
}

const barOf = (grouping: Grouping, row: StorageBucket) => ({
  key: row.key,
  name: <BucketName grouping={grouping} row={row} />,
  value: row.bytes,
  text: formatSize(row.bytes),
});

const columnsOf = (grouping: Grouping): readonly Column<StorageBucket>[] => [
  {
    name: t.columns[grouping],
    value: (row) => (grouping === 'sender' ? row.key : nameOf(grouping, row)),
    show: (row) => <BucketName grouping={grouping} row={row} />,
  },
  { name: t.columns.size, value: ({ bytes }) => bytes, show: ({ bytes }) => formatSize(bytes), isFigure: true },
  { name: t.columns[grouping === 'mimetype' ? 'files' : 'messages'], value: ({ count }) => count, isFigure: true },
];

/** The name of a bucket, as a link to its mail if a search finds it. */
function BucketName({ grouping, row }: { grouping: Grouping; row: StorageBucket }) {
  const query = queryOf(grouping, row);
  const name = nameOf(grouping, row);
  return query === undefined ? (
    name
  ) : (
    <Link to="/search" search={{ q: query, sort: undefined }} title={grouping === 'sender' ? row.key : name}>
      {name}
    </Link>
  );
}

function nameOf(grouping: Grouping, { key, name }: StorageBucket): string {
  if (grouping === 'mimetype') return fileTypeName(key);
  return key === '' ? t.noSender : (name ?? key);
}

function queryOf(grouping: Grouping, { key }: StorageBucket): string | undefined {
  if (key === '') return undefined;
  if (grouping === 'sender') return `from:${key}`;
  if (grouping === 'label') return `label:"${key.replaceAll('"', '')}"`;
  return grouping === 'year' ? `after:${key}-01-01 before:${Number(key) + 1}-01-01` : undefined;
}
