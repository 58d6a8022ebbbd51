import { Button } from '../../design/controls/button.tsx';
import form from '../../design/controls/form.module.css';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { strings } from '../../i18n/strings.ts';
import { vaultQueries } from './vault-queries.ts';

const t = strings.vault;

/** Moves the passwords out of the vault, after which no passphrase is asked for. */
export function StopDialog({ hasKeychain, onClose }: { hasKeychain: boolean; onClose: () => void }) {
  const { api, toasts } = useServices();
  const { runOnce, isPending } = useAction({ affects: vaultQueries });
  async function move(to: 'keychain' | 'file'): Promise<void> {
    let left: readonly { reason: string }[] = [];
    if (!(await runOnce(async () => ({ left } = await api.secrets.move({ to })), t.notDone))) return;
    const [first] = left;
    if (first) toasts.show({ tone: 'bad', text: t.left({ count: left.length }), note: first.reason });
    else toasts.show({ tone: 'plain', text: to === 'keychain' ? t.inKeychain : t.inFile });
    onClose();
  }
  return (
    <Dialog title={t.stopTitle} hint={hasKeychain ? t.stopHint : t.stopToFileHint} width={460} onClose={onClose}>
      <div className={form['buttons']}>
        {hasKeychain && (
          <Button look="primary" isBusy={isPending} onClick={() => void move('keychain')}>
            {t.toKeychain}
          </Button>
        )}
        <Button isBusy={isPending} onClick={() => void move('file')}>
          {t.toFile}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {strings.accounts.form.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
