import { Button } from '../../design/controls/button.tsx';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './settings.module.css';

type ConfirmDialogProps = { title: string; question: string; yes: string; onAnswer: (isConfirmed: boolean) => void };

/** The confirmation before a change that is hard to revert. Closing it cancels. */
export function ConfirmDialog({ title, question, yes, onAnswer }: ConfirmDialogProps) {
  return (
    <Dialog title={title} hint={question} width={480} onClose={() => onAnswer(false)}>
      <div className={styles['buttons']}>
        <Button look="primary" onClick={() => onAnswer(true)}>
          {yes}
        </Button>
        <Button onClick={() => onAnswer(false)}>{strings.settings.cancel}</Button>
      </div>
    </Dialog>
  );
}
