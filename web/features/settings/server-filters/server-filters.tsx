import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { accountsQuery } from '../../../data/queries/mail.ts';
import { serverFiltersQuery } from '../../../data/queries/server-filters.ts';
import { useServices } from '../../../data/services.ts';
import { ErrorState } from '../../../design/feedback/empty-state.tsx';
import { Skeleton, SkeletonBar } from '../../../design/feedback/skeleton.tsx';
import { strings } from '../../../i18n/strings.ts';
import { sectionId } from '../hash-target.ts';
import settings from '../settings.module.css';
import { FiltersForm } from './filters-form.tsx';
import styles from './server-filters.module.css';
import { Select } from '../../../design/controls/select.tsx';

const t = strings.serverFilters;

/**
 * The section of the accounts with the vacation reply and the filters that mail servers run, for one account at a time. It
 * connects to the mail server, so it does this only when it is opened.
 */
export function ServerFilters() {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details id={sectionId('filters')} className={settings['fold']} onToggle={() => setOpened(true)}>
      <summary>
        <ChevronDown aria-hidden="true" />
        <h2>{t.title}</h2>
        <span className={settings['hint']}>{t.hint}</span>
      </summary>
      {wasOpened && <FiltersByAccount />}
    </details>
  );
}

function FiltersByAccount() {
  const { api } = useServices();
  const accounts = useQuery(accountsQuery(api));
  const [chosen, setChosen] = useState<string>();
  const all = accounts.data?.accounts.filter(({ sync_kind }) => sync_kind !== null) ?? [];
  const account = all.find(({ account_id }) => account_id === chosen) ?? all.find((each) => each.is_default) ?? all[0];
  if (accounts.error && !accounts.data)
    return <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />;
  if (accounts.isPending) return <Waiting />;
  if (!account) return <p className={styles['nothing']}>{t.noAccount}</p>;
  return (
    <div className={settings['page']}>
      {all.length > 1 && (
        <label className={styles['account']}>
          <span className={settings['name']}>{t.account}</span>
          <Select
            className={styles['field']}
            value={account.account_id}
            onChange={({ target }) => setChosen(target.value)}
          >
            {all.map(({ account_id, name }) => (
              <option key={account_id} value={account_id}>
                {name}
              </option>
            ))}
          </Select>
        </label>
      )}
      <Account key={account.account_id} accountId={account.account_id} name={account.name} />
    </div>
  );
}

function Account({ accountId, name }: { accountId: string; name: string }) {
  const { api } = useServices();
  const { data, error, refetch, isFetching } = useQuery(serverFiltersQuery(api, accountId));
  if (isFetching && !data) return <Waiting />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.state === 'unsupported')
    return (
      <div className={styles['notice']}>
        <p className={settings['name']}>{t.unsupported({ account: name })}</p>
        <p>{data.message}</p>
      </div>
    );
  return <FiltersForm key={data.etag} stored={data} onReload={() => void refetch()} />;
}

function Waiting() {
  return (
    <Skeleton label={t.loading} className={settings['page']}>
      {[40, 60, 50, 30].map((width) => (
        <SkeletonBar key={width} width={`${width}%`} style={{ margin: '18px 0' }} />
      ))}
    </Skeleton>
  );
}
