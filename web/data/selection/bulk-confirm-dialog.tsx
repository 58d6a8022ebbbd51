import { Button } from '../../design/controls/button.tsx';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { countOf } from '../../api/mail-change.ts';
import { describeQuestion, describeVerb } from '../mutations/change-text.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './bulk-confirm-dialog.module.css';
import type { BulkConfirmation } from './list-actions-context.ts';

const t = strings.selection;

type BulkConfirmDialogProps = { question: BulkConfirmation; onYes: () => void; onClose: () => void };

/** The confirmation before an action on very many conversations. */
export function BulkConfirmDialog({ question: { target, change }, onYes, onClose }: BulkConfirmDialogProps) {
  function yes(): void {
    onClose();
    onYes();
  }
  return (
    <Dialog title={describeQuestion(change, countOf(target))} hint={t.undoable} onClose={onClose}>
      <div className={styles['answers']}>
        <Button look="primary" onClick={yes}>
          {describeVerb(change)}
        </Button>
        <Button onClick={onClose}>{t.no}</Button>
      </div>
    </Dialog>
  );
}
