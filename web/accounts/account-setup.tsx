import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { AccountForm } from './account-form.tsx';
import { Field } from './field.tsx';
import { accountConfigQuery } from './queries.ts';
import { domainOf, newDraft, type Discovery } from './setup-draft.ts';
import styles from './setup.module.css';

const words = strings.accounts.form;

type AccountSetupProps = {
  onSaved: (account: { key: string; name: string }) => void;
  /** Absent where there is nothing to go back to. */
  onCancel?: () => void;
};

/** Adds an account: an address, then what could not be found out from it. */
export function AccountSetup({ onSaved, onCancel }: AccountSetupProps) {
  const { api } = useParts();
  const taken = useQuery(accountConfigQuery(api)).data?.accounts.map(({ key }) => key) ?? [];
  const [email, setEmail] = useState('');
  const looking = useLooking();
  const { found } = looking;
  const isReady = found !== undefined && !asksFirst(found, looking.isAccepted);
  const address = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isReady) address.current?.focus();
  }, [isReady]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void looking.look(email.trim());
  }
  if (isReady) {
    return (
      <>
        <p className={styles['found']}>{foundWords(found)}</p>
        {found.sync && found.trouble && <p className={styles['soft']}>{found.trouble}</p>}
        <AccountForm
          draft={newDraft(found.email, found, taken)}
          isNew
          provider={found.provider?.supported ? found.provider : undefined}
          showsServers={found.sync === null}
          onSaved={onSaved}
          onCancel={looking.again}
        />
      </>
    );
  }
  return (
    <form className={styles['form']} aria-label={words.title} onSubmit={submit}>
      <Field
        label={words.email}
        type="email"
        autoComplete="email"
        required
        maxLength={320}
        hint={words.emailHint}
        fault={looking.error}
        value={email}
        ref={address}
        onChange={({ target }) => {
          setEmail(target.value);
          looking.again();
        }}
      />
      {looking.isBusy && (
        <p role="status" className={styles['soft']}>
          {words.looking({ domain: domainOf(email) })}
        </p>
      )}
      {found && <Question found={found} looking={looking} onAddress={setEmail} />}
      {!found && (
        <div className={styles['buttons']}>
          <Button type="submit" look="primary" isBusy={looking.isBusy}>
            {words.go}
          </Button>
          {onCancel && (
            <Button look="quiet" onClick={onCancel}>
              {words.cancel}
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

type Looking = ReturnType<typeof useLooking>;

/** What the person is asked about an address before they go on. */
function Question({
  found,
  looking,
  onAddress,
}: {
  found: Discovery;
  looking: Looking;
  onAddress: (email: string) => void;
}) {
  const { did_you_mean, provider } = found;
  if (did_you_mean !== null) {
    const take = () => {
      onAddress(did_you_mean);
      void looking.look(did_you_mean);
    };
    return (
      <div className={styles['trouble']} role="status">
        <p>{words.didYouMean({ email: did_you_mean })}</p>
        <div className={styles['buttons']}>
          <Button look="primary" onClick={take}>
            {words.takeThat}
          </Button>
          <Button onClick={looking.accept}>{words.keepMine}</Button>
        </div>
      </div>
    );
  }
  return (
    <div className={styles['trouble']} role="status">
      <p>
        {isNowhere(found) && !provider ? found.trouble : words.notSupported({ name: provider?.name ?? found.domain })}
      </p>
      {provider?.note && <p className={styles['soft']}>{provider.note}</p>}
      <div className={styles['buttons']}>
        <Button look="primary" onClick={looking.again}>
          {words.another}
        </Button>
        <Button onClick={looking.accept}>{words.byHand}</Button>
      </div>
    </div>
  );
}

function asksFirst(found: Discovery, isAccepted: boolean): boolean {
  if (isAccepted) return false;
  return found.did_you_mean !== null || found.provider?.supported === false || isNowhere(found);
}

/** Whether there is something wrong with the address itself, or with the connection. */
function isNowhere({ sync, trouble }: Discovery): boolean {
  return sync === null && trouble !== null;
}

function foundWords({ provider, sync }: Discovery): string {
  if (provider?.supported) return words.found({ name: provider.name });
  return sync ? words.foundServers({ host: sync.host }) : words.notFound;
}

/** Finds out where an address has its mail. */
function useLooking() {
  const { api } = useParts();
  const [found, setFound] = useState<Discovery>();
  const [isAccepted, setIsAccepted] = useState(false);
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  /** What is asked now; an answer to an older question is not wanted any more. */
  const asked = useRef(0);

  async function look(email: string): Promise<void> {
    const mine = ++asked.current;
    setFound(undefined);
    setIsAccepted(false);
    setError(undefined);
    setIsBusy(true);
    try {
      const { discovery } = await api.accounts.discover({ email });
      if (mine === asked.current) setFound(discovery);
    } catch (failed) {
      if (mine === asked.current) setError(wordsOf(failed));
    } finally {
      if (mine === asked.current) setIsBusy(false);
    }
  }
  function again(): void {
    asked.current++;
    setFound(undefined);
    setIsBusy(false);
    setError(undefined);
  }
  return { found, isAccepted, error, isBusy, look, again, accept: () => setIsAccepted(true) };
}
