import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { saveFile } from '../../data/save-file.ts';
import { maxRows } from '../../data/queries/analytics.ts';
import { Button } from '../../design/controls/button.tsx';
import { errorText } from '../../design/feedback/empty-state.tsx';
import { Skeleton, SkeletonBar } from '../../design/feedback/skeleton.tsx';
import { strings } from '../../i18n/strings.ts';
import { csvOf, type Column } from './csv.ts';
import { useTurn } from './report-column.tsx';
import styles from './analytics-page.module.css';

const t = strings.analytics;

type Loaded<Data> = { data: Data | undefined; error: unknown; isPlaceholderData: boolean; refetch: () => unknown };

type ReportProps<Data, Row> = {
  /** What the report is about; the name of its file. */
  name: string;
  result: Loaded<Data>;
  /** What was found, as a heading. */
  finding: (data: Data) => string;
  /** What was counted. */
  hint: string;
  /** Shown instead of an empty table. */
  empty: string;
  columns: readonly Column<Row>[];
  rows: (data: Data) => readonly Row[];
  /** What is shown instead of the table, unless the user prefers tables. */
  renderChart?: ((data: Data) => ReactNode) | undefined;
  tools?: ReactNode;
};

/** One report: what was found, a chart or a table, and the table as a file. */
export function Report<Data, Row>(props: ReportProps<Data, Row>) {
  const { name, result, finding, hint, empty, columns, renderChart, tools } = props;
  const { error, refetch } = result;
  const isTurn = useTurn(result.data === undefined && !error);
  const data = isTurn ? result.data : undefined;
  const rows = data === undefined ? [] : props.rows(data);
  const isEmpty = data !== undefined && rows.length === 0;
  return (
    <section className={styles['report']} aria-label={name} aria-busy={result.isPlaceholderData || undefined}>
      <header className={styles['reportHead']}>
        <h2>{data === undefined || isEmpty ? name : finding(data)}</h2>
        {rows.length > 0 && <CsvButton name={name} columns={columns} rows={rows} />}
        <p className={styles['reportHint']}>{isEmpty ? empty : hint}</p>
        {isTurn && tools}
      </header>
      {data === undefined && (error && isTurn ? <Failure error={error} retry={refetch} /> : <Loading />)}
      {data !== undefined &&
        !isEmpty &&
        (renderChart ? renderChart(data) : <DataTable name={name} columns={columns} rows={rows} />)}
    </section>
  );
}

function Failure({ error, retry }: { error: unknown; retry: () => unknown }) {
  return (
    <div role="alert" className={styles['failure']}>
      <p>{errorText(error)}</p>
      <Button onClick={() => void retry()}>{strings.errors.retry}</Button>
    </div>
  );
}

function Loading() {
  return (
    <Skeleton label={t.counting}>
      {[90, 60, 75, 40, 85, 55, 70].map((width) => (
        <SkeletonBar key={width} width={`${width}%`} style={{ margin: '18px 0' }} />
      ))}
    </Skeleton>
  );
}

type TableProps<Row> = { name: string; columns: readonly Column<Row>[]; rows: readonly Row[] };

function CsvButton<Row>({ name, columns, rows }: TableProps<Row>) {
  const save = () =>
    saveFile(new Blob([csvOf(columns, rows)], { type: 'text/csv;charset=utf-8' }), `${t.fileName({ name })}.csv`);
  return (
    <Button look="quiet" className={styles['csv']} aria-label={t.saveNamed({ name })} onClick={save}>
      <Download aria-hidden="true" />
      {t.save}
    </Button>
  );
}

/** An email address, which is divided after its @ if it must be. */
export function Address({ email }: { email: string }) {
  const start = email.lastIndexOf('@') + 1;
  return (
    <span className={styles['address']}>
      {email.slice(0, start)}
      <wbr />
      {email.slice(start)}
    </span>
  );
}

/** A table that scrolls sideways in a narrow window. */
export function DataTable<Row>({ name, columns, rows }: TableProps<Row>) {
  return (
    <>
      <div className={styles['scroller']}>
        <table className={styles['table']} aria-label={name}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.name} scope="col" data-figure={column.isFigure || undefined}>
                  {column.isControl ? <span className="visually-hidden">{column.name}</span> : column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // The rows have no common key, and are replaced together.
              <tr key={at}>
                {columns.map(({ name: column, value, show, isFigure }) => (
                  <td key={column} data-figure={isFigure || undefined} dir={isFigure ? undefined : 'auto'}>
                    {show ? show(row) : value(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length === maxRows && <p className={styles['reportHint']}>{t.onlyFirst({ count: maxRows })}</p>}
    </>
  );
}
