import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Reply } from '../api.ts';
import { Button } from '../design/button.tsx';
import { ErrorPanel } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { accountsQuery } from '../queries.ts';
import { SettingsNav } from '../shell/settings-nav.tsx';
import { WidePage } from '../shell/wide-page.tsx';
import { strings } from '../strings.ts';
import { AccountForm } from './account-form.tsx';
import { AccountRow } from './account-row.tsx';
import { AccountSetup } from './account-setup.tsx';
import styles from './accounts-page.module.css';
import { Addresses } from './addresses.tsx';
import { accountConfigQuery, demoQuery, secretsQuery } from './queries.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { SecretsNote } from './secrets-note.tsx';
import { draftOf } from './setup-draft.ts';

const words = strings.accounts;

export type Account = Reply<'accounts', 'list'>['accounts'][number];

/** The accounts, how they are, and what can be done with them. */
export function AccountsPage() {
  const { api } = useParts();
  const accounts = useQuery(accountsQuery(api));
  const demo = useQuery(demoQuery(api)).data;
  const isDemo = demo?.on === true;
  const store = useQuery({ ...secretsQuery(api), enabled: demo?.on === false }).data?.store;
  const [isAdding, setIsAdding] = useState(false);
  const listed = accounts.data?.accounts.filter(({ provider_kind }) => provider_kind !== 'local');
  const add = !isDemo && !isAdding && (
    <div className={styles['add']}>
      <Button onClick={() => setIsAdding(true)}>{words.add}</Button>
    </div>
  );
  return (
    <WidePage
      title={words.title}
      hint={isDemo ? words.demo : [words.hint, store && words.kept[store]].filter(Boolean).join(' ')}
      tools={add}
      more={<SettingsNav />}
    >
      {accounts.error && <ErrorPanel error={accounts.error} onRetry={() => void accounts.refetch()} />}
      <div className={styles['page']}>
        {demo?.on === false && <SecretsNote />}
        {isAdding && (
          <section className={styles['card']} aria-label={words.add}>
            <AccountSetup onSaved={() => setIsAdding(false)} onCancel={() => setIsAdding(false)} />
          </section>
        )}
        {listed?.length === 0 && !isAdding && <p className={styles['soft']}>{words.none}</p>}
        {listed?.map((account) => (
          <AccountCard key={account.account_id} account={account} isFixed={isDemo} />
        ))}
        <Link to="/settings/import" className={styles['link']}>
          {words.importFiles}
        </Link>
      </div>
    </WidePage>
  );
}

function AccountCard({ account, isFixed }: { account: Account; isFixed: boolean }) {
  const { api } = useParts();
  const isAsked = useSearch({ strict: false }).change === account.key;
  const [chosen, setOpen] = useState<'change' | 'remove'>();
  const open = chosen ?? (isAsked ? 'change' : undefined);
  const configured = useQuery(accountConfigQuery(api)).data?.accounts.find(({ key }) => key === account.key);
  const draft = configured && draftOf(configured);
  const navigate = useNavigate();
  const close = () => {
    setOpen(undefined);
    if (isAsked) void navigate({ to: '/accounts', search: {}, replace: true });
  };
  return (
    <section className={styles['card']} aria-label={account.name}>
      <AccountRow
        account={account}
        isFixed={isFixed}
        onChange={draft && (() => setOpen('change'))}
        onRemove={() => setOpen('remove')}
      />
      {open === 'change' && draft && (
        <AccountForm draft={draft} isNew={false} showsServers={false} onSaved={close} onCancel={close} />
      )}
      {account.key !== null && !isFixed && open !== 'change' && <Addresses account={account} />}
      {open === 'remove' && <RemoveDialog account={account} onClose={close} />}
    </section>
  );
}
