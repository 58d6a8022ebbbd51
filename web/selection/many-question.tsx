import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { countOf } from '../mutations/change.ts';
import { questionWords, verbWords } from '../mutations/change-words.ts';
import { strings } from '../strings.ts';
import type { Question } from './list-acts.tsx';
import styles from './many-question.module.css';

const words = strings.selection;

type ManyQuestionProps = { question: Question; onYes: () => void; onClose: () => void };

/** Asked before something is done to very many conversations at once. */
export function ManyQuestion({ question: { target, change }, onYes, onClose }: ManyQuestionProps) {
  function yes(): void {
    onClose();
    onYes();
  }
  return (
    <Dialog title={questionWords(change, countOf(target))} hint={words.undoable} onClose={onClose}>
      <div className={styles['answers']}>
        <Button look="primary" onClick={yes}>
          {verbWords(change)}
        </Button>
        <Button onClick={onClose}>{words.no}</Button>
      </div>
    </Dialog>
  );
}
