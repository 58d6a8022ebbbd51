import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button, IconButton } from '../../design/controls/button.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import styles from './accounts-page.module.css';
import { Field } from '../../design/controls/form-field.tsx';
import { Summary } from '../../design/controls/summary.tsx';
import type { Account } from './account.ts';

const t = strings.accounts;

/** The user's addresses in an account: mail from one of them is mail that the user sent. */
export function Addresses({ account: { account_id, name, addresses } }: { account: Account }) {
  const { api } = useServices();
  const { runAction } = useAction({ affects: ['accounts', 'mailbox', 'thread'] });
  const { data, isPending } = useQuery({
    queryKey: ['addresses', account_id, ...addresses],
    queryFn: ({ signal }) => api.accounts.addresses({ account_id }, signal),
    placeholderData: keepPreviousData,
  });
  const [typed, setTyped] = useState<string>();
  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (await runAction(() => api.accounts.addAddress({ account_id, email: typed ?? '' }), t.notDone))
      setTyped(undefined);
  }
  return (
    <details className={styles['addresses']}>
      <Summary>{t.addresses}</Summary>
      <p className={styles['soft']}>{t.addressesHint}</p>
      <ul aria-label={`${t.addresses}: ${name}`}>
        {data?.addresses.map(({ email, is_primary }) => (
          <li key={email} className={styles['address']}>
            <span className={styles['words']}>{email}</span>
            {is_primary ? (
              <small className={styles['badge']}>{t.main}</small>
            ) : (
              <>
                <Button
                  look="quiet"
                  aria-label={t.makeMainNamed({ email })}
                  onClick={() => void runAction(() => api.accounts.setPrimaryAddress({ account_id, email }), t.notDone)}
                >
                  {t.makeMain}
                </Button>
                <IconButton
                  name={t.removeAddress({ email })}
                  onClick={() => void runAction(() => api.accounts.removeAddress({ account_id, email }), t.notDone)}
                >
                  <X />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ul>
      {typed === undefined ? (
        // Not before the addresses, which would move it.
        !isPending && (
          <Button look="quiet" onClick={() => setTyped('')}>
            {t.addAddress}
          </Button>
        )
      ) : (
        <form className={styles['adding']} aria-label={t.addAddress} onSubmit={(event) => void add(event)}>
          <Field
            label={t.address}
            type="email"
            required
            value={typed}
            ref={focusOnce}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit">{t.addAddress}</Button>
        </form>
      )}
    </details>
  );
}

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}
