import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { errorText } from '../../design/feedback/empty-state.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { providerNameOf } from './browser-account.ts';
import { BrowserSetup } from './browser-setup.tsx';
import { AccountForm } from './account-form.tsx';
import { Field } from '../../design/controls/form-field.tsx';
import { accountConfigQuery } from '../../data/queries/accounts.ts';
import { FirstSecretsNote } from './secrets-note.tsx';
import { domainOf, newDraft, type Discovery } from './setup-draft.ts';
import styles from '../../design/controls/form.module.css';

const t = strings.accounts.form;

type AccountSetupProps = {
  onSaved: (account: { key: string; name: string }) => void;
  /** Absent if there is no previous page. */
  onCancel?: () => void;
};

/** Adds an account: asks for an address, then for the values that could not be detected. */
export function AccountSetup({ onSaved, onCancel }: AccountSetupProps) {
  const { api } = useServices();
  const existingKeys = useQuery(accountConfigQuery(api)).data?.accounts.map(({ key }) => key) ?? [];
  const [email, setEmail] = useState('');
  const discovery = useDiscovery();
  const { found } = discovery;
  const isReady = found !== undefined && !needsConfirmation(found, discovery.isAccepted);
  const address = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isReady) address.current?.focus();
  }, [isReady]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    discovery.look(email.trim());
  }
  if (isReady)
    return <FoundAccount found={found} existingKeys={existingKeys} onSaved={onSaved} onCancel={discovery.again} />;
  return (
    <>
      <FirstSecretsNote />
      <form className={styles['form']} aria-label={t.title} onSubmit={submit}>
        <Field
          label={t.email}
          type="email"
          autoComplete="email"
          required
          maxLength={320}
          hint={t.emailHint}
          error={discovery.error}
          value={email}
          ref={address}
          onChange={({ target }) => {
            setEmail(target.value);
            discovery.again();
          }}
        />
        {discovery.isBusy && (
          <p role="status" className={styles['soft']}>
            {t.looking({ domain: domainOf(email) })}
          </p>
        )}
        {found && <DiscoveryQuestion found={found} discovery={discovery} onAddress={setEmail} />}
        {!found && (
          <div className={styles['buttons']}>
            <Button type="submit" look="primary" isBusy={discovery.isBusy}>
              {t.go}
            </Button>
            {onCancel && (
              <Button look="quiet" onClick={onCancel}>
                {t.cancel}
              </Button>
            )}
          </div>
        )}
      </form>
    </>
  );
}

type FoundAccountProps = {
  found: Discovery;
  existingKeys: readonly string[];
  onSaved: AccountSetupProps['onSaved'];
  onCancel: () => void;
};

/** What is left to ask about an address: to sign in with the browser, or a password and servers. */
function FoundAccount({ found, existingKeys, onSaved, onCancel }: FoundAccountProps) {
  const browser = browserProviderOf(found);
  return (
    <>
      <p className={styles['found']}>{describeDiscovery(found)}</p>
      {found.sync && found.trouble && <p className={styles['soft']}>{found.trouble}</p>}
      {browser ? (
        <BrowserSetup
          found={found}
          provider={browser}
          existingKeys={existingKeys}
          onSaved={onSaved}
          onCancel={onCancel}
        />
      ) : (
        <AccountForm
          draft={newDraft(found.email, found, existingKeys)}
          isNew
          provider={found.provider?.supported ? found.provider : undefined}
          showsServers={found.sync === null}
          onSaved={onSaved}
          onCancel={onCancel}
        />
      )}
    </>
  );
}

type DiscoveryState = ReturnType<typeof useDiscovery>;

/** The question about an address that the user has to answer first. */
function DiscoveryQuestion({
  found,
  discovery,
  onAddress,
}: {
  found: Discovery;
  discovery: DiscoveryState;
  onAddress: (email: string) => void;
}) {
  const { did_you_mean, provider } = found;
  if (did_you_mean !== null) {
    const useSuggested = () => {
      onAddress(did_you_mean);
      discovery.look(did_you_mean);
    };
    return (
      <div className={styles['trouble']} role="status">
        <p>{t.didYouMean({ email: did_you_mean })}</p>
        <div className={styles['buttons']}>
          <Button look="primary" onClick={useSuggested}>
            {t.takeThat}
          </Button>
          <Button onClick={discovery.accept}>{t.keepMine}</Button>
        </div>
      </div>
    );
  }
  return (
    <div className={styles['trouble']} role="status">
      <p>
        {isUnreachable(found) && !provider ? found.trouble : t.notSupported({ name: provider?.name ?? found.domain })}
      </p>
      {provider?.note && <p className={styles['soft']}>{provider.note}</p>}
      <div className={styles['buttons']}>
        <Button look="primary" onClick={discovery.again}>
          {t.another}
        </Button>
        <Button onClick={discovery.accept}>{t.byHand}</Button>
      </div>
    </div>
  );
}

function needsConfirmation(found: Discovery, isAccepted: boolean): boolean {
  if (isAccepted) return false;
  return found.did_you_mean !== null || found.provider?.supported === false || isUnreachable(found);
}

/** Whether the problem concerns the address itself, or the connection. */
function isUnreachable({ sync, trouble }: Discovery): boolean {
  return sync === null && trouble !== null;
}

/** The provider, if accounts of it sign in with the browser. */
function browserProviderOf({ provider }: Discovery) {
  if (!provider?.browser_type) return undefined;
  return { ...provider, browser_type: provider.browser_type };
}

function describeDiscovery({ provider, sync, source, domain }: Discovery): string {
  if (provider?.browser_type && source === 'mx')
    return strings.accounts.browser.hosted({ domain, provider: providerNameOf(provider.browser_type) });
  if (provider?.supported) return t.found({ name: provider.name });
  return sync ? t.foundServers({ host: sync.host }) : t.notFound;
}

/** Finds the mail servers of an address. */
function useDiscovery() {
  const { api } = useServices();
  const [isAccepted, setIsAccepted] = useState(false);
  // Not a `useAction`: the result is shown, and the result for an earlier address must be ignored.
  const { data, error, isPending, mutate, reset } = useMutation({
    mutationFn: async (email: string) => (await api.accounts.discover({ email })).discovery,
    onMutate: () => setIsAccepted(false),
  });
  return {
    found: data,
    isAccepted,
    error: error ? errorText(error) : undefined,
    isBusy: isPending,
    look: mutate,
    again: reset,
    accept: () => setIsAccepted(true),
  };
}
