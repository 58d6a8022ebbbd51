import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { useTrying } from '../trying.ts';
import type { Account } from './accounts-page.tsx';
import styles from './accounts-page.module.css';

const words = strings.accounts;

/** Says what would happen before anything does. */
export function RemoveDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { api, toasts } = useParts();
  const tried = useTrying('accounts', 'status', 'sync', 'shell', 'mailbox', 'drafts', 'outbox');
  const { account_id, name } = account;
  // While it is being removed it has no key any more, and then it is none.
  const [{ key, isDetached }] = useState({ key: account.key ?? account_id, isDetached: account.key === null });
  const [purges, setPurges] = useState(isDetached);
  const [isBusy, setIsBusy] = useState(false);
  const plan = useQuery({
    queryKey: ['removal', key, purges],
    queryFn: ({ signal }) => api.accounts.remove({ key, purge_local_data: purges, dry_run: true }, signal),
    staleTime: 0,
    enabled: !isBusy,
    retry: false,
  });
  async function remove(): Promise<void> {
    setIsBusy(true);
    const done = await tried(() => api.accounts.remove({ key, purge_local_data: purges }), words.notDone);
    setIsBusy(false);
    if (!done) return;
    toasts.show({ tone: 'plain', text: words.removed({ name }) });
    onClose();
  }
  return (
    <Dialog title={words.removing({ name })} hint={words.removingHint} onClose={onClose}>
      <div className={styles['choices']}>
        {!isDetached &&
          [false, true].map((choice) => (
            <label key={String(choice)} className={styles['choice']}>
              <input type="radio" name="mail" checked={purges === choice} onChange={() => setPurges(choice)} />
              {choice ? words.purgeMail : words.keepMail}
            </label>
          ))}
        <p role="status" className={styles['plan']}>
          {plan.error ? wordsOf(plan.error) : (plan.data?.result.summary ?? words.looking)}
        </p>
        <div className={styles['buttons']}>
          <Button isBusy={isBusy} disabled={plan.data?.result.ok !== true} onClick={() => void remove()}>
            {isDetached ? words.deleteMail : words.remove}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {words.form.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
