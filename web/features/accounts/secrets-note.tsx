import { useState } from 'react';
import type { Reply } from '../../api/client.ts';
import { Button } from '../../design/controls/button.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import { PassphraseDialog } from '../vault/passphrase-dialog.tsx';
import { StopDialog } from '../vault/stop-dialog.tsx';
import { UnlockDialog } from '../vault/unlock-dialog.tsx';
import { useLockVault } from '../vault/use-lock-vault.ts';
import styles from './accounts-page.module.css';
import { useSecrets } from './use-secrets.ts';

const t = strings.accounts.secrets;
const vaultTexts = strings.vault;

type Secrets = Reply<'secrets', 'get'>;

/** Reports how passwords are protected and what could be better, with its remedy. */
export function SecretsNote() {
  const data = useSecrets();
  if (!data) return null;
  if (data.vault.state !== 'none') return <VaultNote secrets={data} />;
  if (isWeak(data)) return <WeakNote />;
  return <KeychainNote secrets={data} />;
}

/** Where there is no keychain, what the user has to do before the first account is added. */
export function FirstSecretsNote() {
  const data = useSecrets();
  return data && data.vault.state === 'none' && isWeak(data) ? <WeakNote /> : null;
}

function isWeak({ keychain }: Secrets): boolean {
  return keychain.state === 'absent' || keychain.state === 'off';
}

function WeakNote() {
  const data = useSecrets();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles['note']} role="note">
      <p>{data?.keychain.state === 'off' ? vaultTexts.weakFile : vaultTexts.weakNone}</p>
      <Button onClick={() => setIsOpen(true)}>{vaultTexts.protect}</Button>
      {isOpen && <PassphraseDialog isNew onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function VaultNote({ secrets: { vault, keychain, in_file } }: { secrets: Secrets }) {
  const [open, setOpen] = useState<'unlock' | 'change' | 'stop'>();
  const close = () => setOpen(undefined);
  const isUnlocked = vault.state === 'unlocked';
  const { lock, isPending } = useLockVault();
  return (
    <div className={styles['note']} role="note">
      <p>{vault.message ?? vaultTexts.protected({ count: vault.secrets })}</p>
      {!isUnlocked && <Button onClick={() => setOpen('unlock')}>{vaultTexts.unlockNow}</Button>}
      {isUnlocked && in_file > 0 && <MoveButton to="vault" />}
      {isUnlocked && (
        <Button isBusy={isPending} onClick={lock}>
          {vaultTexts.lockNow}
        </Button>
      )}
      {isUnlocked && <Button onClick={() => setOpen('change')}>{vaultTexts.changeNow}</Button>}
      {isUnlocked && (
        <Button look="quiet" onClick={() => setOpen('stop')}>
          {vaultTexts.stop}
        </Button>
      )}
      {open === 'unlock' && <UnlockDialog isDamaged={vault.state === 'damaged'} onClose={close} />}
      {open === 'change' && <PassphraseDialog isNew={false} onClose={close} />}
      {open === 'stop' && <StopDialog hasKeychain={keychain.state === 'answers'} onClose={close} />}
    </div>
  );
}

function KeychainNote({ secrets: { in_file, keychain } }: { secrets: Secrets }) {
  const isOpen = keychain.state === 'answers';
  if (isOpen && in_file === 0) return null;
  return (
    <div className={styles['note']} role="note">
      <p>{isOpen ? t.inFile({ count: in_file }) : keychain.message}</p>
      {isOpen && <MoveButton to="keychain" />}
    </div>
  );
}

function MoveButton({ to }: { to: 'keychain' | 'vault' }) {
  const { api, toasts } = useServices();
  const { runAction } = useAction({ affects: ['accounts', 'diagnostics'] });
  const move = async () => {
    let left: readonly { reason: string }[] = [];
    const isDone = await runAction(async () => ({ left } = await api.secrets.move({ to })), t.notMoved);
    if (!isDone) return;
    const [first] = left;
    if (first) toasts.show({ tone: 'bad', text: t.left({ count: left.length }), note: first.reason });
    else toasts.show({ tone: 'plain', text: to === 'vault' ? vaultTexts.created : t.moved });
  };
  return <Button onClick={() => void move()}>{to === 'vault' ? vaultTexts.moveIn : t.move}</Button>;
}
