import { type FormEvent, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { Summary } from '../../design/controls/summary.tsx';
import form from '../../design/controls/form.module.css';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { strings } from '../../i18n/strings.ts';
import { PasswordField } from '../accounts/password-field.tsx';
import { vaultQueries } from './vault-queries.ts';

const t = strings.vault;

/** Asks for the passphrase, and explains what to do if the user has forgotten it. */
export function UnlockDialog({ isDamaged = false, onClose }: { isDamaged?: boolean; onClose: () => void }) {
  return (
    <Dialog
      title={isDamaged ? t.damagedTitle : t.unlockTitle}
      hint={isDamaged ? t.damagedHint : t.unlockHint}
      width={460}
      onClose={onClose}
    >
      {isDamaged ? (
        <StartOver onClose={onClose} />
      ) : (
        <div className={form['form']}>
          <UnlockForm onClose={onClose} />
          <details className={form['details']}>
            <Summary>{t.forgotten}</Summary>
            <StartOver onClose={onClose} />
          </details>
        </div>
      )}
    </Dialog>
  );
}

function UnlockForm({ onClose }: { onClose: () => void }) {
  const { api } = useServices();
  const [passphrase, setPassphrase] = useState('');
  const { runOnce, isPending, problem } = useAction({ affects: vaultQueries, showsToast: false });
  async function unlock(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (
      await runOnce(
        () => api.secrets.unlockVault({ passphrase }),
        (reason) => reason,
      )
    )
      onClose();
  }
  return (
    <form className={form['form']} onSubmit={(event) => void unlock(event)}>
      <PasswordField
        label={t.passphrase}
        value={passphrase}
        isStored={false}
        isFirst
        error={problem}
        onChange={setPassphrase}
      />
      <div className={form['buttons']}>
        <Button type="submit" look="primary" isBusy={isPending}>
          {t.unlock}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t.later}
        </Button>
      </div>
    </form>
  );
}

function StartOver({ onClose }: { onClose: () => void }) {
  const { api, toasts } = useServices();
  const { runOnce, isPending } = useAction({ affects: vaultQueries });
  async function startOver(): Promise<void> {
    let keptAs = '';
    const forget = async () => void (keptAs = (await api.secrets.forgetVault({ confirm: true })).moved_to);
    if (!(await runOnce(forget, t.notDone))) return;
    toasts.show({ tone: 'plain', text: t.startedOver, note: t.keptAs({ file: keptAs }) });
    onClose();
  }
  return (
    <div className={form['form']}>
      <p className={form['soft']}>{t.forgottenHint}</p>
      <div className={form['buttons']}>
        <Button isBusy={isPending} onClick={() => void startOver()}>
          {t.startOver}
        </Button>
      </div>
    </div>
  );
}
