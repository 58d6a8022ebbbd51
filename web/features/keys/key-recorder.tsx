import { type KeyboardEvent, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { type KeyContext, type KeysReply, toTableChord } from '../../keyboard/bindings.ts';
import { describeChord } from '../../keyboard/key-names.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import { useKeyEdits } from './use-key-edits.ts';
import styles from './keys-page.module.css';
import { chordAfter, type KeyConflict, conflictOf } from './recorded-key.ts';

const t = strings.keys.page;

type KeyRecorderProps = {
  answer: KeysReply;
  action: string;
  label: string;
  keys: readonly string[];
  context: KeyContext | undefined;
  onClose: () => void;
};

/** Records a key press. If another command has the key, it is named, and loses the key only after the user confirms. */
export function KeyRecorder({ answer, action, label: does, keys, context, onClose }: KeyRecorderProps) {
  const { ask } = useKeyEdits();
  const [chord, setChord] = useState('');
  const [isAdding, setIsAdding] = useState(false);
  const { runAction, problem, reset } = useAction({ showsToast: false });
  const [conflict, setConflict] = useState<KeyConflict>();

  function press(event: KeyboardEvent): void {
    if (event.key === 'Tab' || event.key === 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (event.repeat) return;
    const isRestart = conflict !== undefined || problem !== undefined;
    setConflict(undefined);
    reset();
    setChord((before) => chordAfter(isRestart ? '' : before, event));
  }

  async function save(requestedKeys: readonly string[], take: boolean): Promise<void> {
    const change = { action, keys: [...requestedKeys], take, ...(context && { context }) };
    if (
      await runAction(
        () => ask(change),
        (reason) => reason,
      )
    )
      onClose();
  }

  const requestedKeys = [...(isAdding ? keys : []), chord];

  function use(): void {
    const other = conflictOf(answer, { chord, action, context });
    setConflict(other);
    if (!other) void save(requestedKeys, false);
  }

  return (
    <Dialog title={does} hint={t.pressHint} onClose={onClose}>
      <div className={styles['recorder']}>
        <input
          data-first
          className={styles['press']}
          aria-label={t.field}
          placeholder={t.nothing}
          value={describeChord(toTableChord(chord))}
          readOnly
          onKeyDown={press}
        />
        {keys.length > 0 && (
          <label className={styles['preset']}>
            <input type="checkbox" checked={isAdding} onChange={({ target }) => setIsAdding(target.checked)} />
            <span>{t.keep}</span>
          </label>
        )}
        <p role="status" className={styles['bad']}>
          {conflict &&
            t.taken({ key: describeChord(toTableChord(chord)), does: conflict.label, where: conflict.context })}
          {problem}
        </p>
        <div className={styles['acts']}>
          {conflict ? (
            <Button look="primary" onClick={() => void save(requestedKeys, true)}>
              {t.take}
            </Button>
          ) : (
            <Button look="primary" disabled={chord === ''} onClick={use}>
              {t.use}
            </Button>
          )}
          {keys.length > 0 && <Button onClick={() => void save([], false)}>{t.without}</Button>}
          <Button look="quiet" onClick={onClose}>
            {t.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
