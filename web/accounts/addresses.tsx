import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button, IconButton } from '../design/button.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { useTrying } from '../trying.ts';
import type { Account } from './accounts-page.tsx';
import styles from './accounts-page.module.css';
import { Field } from './field.tsx';

const words = strings.accounts;

/** The owner's addresses in an account: mail from one of them is mail they sent. */
export function Addresses({ account: { account_id, name, addresses } }: { account: Account }) {
  const { api } = useParts();
  const tried = useTrying('accounts', 'mailbox', 'thread');
  const { data } = useQuery({
    queryKey: ['addresses', account_id, ...addresses],
    queryFn: ({ signal }) => api.accounts.addresses({ account_id }, signal),
    placeholderData: keepPreviousData,
  });
  const [typed, setTyped] = useState<string>();
  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (await tried(() => api.accounts.addAddress({ account_id, email: typed ?? '' }), words.notDone))
      setTyped(undefined);
  }
  return (
    <details className={styles['addresses']}>
      <summary>{words.addresses}</summary>
      <p className={styles['soft']}>{words.addressesHint}</p>
      <ul aria-label={`${words.addresses}: ${name}`}>
        {data?.addresses.map(({ email, is_primary }) => (
          <li key={email} className={styles['address']}>
            <span className={styles['words']}>{email}</span>
            {is_primary ? (
              <small className={styles['badge']}>{words.main}</small>
            ) : (
              <>
                <Button
                  look="quiet"
                  aria-label={words.makeMainNamed({ email })}
                  onClick={() => void tried(() => api.accounts.setPrimaryAddress({ account_id, email }), words.notDone)}
                >
                  {words.makeMain}
                </Button>
                <IconButton
                  name={words.removeAddress({ email })}
                  onClick={() => void tried(() => api.accounts.removeAddress({ account_id, email }), words.notDone)}
                >
                  <X />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ul>
      {typed === undefined ? (
        <Button look="quiet" onClick={() => setTyped('')}>
          {words.addAddress}
        </Button>
      ) : (
        <form className={styles['adding']} aria-label={words.addAddress} onSubmit={(event) => void add(event)}>
          <Field
            label={words.address}
            type="email"
            required
            value={typed}
            ref={focusOnce}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit">{words.addAddress}</Button>
        </form>
      )}
    </details>
  );
}

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}
