import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check, ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { ExportMenu } from '../../data/exports/export-menu.tsx';
import { accountsQuery } from '../../data/queries/mail.ts';
import type { SearchReply } from '../../data/queries/search.ts';
import { useServices } from '../../data/services.ts';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import { FilterChips } from './filter-chips.tsx';
import { MatchingNotice } from './matching-notice.tsx';
import styles from './results-note.module.css';
import type { SearchLens } from './saved/saved-search.ts';
import { SaveSearch } from './saved/save-search.tsx';
import { orderOf, OrderSwitch } from './sort-order-switch.tsx';

const t = strings.search;

type ResultsNoteProps = {
  lens: SearchLens;
  /** The first page of the results. */
  reply: SearchReply;
  /** Whether the next search has not been answered yet, or cannot be; then the reply is that of the search before it. */
  isWaiting: boolean;
  /** Whether more was shown while the user typed. */
  hasMoreByBeginning: boolean;
  isSaved: boolean;
  /** The switch for searches by meaning, where there is one. */
  meaning: ReactNode;
};

/** The filters of a search, how its words were matched, how much mail was searched, and what can be done with it. */
export function ResultsNote({ lens, reply, isWaiting, hasMoreByBeginning, isSaved, meaning }: ResultsNoteProps) {
  const { api } = useServices();
  const navigate = useNavigate();
  const { query: q, account } = lens;
  const { indexed, stored } = reply.coverage;
  const accounts = useQuery(accountsQuery(api)).data?.accounts ?? [];
  const order = orderOf(reply.sort);
  return (
    <div className={styles['note']}>
      <FilterChips
        lens={lens}
        clauses={reply.clauses}
        dateSuggestion={isWaiting ? null : reply.date_suggestion}
        accountName={accounts.find(({ account_id }) => account_id === account)?.name}
      />
      {!isWaiting && <MatchingNotice lens={lens} reply={reply} hasMoreByBeginning={hasMoreByBeginning} />}
      <div className={styles['facts']}>
        <p className={styles['coverage']} title={t.coverageOf}>
          {indexed >= stored && reply.incomplete_accounts.length === 0 && <Check aria-hidden="true" />}
          {t.coverage({
            indexed,
            stored,
            accounts: account === undefined ? accounts.length : 1,
            which: indexed < stored ? 'some' : reply.incomplete_accounts.length > 0 ? 'downloaded' : 'all',
          })}
        </p>
        <div className={styles['acts']}>
          {meaning}
          <MakeRule query={q} clauses={reply.clauses} />
          {!isSaved && <SaveSearch lens={lens} order={order} />}
          {account === undefined && <ExportMenu request={{ query: reply.matching.query }} />}
          <OrderSwitch
            order={order}
            onChoose={(sort) => void navigate({ to: '/search', search: { q, sort, account } })}
          />
        </div>
      </div>
    </div>
  );
}

/** Begins a rule for new mail of the same kind. */
function MakeRule({ query, clauses }: { query: string; clauses: SearchReply['clauses'] }) {
  const navigate = useNavigate();
  if (clauses.length === 0) return null;
  // One clause on each line, as the address can only hold texts.
  const typed = clauses.map(({ position, length }) => query.slice(position, position + length)).join('\n');
  return (
    <Button
      look="quiet"
      onClick={() => void navigate({ to: '/rules/{-$rule}', params: { rule: 'new' }, search: { clauses: typed } })}
    >
      <ListFilter />
      {t.makeRule}
    </Button>
  );
}
