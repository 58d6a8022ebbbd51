import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { errorText } from '../../design/feedback/empty-state.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import styles from './accounts-page.module.css';
import type { Account } from './account.ts';

const t = strings.accounts;

/** Shows the effects of removing an account, before it is removed. */
export function RemoveDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { api, toasts } = useServices();
  const { runOnce, isPending, isDone } = useAction({
    affects: ['accounts', 'status', 'sync', 'shell', 'mailbox', 'drafts', 'outbox'],
  });
  const { account_id, name } = account;
  // During the removal the account loses its key; a detached account is addressed by its id.
  const [{ key, isDetached }] = useState({ key: account.key ?? account_id, isDetached: account.key === null });
  const [purges, setPurges] = useState(isDetached);
  const plan = useQuery({
    queryKey: ['removal', key, purges],
    queryFn: ({ signal }) => api.accounts.remove({ key, purge_local_data: purges, dry_run: true }, signal),
    staleTime: 0,
    enabled: !isPending && !isDone,
    retry: false,
  });
  async function remove(): Promise<void> {
    if (!(await runOnce(() => api.accounts.remove({ key, purge_local_data: purges }), t.notDone))) return;
    toasts.show({ tone: 'plain', text: t.removed({ name }) });
    onClose();
  }
  return (
    <Dialog title={t.removing({ name })} hint={t.removingHint} onClose={onClose}>
      <div className={styles['choices']}>
        {!isDetached &&
          [false, true].map((choice) => (
            <label key={String(choice)} className={styles['choice']}>
              <input type="radio" name="mail" checked={purges === choice} onChange={() => setPurges(choice)} />
              {choice ? t.purgeMail : t.keepMail}
            </label>
          ))}
        <p role="status" className={styles['plan']}>
          {plan.error ? errorText(plan.error) : (plan.data?.result.summary ?? t.looking)}
        </p>
        <div className={styles['buttons']}>
          <Button isBusy={isPending} disabled={plan.data?.result.ok !== true} onClick={() => void remove()}>
            {isDetached ? t.deleteMail : t.remove}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t.form.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
