import type { Reply } from '../../../api/client.ts';
import { strings } from '../../../i18n/strings.ts';
import styles from './table-preview.module.css';

const t = strings.attachments;

type Table = Extract<Reply<'attachments', 'preview'>['preview'], { form: 'table' }>;

/** The first rows of a table; the first is the header. Columns of numbers are right-aligned. */
export function TablePreview({ table: { head, rows, columns, is_cut }, name }: { table: Table; name: string }) {
  const areNumbers = head.map((_, column) => isOfNumbers(rows, column) || undefined);
  return (
    <>
      <div className={styles['scroller']} tabIndex={0} role="region" aria-label={t.preview({ name })}>
        <table className={styles['table']}>
          <thead>
            <tr>
              {head.map((cell, at) => (
                <th key={at} scope="col" dir="auto" data-number={areNumbers[at]}>
                  {cell || <span className="visually-hidden">{t.column({ at: at + 1 })}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={column} dir="auto" data-number={areNumbers[column]}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles['note']}>
        {is_cut ? t.firstRows({ count: rows.length }) : t.rows({ count: rows.length })}
        {columns > head.length && ` ${t.firstColumns({ shown: head.length, count: columns })}`}
      </p>
    </>
  );
}

function isOfNumbers(rows: Table['rows'], column: number): boolean {
  const cells = rows.map((row) => row[column] ?? '').filter(Boolean);
  return cells.length > 0 && cells.every(isNumber);
}

function isNumber(cell: string): boolean {
  return /^[-+−]?[\d.,' \u00a0]*\d\s?[%€$£]?$/.test(cell);
}
