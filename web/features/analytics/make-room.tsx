import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Archive, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { threadLink } from '../../data/lens-links.ts';
import { largestQuery, type LargestMessage } from '../../data/queries/analytics.ts';
import { useMailActions, useServices } from '../../data/services.ts';
import { useMailDates } from '../../data/settings/mail-dates.tsx';
import { Button } from '../../design/controls/button.tsx';
import { formatDate, formatSize } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import type { Column } from './csv.ts';
import { Address, DataTable, Report } from './report.tsx';
import { useReportScope } from './report-scope.ts';
import styles from './analytics-page.module.css';

const t = strings.analytics.room;

/** More are shown on request. */
const shownMessages = 20;

const sizeOf = (rows: readonly LargestMessage[]) => rows.reduce((sum, { size_bytes }) => sum + size_bytes, 0);

/** The largest messages, to archive or delete them. */
export function MakeRoom() {
  const { api } = useServices();
  const { scope, isTable } = useReportScope();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isWhole, setIsWhole] = useState(false);
  const shown = (rows: readonly LargestMessage[]) => (isWhole ? rows : rows.slice(0, shownMessages));
  const result = useQuery(largestQuery(api, scope));
  const columns = useColumns();
  const choose = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  };
  return (
    <Report
      name={t.title}
      result={result}
      finding={(rows) => t.finding({ count: shown(rows).length, size: formatSize(sizeOf(shown(rows))) })}
      hint={t.hint}
      empty={t.empty}
      columns={columns}
      rows={(rows) => rows}
      renderChart={(rows) => (
        <>
          <ChosenBar rows={shown(rows)} chosen={chosen} onChoose={choose} />
          {isTable ? (
            <DataTable name={t.title} columns={[tickColumn(chosen, choose), ...columns]} rows={shown(rows)} />
          ) : (
            <MessageList rows={shown(rows)} chosen={chosen} onChoose={choose} />
          )}
          {!isWhole && rows.length > shownMessages && (
            <button type="button" className={styles['link']} onClick={() => setIsWhole(true)}>
              {t.showAll({ count: rows.length })}
            </button>
          )}
        </>
      )}
    />
  );
}

type ChoiceProps = {
  rows: readonly LargestMessage[];
  chosen: ReadonlySet<string>;
  onChoose: (ids: readonly string[], isChosen: boolean) => void;
};

/** How much is selected, and what can be done with it. Deleting is undone from the toast, or with Z. */
function ChosenBar({ rows, chosen, onChoose }: ChoiceProps) {
  const mailActions = useMailActions();
  const picked = rows.filter(({ message_id }) => chosen.has(message_id));
  const allIds = rows.map(({ message_id }) => message_id);
  const isWhole = picked.length === rows.length;
  const run = async (action: 'archive' | 'trash') => {
    const messageIds = picked.map(({ message_id }) => message_id);
    if (await mailActions[action]({ messageIds })) onChoose(messageIds, false);
  };
  return (
    <div className={styles['chosen']}>
      <label className={styles['all']}>
        <input
          type="checkbox"
          aria-label={t.selectAll}
          checked={isWhole}
          ref={(box) => {
            if (box) box.indeterminate = picked.length > 0 && !isWhole;
          }}
          onChange={() => onChoose(allIds, !isWhole)}
        />
        <span role="status">
          {picked.length === 0 ? t.selectAll : t.selected({ count: picked.length, size: formatSize(sizeOf(picked)) })}
        </span>
      </label>
      <Button disabled={picked.length === 0} onClick={() => void run('archive')}>
        <Archive aria-hidden="true" />
        {t.archive}
      </Button>
      <Button disabled={picked.length === 0} onClick={() => void run('trash')}>
        <Trash2 aria-hidden="true" />
        {t.delete}
      </Button>
    </div>
  );
}

function MessageList({ rows, chosen, onChoose }: ChoiceProps) {
  const dates = useMailDates();
  return (
    <ul role="list" className={styles['messages']}>
      {rows.map((row) => (
        <li key={row.message_id}>
          <Tick row={row} chosen={chosen} onChoose={onChoose} />
          <Link {...threadLink({ kind: 'all' }, row.thread_id)} className={styles['words']}>
            <span className={styles['subject']} dir="auto">
              {row.subject || strings.list.noSubject}
            </span>
            <span className={styles['soft']}>
              {t.from({ sender: row.from_email, date: dates.short(row.date, formatDate(row.date)) })}
            </span>
          </Link>
          <span className={styles['size']}>{formatSize(row.size_bytes)}</span>
        </li>
      ))}
    </ul>
  );
}

function Tick({ row, chosen, onChoose }: Omit<ChoiceProps, 'rows'> & { row: LargestMessage }) {
  return (
    <input
      type="checkbox"
      aria-label={t.select({ subject: row.subject || strings.list.noSubject })}
      checked={chosen.has(row.message_id)}
      onChange={({ target }) => onChoose([row.message_id], target.checked)}
    />
  );
}

const tickColumn = (chosen: ReadonlySet<string>, onChoose: ChoiceProps['onChoose']): Column<LargestMessage> => ({
  name: t.columns.selected,
  isControl: true,
  value: () => '',
  show: (row) => <Tick row={row} chosen={chosen} onChoose={onChoose} />,
});

function useColumns(): readonly Column<LargestMessage>[] {
  const dates = useMailDates();
  return [
    {
      name: t.columns.subject,
      value: ({ subject }) => subject,
      show: ({ subject, thread_id }) => (
        <Link {...threadLink({ kind: 'all' }, thread_id)}>{subject || strings.list.noSubject}</Link>
      ),
    },
    {
      name: t.columns.from,
      value: ({ from_email }) => from_email,
      show: ({ from_email }) => <Address email={from_email} />,
    },
    {
      name: t.columns.date,
      value: ({ date }) => date,
      show: ({ date }) => <span className={styles['date']}>{dates.short(date, formatDate(date))}</span>,
    },
    {
      name: t.columns.size,
      value: ({ size_bytes }) => size_bytes,
      show: ({ size_bytes }) => formatSize(size_bytes),
      isFigure: true,
    },
  ];
}
