import { useMemo } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { strings } from '../../../i18n/strings.ts';
import { writtenText } from '../editor/quoted-text.ts';
import { wordDiff } from './word-diff.ts';
import styles from './writer.module.css';

const t = strings.assist.writer;

type SuggestionViewProps = {
  before: string;
  after: string;
  model: string;
  /** What the model did not read, or what was taken out of its answer. */
  note: string | null;
  onUse: () => void;
  onDiscard: () => void;
};

/** A suggested text with its differences from the text that is there. What both quote is not shown: a suggestion does not change it. */
export function SuggestionView({ before, after, model, note, onUse, onDiscard }: SuggestionViewProps) {
  const pieces = useMemo(() => wordDiff(writtenText(before), writtenText(after)), [before, after]);
  return (
    <div className={styles['writer']}>
      <div className={styles['suggestion']} dir="auto" tabIndex={0} role="group" aria-label={t.suggestion}>
        {pieces.map(({ kind, text }, at) =>
          kind === 'same' ? (
            <span key={at}>{text}</span>
          ) : kind === 'removed' ? (
            <del key={at}>{text}</del>
          ) : (
            <ins key={at}>{text}</ins>
          ),
        )}
      </div>
      {note !== null && <p className={styles['note']}>{note}</p>}
      <p className={styles['note']}>{t.by({ model })}</p>
      <div className={styles['buttons']}>
        <Button onClick={onUse}>{t.use}</Button>
        <Button look="quiet" onClick={onDiscard}>
          {t.discard}
        </Button>
      </div>
    </div>
  );
}
