import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { accountsQuery } from '../../data/queries/mail.ts';
import { type Decision, decisionsQuery } from '../../data/queries/screener.ts';
import { useServices } from '../../data/services.ts';
import { EmptyState, ErrorState } from '../../design/feedback/empty-state.tsx';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { Page } from '../../design/layout/page.tsx';
import { strings } from '../../i18n/strings.ts';
import { DecisionFiles } from './decision-files.tsx';
import { DecisionRow } from './decision-row.tsx';
import styles from './decisions-page.module.css';

const t = strings.screener.decisions;

/** Where the mail of senders, lists and domains goes; each decision can be changed and removed. */
export function DecisionsPage() {
  const { api } = useServices();
  const decisions = useQuery(decisionsQuery(api));
  const accounts = useQuery(accountsQuery(api));
  const error = decisions.error ?? accounts.error;
  const isLoaded = decisions.data !== undefined && accounts.data !== undefined;
  return (
    <Page
      title={t.title}
      hint={t.hint}
      tools={
        <Link to="/screener" className={styles['back']}>
          {t.back}
        </Link>
      }
    >
      {error && !isLoaded && (
        <ErrorState error={error} onRetry={() => void Promise.all([decisions.refetch(), accounts.refetch()])} />
      )}
      {!error && !isLoaded && <ListSkeleton />}
      {isLoaded && <Decisions decisions={decisions.data} accounts={accounts.data.accounts} />}
    </Page>
  );
}

type NamedAccount = { account_id: string; name: string };

function Decisions({ decisions, accounts }: { decisions: readonly Decision[]; accounts: readonly NamedAccount[] }) {
  const [wanted, setWanted] = useState('');
  const found = decisions.filter(({ value }) => value.includes(wanted.trim().toLowerCase()));
  const names = new Map(accounts.map(({ account_id, name }) => [account_id, name]));
  return (
    <div className={styles['page']}>
      {decisions.length === 0 && <EmptyState illustration="resting" title={t.empty} hint={t.emptyHint} />}
      {decisions.length > 0 && (
        <input
          type="search"
          className={styles['filter']}
          aria-label={t.filter}
          placeholder={t.filter}
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      )}
      {decisions.length > 0 && found.length === 0 && <p role="status">{t.noneFound}</p>}
      {found.length > 0 && (
        <ul className={styles['records']}>
          {found.map((decision) => (
            <DecisionRow
              key={`${decision.account_id} ${decision.scope} ${decision.value}`}
              decision={decision}
              account={accounts.length > 1 ? names.get(decision.account_id) : undefined}
            />
          ))}
        </ul>
      )}
      <DecisionFiles accounts={accounts} />
    </div>
  );
}
