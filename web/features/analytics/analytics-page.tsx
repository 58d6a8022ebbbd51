import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChartColumn, Table2 } from 'lucide-react';
import { accountsQuery } from '../../data/queries/mail.ts';
import { useServices } from '../../data/services.ts';
import { Page } from '../../design/layout/page.tsx';
import { Select } from '../../design/controls/select.tsx';
import { strings } from '../../i18n/strings.ts';
import { HabitsView } from './habits-view.tsx';
import { periods, useReportScope, views } from './report-scope.ts';
import { StorageView } from './storage-view.tsx';
import { Upkeep } from './upkeep.tsx';
import { YearView } from './year-view.tsx';
import styles from './analytics-page.module.css';

const t = strings.analytics;

/** What the stored mail says about itself: what takes space, how people write to each other, and a look back at a year. */
export function AnalyticsPage() {
  const { view } = useReportScope();
  return (
    <Page title={t.title} hint={t.hint} isWide more={<Controls />}>
      <div className={styles['content']}>
        {view === 'storage' && <StorageView />}
        {view === 'habits' && <HabitsView />}
        {view === 'year' && <YearView />}
        <Upkeep />
      </div>
    </Page>
  );
}

function Controls() {
  const { search, view, period, isTable } = useReportScope();
  return (
    <div className={styles['controls']}>
      <nav className={styles['group']} aria-label={t.viewLabel}>
        {views.map((each) => (
          <Link
            key={each}
            to="/analytics"
            search={{ ...(search.account && { account: search.account }), ...(isTable && { as: 'table' }), view: each }}
            className={styles['choice']}
            aria-current={each === view ? 'page' : undefined}
          >
            {t.views[each]}
          </Link>
        ))}
      </nav>
      {view !== 'year' && (
        <div role="group" className={styles['group']} aria-label={t.periodLabel}>
          {periods.map((each) => (
            <Link
              key={each}
              to="/analytics"
              search={{ ...search, days: each }}
              className={styles['choice']}
              aria-current={each === period ? 'true' : undefined}
            >
              {t.periods[each]}
            </Link>
          ))}
        </div>
      )}
      <div role="group" className={styles['group']} aria-label={t.asLabel}>
        {(['chart', 'table'] as const).map((each) => (
          <Link
            key={each}
            to="/analytics"
            search={{ ...search, as: each }}
            className={styles['choice']}
            aria-current={(each === 'table') === isTable ? 'true' : undefined}
          >
            {each === 'table' ? <Table2 aria-hidden="true" /> : <ChartColumn aria-hidden="true" />}
            {t.as[each]}
          </Link>
        ))}
      </div>
      {/* Last, because it moves nothing when the accounts are known. */}
      <AccountChoice />
    </div>
  );
}

/** The account whose mail is counted, if there are several. */
function AccountChoice() {
  const { api } = useServices();
  const { search } = useReportScope();
  const navigate = useNavigate();
  const accounts = useQuery(accountsQuery(api)).data?.accounts ?? [];
  if (accounts.length < 2) return null;
  const choose = (account: string) => {
    const { account: _, ...others } = search;
    void navigate({ to: '/analytics', search: account === '' ? others : { ...others, account }, replace: true });
  };
  return (
    <Select
      className={styles['select']}
      aria-label={t.account}
      value={search.account ?? ''}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">{t.allAccounts}</option>
      {accounts.map(({ account_id, name }) => (
        <option key={account_id} value={account_id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
