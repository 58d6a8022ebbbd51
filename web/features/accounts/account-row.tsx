import { Button } from '../../design/controls/button.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import styles from './accounts-page.module.css';
import type { Account } from './account.ts';

const t = strings.accounts;

type AccountRowProps = {
  account: Account;
  /** Whether the accounts are read-only, as in a demo. */
  isFixed: boolean;
  /** Absent if its servers cannot be changed here. */
  onChange: (() => void) | undefined;
  /** Absent if it signs in with a password. */
  onSignIn: (() => void) | undefined;
  onRemove: () => void;
};

/** An account with its status and its actions. */
export function AccountRow({ account, isFixed, onChange, onSignIn, onRemove }: AccountRowProps) {
  const { name, email, is_default, health, key } = account;
  const needsAttention = health.state === 'needs_attention';
  return (
    <>
      <div className={styles['head']}>
        <span className={styles['dot']} data-state={health.state} />
        <div className={styles['words']}>
          <h2 dir="auto">
            {name} {is_default && <small className={styles['badge']}>{t.isDefault}</small>}
          </h2>
          {email !== name && <p className={styles['soft']}>{email}</p>}
          <p className={styles[needsAttention ? 'fault' : 'soft']}>{key === null ? t.detached : health.message}</p>
        </div>
      </div>
      {!isFixed && (
        <div className={styles['buttons']}>
          {onChange && (
            <Button look={needsAttention ? 'primary' : 'plain'} aria-label={t.changeNamed({ name })} onClick={onChange}>
              {t.change}
            </Button>
          )}
          {onSignIn && (
            <Button
              look={needsAttention ? 'primary' : 'plain'}
              aria-label={t.signInAgainNamed({ name })}
              onClick={onSignIn}
            >
              {t.signInAgain}
            </Button>
          )}
          {key !== null && <Switches account={account} accountKey={key} />}
          <Button
            look="quiet"
            aria-label={key === null ? t.deleteMailNamed({ name }) : t.removeNamed({ name })}
            onClick={onRemove}
          >
            {key === null ? t.deleteMail : t.remove}
          </Button>
        </div>
      )}
    </>
  );
}

function Switches({ account, accountKey: key }: { account: Account; accountKey: string }) {
  const { api } = useServices();
  const { runAction } = useAction({ affects: ['accounts', 'status', 'sync', 'shell'] });
  const { name, enabled, is_default } = account;
  return (
    <>
      {enabled && !is_default && (
        <Button
          look="quiet"
          aria-label={t.makeDefaultNamed({ name })}
          onClick={() => void runAction(() => api.accounts.setDefault({ key }), t.notDone)}
        >
          {t.makeDefault}
        </Button>
      )}
      {enabled ? (
        <Button
          look="quiet"
          aria-label={t.switchOffNamed({ name })}
          onClick={() => void runAction(() => api.accounts.disable({ key }), t.notDone)}
        >
          {t.switchOff}
        </Button>
      ) : (
        <Button
          look="quiet"
          aria-label={t.switchOnNamed({ name })}
          onClick={() => void runAction(() => api.accounts.enable({ key }), t.notDone)}
        >
          {t.switchOn}
        </Button>
      )}
    </>
  );
}
