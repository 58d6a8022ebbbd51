import { useState, type FormEvent } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { Field } from '../../design/controls/form-field.tsx';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './approvals-page.module.css';

const t = strings.approvals;

type DeclineDialogProps = {
  caller: string;
  /** Called with the reason, which may be empty, or with nothing if the user does not decline. */
  onAnswer: (reason: string | undefined) => void;
};

/** Asks why, which the agent is told. */
export function DeclineDialog({ caller, onAnswer }: DeclineDialogProps) {
  const [reason, setReason] = useState('');
  function decline(event: FormEvent): void {
    event.preventDefault();
    onAnswer(reason.trim());
  }
  return (
    <Dialog title={t.declineTitle} hint={t.declineHint({ caller })} width={480} onClose={() => onAnswer(undefined)}>
      <form className={styles['decline']} onSubmit={decline}>
        <Field
          label={t.declineReason}
          value={reason}
          maxLength={500}
          data-first
          onChange={({ target }) => setReason(target.value)}
        />
        <div className={styles['buttons']}>
          <Button look="primary" type="submit">
            {t.yesDecline}
          </Button>
          <Button onClick={() => onAnswer(undefined)}>{strings.settings.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
