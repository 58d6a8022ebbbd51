import { Button } from '../design/button.tsx';
import { wordsOf } from '../design/panel.tsx';
import { strings } from '../strings.ts';
import styles from './composer.module.css';
import { type Keeping, type Writing, fieldsOf } from './writing.ts';

const words = strings.compose;

/** Where the newest words are, truthfully. Only trouble is said aloud. */
export function KeepingWords({ keeping }: { keeping: Keeping }) {
  const isBad = keeping.state === 'kept' || keeping.state === 'conflict' || keeping.state === 'ended';
  return (
    <>
      <span className={styles['keeping']} data-bad={isBad || undefined}>
        {wordsOn(keeping)}
      </span>
      <span className="visually-hidden" role="status">
        {isBad ? wordsOn(keeping) : ''}
      </span>
    </>
  );
}

function wordsOn(keeping: Keeping): string {
  switch (keeping.state) {
    case 'saved':
      return words.saved;
    case 'waiting':
    case 'saving':
      return words.saving;
    case 'kept':
      return words.kept({ why: wordsOf(keeping.why) });
    case 'conflict':
      return words.conflict;
    case 'ended':
      return words.ended;
  }
}

type TroubleProps = { writing: Writing; onAnew: () => void; onClose: () => void };

/** What can be done where the words of two windows differ, or where the message is gone. */
export function WritingTrouble({ writing, onAnew, onClose }: TroubleProps) {
  const { keeping, fields } = writing.state();
  if (keeping.state === 'ended') {
    return (
      <div className={styles['trouble']} role="alert">
        <p>{words.endedWhy({ why: wordsOf(keeping.why) })}</p>
        <div className={styles['troubleActs']}>
          <Button onClick={onAnew}>{words.writeAnew}</Button>
          <Button onClick={onClose}>{words.throwAway}</Button>
        </div>
      </div>
    );
  }
  if (keeping.state !== 'conflict') return null;
  const theirs = fieldsOf(keeping.theirs);
  return (
    <div className={styles['trouble']} role="alert">
      <p>{words.conflictWhy}</p>
      <div className={styles['versions']}>
        <Version title={words.here} text={fields.body} />
        <Version title={words.there} text={theirs.body} />
      </div>
      <div className={styles['troubleActs']}>
        <Button onClick={() => void writing.settle('mine')}>{words.keepHere}</Button>
        <Button onClick={() => void writing.settle('theirs')}>{words.takeThere}</Button>
      </div>
    </div>
  );
}

function Version({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p className={styles['version']} dir="auto" tabIndex={0}>
        {text}
      </p>
    </section>
  );
}
