import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { threadLink } from '../../data/lens-links.ts';
import {
  asymmetryQuery,
  decayQuery,
  staleThreadsQuery,
  type ContactAsymmetry,
  type ContactDecay,
  type StaleThread,
} from '../../data/queries/analytics.ts';
import { useServices } from '../../data/services.ts';
import { Button } from '../../design/controls/button.tsx';
import { formatDate, formatNumber } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import { BarChart } from './charts.tsx';
import type { Column } from './csv.ts';
import { ReplyTimes } from './reply-times.tsx';
import { ReportColumn } from './report-column.tsx';
import { Address, Report } from './report.tsx';
import { useReportScope } from './report-scope.ts';
import styles from './analytics-page.module.css';

const t = strings.analytics.habits;
const shownPeople = 12;

/** How quickly people reply, who waits for whom, and how evenly they write. */
export function HabitsView() {
  return (
    <div className={styles['columns']}>
      <ReportColumn>
        <Waiting perspective="mine" />
        <Waiting perspective="theirs" />
        <GoneQuiet />
      </ReportColumn>
      <ReportColumn>
        <ReplyTimes direction="i_replied" />
        <ReplyTimes direction="they_replied" />
        <Uneven />
      </ReportColumn>
    </div>
  );
}

/** Conversations in which a reply is due, those that wait the longest first. */
function Waiting({ perspective }: { perspective: 'mine' | 'theirs' }) {
  const { api } = useServices();
  const { scope } = useReportScope();
  const result = useQuery(staleThreadsQuery(api, perspective, scope));
  return (
    <Report
      name={t.waiting[perspective]}
      result={result}
      finding={(rows) => t.waitingCount[perspective]({ count: rows.length })}
      hint={t.waitingHint[perspective]}
      empty={t.waitingEmpty[perspective]}
      columns={waitingColumns(perspective)}
      rows={(rows) => rows}
    />
  );
}

const waitingColumns = (perspective: 'mine' | 'theirs'): readonly Column<StaleThread>[] => [
  {
    name: t.columns.person,
    value: ({ counterparty_email }) => counterparty_email,
    show: ({ counterparty_name, counterparty_email }) => <Person email={counterparty_email} name={counterparty_name} />,
  },
  {
    name: t.columns.subject,
    value: ({ latest_subject }) => latest_subject,
    show: ({ latest_subject, thread_id }) => (
      <Link {...threadLink({ kind: 'all' }, thread_id)} className={styles['soft']}>
        {latest_subject || strings.list.noSubject}
      </Link>
    ),
  },
  {
    name: t.columns.waiting,
    value: ({ days_stale }) => days_stale,
    show: ({ days_stale }) => strings.lengths.days({ count: days_stale }),
    isFigure: true,
  },
  ...(perspective === 'mine'
    ? [
        {
          name: t.columns.action,
          isControl: true,
          value: () => '',
          show: (row: StaleThread) => <ReplyButton row={row} />,
        },
      ]
    : []),
];

function ReplyButton({ row }: { row: StaleThread }) {
  const { thread_id, latest_message_id, counterparty_name, counterparty_email } = row;
  const { openCompositions } = useServices();
  const navigate = useNavigate();
  const reply = () => {
    void navigate(threadLink({ kind: 'all' }, thread_id));
    void openCompositions.start({ kind: 'reply', message_id: latest_message_id });
  };
  return (
    <Button aria-label={t.replyTo({ name: counterparty_name ?? counterparty_email })} onClick={reply}>
      {t.reply}
    </Button>
  );
}

/** A person, as a link to their mail. */
function Person({ email, name }: { email: string; name: string | null }) {
  return (
    <Link to="/search" search={{ q: `from:${email} OR to:${email}`, sort: undefined }} title={email}>
      {name ?? <Address email={email} />}
    </Link>
  );
}

/** People who write to the user more than the user to them. */
function Uneven() {
  const { api } = useServices();
  const { scope, isTable } = useReportScope();
  const result = useQuery(asymmetryQuery(api, scope));
  return (
    <Report
      name={t.uneven}
      result={result}
      finding={([first]) => t.unevenFinding({ name: first?.display_name ?? first?.email ?? '' })}
      hint={t.unevenHint}
      empty={t.unevenEmpty}
      columns={unevenColumns}
      rows={(rows) => rows}
      renderChart={isTable ? undefined : (rows) => <BarChart bars={rows.slice(0, shownPeople).map(unevenBar)} />}
    />
  );
}

const unevenBar = ({ email, display_name, total_inbound, total_outbound }: ContactAsymmetry) => ({
  key: email,
  name: <Person email={email} name={display_name} />,
  value: total_inbound - total_outbound,
  text: t.unevenCounts({ received: total_inbound, sent: total_outbound }),
});

const unevenColumns: readonly Column<ContactAsymmetry>[] = [
  { name: t.columns.person, value: ({ display_name, email }) => display_name ?? email },
  { name: t.columns.address, value: ({ email }) => email, show: ({ email }) => <Person email={email} name={null} /> },
  { name: t.columns.received, value: ({ total_inbound }) => total_inbound, isFigure: true },
  { name: t.columns.sent, value: ({ total_outbound }) => total_outbound, isFigure: true },
  {
    name: t.columns.last,
    value: ({ last_seen_at }) => last_seen_at,
    show: ({ last_seen_at }) => formatDate(last_seen_at),
  },
];

/** People with whom the user exchanged mail, and who have not written for a while. */
function GoneQuiet() {
  const { api } = useServices();
  const { scope } = useReportScope();
  const result = useQuery(decayQuery(api, scope));
  return (
    <Report
      name={t.quiet}
      result={result}
      finding={(rows) => t.quietCount({ count: rows.length })}
      hint={t.quietHint}
      empty={t.quietEmpty}
      columns={quietColumns}
      rows={(rows) => rows}
    />
  );
}

const quietColumns: readonly Column<ContactDecay>[] = [
  {
    name: t.columns.person,
    value: ({ display_name, email }) => display_name ?? email,
    show: ({ display_name, email }) => <Person email={email} name={display_name} />,
  },
  {
    name: t.columns.theyWrote,
    value: ({ last_inbound_at }) => last_inbound_at,
    show: ({ last_inbound_at }) => formatDate(last_inbound_at),
  },
  {
    name: t.columns.youWrote,
    value: ({ last_outbound_at }) => last_outbound_at ?? '',
    show: ({ last_outbound_at }) => (last_outbound_at === null ? t.never : formatDate(last_outbound_at)),
  },
  {
    name: t.columns.silent,
    value: ({ days_since_inbound }) => days_since_inbound,
    show: ({ days_since_inbound }) => formatNumber(days_since_inbound),
    isFigure: true,
  },
];
