import { Button } from '../design/button.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { useTrying } from '../trying.ts';
import type { Account } from './accounts-page.tsx';
import styles from './accounts-page.module.css';

const words = strings.accounts;

type AccountRowProps = {
  account: Account;
  /** Whether nothing can be changed, as in a demo. */
  isFixed: boolean;
  /** Absent where its servers cannot be changed here. */
  onChange: (() => void) | undefined;
  onRemove: () => void;
};

/** Who it is, how it is, and what can be done. */
export function AccountRow({ account, isFixed, onChange, onRemove }: AccountRowProps) {
  const { name, email, is_default, health, key } = account;
  const needsAttention = health.state === 'needs_attention';
  return (
    <>
      <div className={styles['head']}>
        <span className={styles['dot']} data-state={health.state} />
        <div className={styles['words']}>
          <h2 dir="auto">
            {name} {is_default && <small className={styles['badge']}>{words.isDefault}</small>}
          </h2>
          {email !== name && <p className={styles['soft']}>{email}</p>}
          <p className={styles[needsAttention ? 'fault' : 'soft']}>{key === null ? words.detached : health.message}</p>
        </div>
      </div>
      {!isFixed && (
        <div className={styles['buttons']}>
          {onChange && (
            <Button
              look={needsAttention ? 'primary' : 'plain'}
              aria-label={words.changeNamed({ name })}
              onClick={onChange}
            >
              {words.change}
            </Button>
          )}
          {key !== null && <Switches account={account} accountKey={key} />}
          <Button
            look="quiet"
            aria-label={key === null ? words.deleteMailNamed({ name }) : words.removeNamed({ name })}
            onClick={onRemove}
          >
            {key === null ? words.deleteMail : words.remove}
          </Button>
        </div>
      )}
    </>
  );
}

function Switches({ account, accountKey: key }: { account: Account; accountKey: string }) {
  const { api } = useParts();
  const tried = useTrying('accounts', 'status', 'sync', 'shell');
  const { name, enabled, is_default } = account;
  return (
    <>
      {enabled && !is_default && (
        <Button
          look="quiet"
          aria-label={words.makeDefaultNamed({ name })}
          onClick={() => void tried(() => api.accounts.setDefault({ key }), words.notDone)}
        >
          {words.makeDefault}
        </Button>
      )}
      {enabled ? (
        <Button
          look="quiet"
          aria-label={words.switchOffNamed({ name })}
          onClick={() => void tried(() => api.accounts.disable({ key }), words.notDone)}
        >
          {words.switchOff}
        </Button>
      ) : (
        <Button
          look="quiet"
          aria-label={words.switchOnNamed({ name })}
          onClick={() => void tried(() => api.accounts.enable({ key }), words.notDone)}
        >
          {words.switchOn}
        </Button>
      )}
    </>
  );
}
