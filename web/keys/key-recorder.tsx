import { type KeyboardEvent, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { wordsOf } from '../design/panel.tsx';
import { type KeyContext, type KeysAnswer, tableKeys } from '../shell/key-bindings.ts';
import { keyWords } from '../shell/key-names.ts';
import { strings } from '../strings.ts';
import { useKeyEdits } from './edits.ts';
import styles from './keys-page.module.css';
import { chordAfter, type Taken, takenBy } from './recorded-key.ts';

const words = strings.keys.page;

type KeyRecorderProps = {
  answer: KeysAnswer;
  action: string;
  does: string;
  keys: readonly string[];
  context: KeyContext | undefined;
  onClose: () => void;
};

/** Takes a key by having it pressed. What has the key already is named, and gives it up only when that is asked for. */
export function KeyRecorder({ answer, action, does, keys, context, onClose }: KeyRecorderProps) {
  const { ask } = useKeyEdits();
  const [chord, setChord] = useState('');
  const [keeps, setKeeps] = useState(false);
  const [trouble, setTrouble] = useState<unknown>();
  const [taken, setTaken] = useState<Taken>();

  function press(event: KeyboardEvent): void {
    if (event.key === 'Tab' || event.key === 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (event.repeat) return;
    const isAnew = taken !== undefined || trouble !== undefined;
    setTaken(undefined);
    setTrouble(undefined);
    setChord((before) => chordAfter(isAnew ? '' : before, event));
  }

  async function save(wanted: readonly string[], take: boolean): Promise<void> {
    try {
      await ask({ action, keys: [...wanted], take, ...(context && { context }) });
      onClose();
    } catch (error) {
      setTrouble(error);
    }
  }

  const wanted = [...(keeps ? keys : []), chord];

  function use(): void {
    const other = takenBy(answer, { chord, action, context });
    setTaken(other);
    if (!other) void save(wanted, false);
  }

  return (
    <Dialog title={does} hint={words.pressHint} onClose={onClose}>
      <div className={styles['recorder']}>
        <input
          data-first
          className={styles['press']}
          aria-label={words.field}
          placeholder={words.nothing}
          value={keyWords(tableKeys(chord))}
          readOnly
          onKeyDown={press}
        />
        {keys.length > 0 && (
          <label className={styles['preset']}>
            <input type="checkbox" checked={keeps} onChange={({ target }) => setKeeps(target.checked)} />
            <span>{words.keep}</span>
          </label>
        )}
        <p role="status" className={styles['bad']}>
          {taken && words.taken({ key: keyWords(tableKeys(chord)), does: taken.does, where: taken.context })}
          {trouble !== undefined && wordsOf(trouble)}
        </p>
        <div className={styles['acts']}>
          {taken ? (
            <Button look="primary" onClick={() => void save(wanted, true)}>
              {words.take}
            </Button>
          ) : (
            <Button look="primary" disabled={chord === ''} onClick={use}>
              {words.use}
            </Button>
          )}
          {keys.length > 0 && <Button onClick={() => void save([], false)}>{words.without}</Button>}
          <Button look="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
