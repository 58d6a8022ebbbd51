import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type RefObject, useRef } from 'react';
import { approvalsQuery, type Approval, type Approvals } from '../../data/queries/approvals.ts';
import { useServices } from '../../data/services.ts';
import { EmptyState, ErrorState } from '../../design/feedback/empty-state.tsx';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { Page } from '../../design/layout/page.tsx';
import { strings } from '../../i18n/strings.ts';
import { useKeys } from '../../keyboard/use-keys.ts';
import { AgentsPaused, PauseAgents } from './agents-pause.tsx';
import { ApprovalDetail } from './approval-detail.tsx';
import { ApprovalRow } from './approval-row.tsx';
import styles from './approvals-page.module.css';

const t = strings.approvals;

/** What agents want to send or change: each request with all that it would do, and the user's decision. */
export function ApprovalsPage() {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(approvalsQuery(api));
  const isEmpty = data && data.waiting.length + data.decided.length === 0;
  return (
    <Page
      title={t.title}
      hint={t.hint}
      isWide
      tools={
        <div className={styles['tools']}>
          <Link to="/settings/{-$page}" params={{ page: 'privacy' }} hash="access" className={styles['toAgents']}>
            {t.toAgents}
          </Link>
          <PauseAgents />
        </div>
      }
      more={<AgentsPaused />}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <ListSkeleton />}
      {isEmpty && <EmptyState illustration="resting" title={t.empty} hint={t.emptyHint} />}
      {data && !isEmpty && (
        <div>
          <Requests approvals={data} />
        </div>
      )}
    </Page>
  );
}

function Requests({ approvals: { waiting, decided } }: { approvals: Approvals }) {
  const { id } = useSearch({ from: '/approvals' });
  const list = useRef<HTMLElement>(null);
  useListKeys(list);
  const open = [...waiting, ...decided].find(({ approval_id }) => approval_id === id) ?? waiting[0] ?? decided[0];
  return (
    <div className={styles['columns']}>
      <nav className={styles['list']} aria-label={t.requests} ref={list}>
        <h2>{t.waiting({ count: waiting.length })}</h2>
        <Rows approvals={waiting} open={open} />
        {decided.length > 0 && (
          <>
            <h2>{t.decided}</h2>
            <Rows approvals={decided} open={open} />
          </>
        )}
      </nav>
      {open && <ApprovalDetail key={open.approval_id} approval={open} />}
    </div>
  );
}

function Rows({ approvals, open }: { approvals: readonly Approval[]; open: Approval | undefined }) {
  if (approvals.length === 0) return null;
  return (
    <ul role="list">
      {approvals.map((each) => (
        <ApprovalRow key={each.approval_id} approval={each} isOpen={each.approval_id === open?.approval_id} />
      ))}
    </ul>
  );
}

/** J and K move through the requests and open them. */
function useListKeys(list: RefObject<HTMLElement | null>): void {
  const navigate = useNavigate();

  function move(step: number, { key }: KeyboardEvent): boolean {
    const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>('a[data-approval]') ?? [])];
    const focused = links.findIndex((link) => link === document.activeElement);
    // Outside the list the arrow keys scroll.
    if (key.startsWith('Arrow') && focused < 0) return false;
    const from = focused >= 0 ? focused : links.findIndex((link) => link.dataset['open'] !== undefined);
    const link = links[Math.min(links.length - 1, Math.max(0, from + step))];
    link?.focus();
    const id = link?.dataset['approval'];
    if (id !== undefined) void navigate({ to: '/approvals', search: { id }, replace: true });
    return true;
  }

  useKeys({ next: (event) => move(1, event), previous: (event) => move(-1, event) });
}
