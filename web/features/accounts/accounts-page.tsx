import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { Skeleton, SkeletonBar } from '../../design/feedback/skeleton.tsx';
import { useServices } from '../../data/services.ts';
import { useFirstLoad } from '../../data/use-first-load.ts';
import { accountsQuery } from '../../data/queries/mail.ts';
import { SettingsNav } from '../../data/settings/settings-nav.tsx';
import { Page } from '../../design/layout/page.tsx';
import { strings } from '../../i18n/strings.ts';
import { AccountForm } from './account-form.tsx';
import { AccountRow } from './account-row.tsx';
import { AccountSetup } from './account-setup.tsx';
import { ServerFilters } from '../settings/server-filters/server-filters.tsx';
import { useHashTarget } from '../settings/hash-target.ts';
import styles from './accounts-page.module.css';
import { Addresses } from './addresses.tsx';
import { accountConfigQuery, demoQuery, secretsQuery } from '../../data/queries/accounts.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { SecretsNote } from './secrets-note.tsx';
import { usableStoreOf } from './usable-store.ts';
import { useSecrets } from './use-secrets.ts';
import { browserTypeOf, existingBrowserAccount, providerNameOf, runtimeBrowserAccount } from './browser-account.ts';
import { SignInProgress } from './sign-in-progress.tsx';
import { useBrowserSignIn } from './use-browser-sign-in.ts';
import { draftOf } from './setup-draft.ts';
import type { Account } from './account.ts';

const t = strings.accounts;

/** The accounts with their status and their actions. */
export function AccountsPage() {
  const { api } = useServices();
  const accounts = useQuery(accountsQuery(api));
  const demo = useQuery(demoQuery(api)).data;
  const isDemo = demo?.on === true;
  const secrets = useSecrets();
  const store = usableStoreOf(secrets);
  const isReady = useIsReady();
  const [isAdding, setIsAdding] = useState(false);
  useHashTarget(isReady);
  const listed = accounts.data?.accounts.filter(({ provider_kind }) => provider_kind !== 'local');
  const add = !isDemo && !isAdding && <Button onClick={() => setIsAdding(true)}>{t.add}</Button>;
  return (
    <Page title={t.title} hint={isDemo ? t.demo : t.hint} tools={add} more={<SettingsNav />}>
      {accounts.error && <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />}
      <div className={styles['page']}>
        {isReady && demo?.on === false && !isAdding && <SecretsNote />}
        {isAdding && (
          <section className={styles['card']} aria-label={t.add}>
            <AccountSetup onSaved={() => setIsAdding(false)} onCancel={() => setIsAdding(false)} />
          </section>
        )}
        {isReady ? (
          <>
            {listed?.length === 0 && !isAdding && <p className={styles['soft']}>{t.none}</p>}
            {listed?.map((account) => (
              <AccountCard key={account.account_id} account={account} isFixed={isDemo} />
            ))}
            {store && store !== 'file' && <p className={styles['soft']}>{t.kept[store]}</p>}
            <Link to="/settings/{-$page}" params={{ page: 'storage' }} hash="import" className={styles['link']}>
              {t.importFiles}
            </Link>
            <ServerFilters />
          </>
        ) : (
          <Waiting />
        )}
      </div>
    </Page>
  );
}

/**
 * Whether everything is known that decides where the buttons of the accounts are: a button that moves between the press and
 * the release of the mouse loses the click, or gives it to another button.
 */
function useIsReady(): boolean {
  const { api } = useServices();
  const accounts = useQuery(accountsQuery(api));
  const config = useQuery(accountConfigQuery(api));
  const demo = useQuery(demoQuery(api));
  const secrets = useQuery({ ...secretsQuery(api), enabled: demo.data?.on === false });
  return !useFirstLoad([accounts, config, demo, secrets]);
}

function Waiting() {
  return (
    <Skeleton label={t.loading} className={styles['page']}>
      {[40, 60, 50].map((width) => (
        <SkeletonBar key={width} width={`${width}%`} style={{ margin: '18px 0' }} />
      ))}
    </Skeleton>
  );
}

function AccountCard({ account, isFixed }: { account: Account; isFixed: boolean }) {
  const { api } = useServices();
  const request = useSearch({ strict: false });
  const isChangeRequested = request.change === account.key;
  const isRemovalRequested = request.remove === account.key && !isFixed;
  const [chosen, setOpen] = useState<'change' | 'remove'>();
  const open = chosen ?? (isChangeRequested ? 'change' : isRemovalRequested ? 'remove' : undefined);
  const configured = useQuery(accountConfigQuery(api)).data?.accounts.find(({ key }) => key === account.key);
  const draft = configured && draftOf(configured);
  const browserAccount = existingBrowserAccount(configured) ?? runtimeBrowserAccount(account);
  const signIn = useBrowserSignIn({ isAgain: true, onDone: () => close() });
  const navigate = useNavigate();
  const forgetRequest = () => {
    if (isChangeRequested || isRemovalRequested) void navigate({ to: '/accounts', search: {}, replace: true });
  };
  const close = () => {
    setOpen(undefined);
    forgetRequest();
  };
  const isSignInRequested = isChangeRequested && browserAccount !== undefined;
  const signInOnRequest = useEffectEvent(() => {
    // The click on an alert of the account led here, and also opens the page of its provider.
    if (browserAccount && navigator.userActivation.isActive) void signIn.start(browserAccount);
    forgetRequest();
  });
  useEffect(() => {
    if (isSignInRequested) signInOnRequest();
  }, [isSignInRequested]);
  return (
    <section className={styles['card']} aria-label={account.name}>
      <AccountRow
        account={account}
        isFixed={isFixed}
        onChange={draft && (() => setOpen('change'))}
        onSignIn={browserAccount && (() => void signIn.start(browserAccount))}
        onRemove={() => setOpen('remove')}
      />
      {browserAccount && (
        <SignInProgress
          provider={providerNameOf(browserTypeOf(browserAccount)!)}
          state={signIn.state}
          onRetry={() => void signIn.start(browserAccount)}
          onCancel={signIn.cancel}
        />
      )}
      {open === 'change' && draft && (
        <AccountForm draft={draft} isNew={false} showsServers={false} onSaved={close} onCancel={close} />
      )}
      {account.key !== null && !isFixed && open !== 'change' && <Addresses account={account} />}
      {open === 'remove' && <RemoveDialog account={account} onClose={close} />}
    </section>
  );
}
