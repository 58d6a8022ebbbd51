import { type FormEvent, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import form from '../../design/controls/form.module.css';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { strings } from '../../i18n/strings.ts';
import { PasswordField } from '../accounts/password-field.tsx';
import { vaultQueries } from './vault-queries.ts';

const t = strings.vault;

/** Chooses a passphrase: for a new vault, or in place of the present one. */
export function PassphraseDialog({ isNew, onClose }: { isNew: boolean; onClose: () => void }) {
  const { api, toasts } = useServices();
  const [current, setCurrent] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [isDifferent, setIsDifferent] = useState(false);
  const { runOnce, isPending, problem } = useAction({ affects: vaultQueries, showsToast: false });

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsDifferent(passphrase !== again);
    if (passphrase !== again) return;
    let left: readonly { reason: string }[] = [];
    const request = async () => {
      if (isNew) ({ left } = await api.secrets.createVault({ passphrase }));
      else await api.secrets.changePassphrase({ passphrase: current, new_passphrase: passphrase });
    };
    if (!(await runOnce(request, (reason) => reason))) return;
    const [first] = left;
    if (first) toasts.show({ tone: 'bad', text: t.left({ count: left.length }), note: first.reason });
    else toasts.show({ tone: 'plain', text: isNew ? t.created : t.changed });
    onClose();
  }
  return (
    <Dialog
      title={isNew ? t.createTitle : t.changeTitle}
      hint={isNew ? t.createHint : t.noRecovery}
      width={520}
      onClose={onClose}
    >
      <form className={form['form']} onSubmit={(event) => void save(event)}>
        {isNew && <p className={form['soft']}>{t.protects}</p>}
        {!isNew && <PasswordField label={t.current} value={current} isStored={false} isFirst onChange={setCurrent} />}
        <PasswordField
          label={isNew ? t.passphrase : t.newPassphrase}
          value={passphrase}
          isStored={false}
          isFirst={isNew}
          hint={t.newHint}
          error={problem}
          onChange={setPassphrase}
        />
        <PasswordField
          label={t.again}
          value={again}
          isStored={false}
          error={isDifferent ? t.different : undefined}
          onChange={setAgain}
        />
        {isNew && <p className={form['soft']}>{t.noRecovery}</p>}
        <div className={form['buttons']}>
          <Button type="submit" look="primary" isBusy={isPending}>
            {isNew ? t.create : t.change}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {strings.accounts.form.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
