import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';
import { accountsQuery } from '../../data/queries/mail.ts';
import { useServices } from '../../data/services.ts';
import { Button } from '../../design/controls/button.tsx';
import { errorText } from '../../design/feedback/empty-state.tsx';
import { formatList } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import type { SearchLens } from './saved/saved-search.ts';
import styles from './server-search.module.css';

const t = strings.search.server;

type ServerSearchProps = { lens: SearchLens; incompleteAccounts: readonly string[] };

/** Continues a search on the servers of accounts whose mail is not all on this computer. */
export function ServerSearch({ lens: { query, account }, incompleteAccounts }: ServerSearchProps) {
  const { api } = useServices();
  const client = useQueryClient();
  const accounts = useQuery(accountsQuery(api)).data?.accounts ?? [];
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => api.search.fetch({ q: query, account_id: account }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['search' satisfies QueryRoot] }),
  });
  const names = accounts.filter(({ account_id }) => incompleteAccounts.includes(account_id)).map(({ name }) => name);
  return (
    <div className={styles['end']}>
      <p role="status">
        {isPending
          ? t.searching
          : data
            ? outcomeText(data.accounts)
            : error
              ? errorText(error)
              : t.incomplete({ accounts: formatList(names) })}
      </p>
      <Button isBusy={isPending} onClick={() => mutate()}>
        {data?.accounts.some(({ state }) => state === 'more') ? t.more : data || error ? t.again : t.search}
      </Button>
    </div>
  );
}

function outcomeText(accounts: Reply<'search', 'fetch'>['accounts']): string {
  const failure = accounts.find(({ state }) => state === 'failed' || state === 'unfinished');
  const sum = (of: 'fetched' | 'remaining') => accounts.reduce((total, account) => total + account[of], 0);
  const found = t.found({ fetched: sum('fetched'), remaining: sum('remaining') });
  if (!failure) return found;
  return sum('fetched') > 0 ? `${found} ${failure.message}` : (failure.message ?? '');
}
