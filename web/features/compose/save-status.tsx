import { useQuery } from '@tanstack/react-query';
import { Button } from '../../design/controls/button.tsx';
import { errorText } from '../../design/feedback/empty-state.tsx';
import { settingsQuery } from '../../data/queries/settings.ts';
import { useServices } from '../../data/services.ts';
import { valueAt } from '../../data/settings/setting-keys.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './composer.module.css';
import type { SaveState } from '../../data/compose/composition-saving.ts';
import type { Composition } from '../../data/compose/composition.ts';
import { fieldsOf } from '../../data/compose/fields.ts';

const t = strings.compose;

type SaveStatusProps = { saveState: SaveState; hasOwnContent: boolean; isInline: boolean };

/** Where the newest text is stored; nothing before the first words. Only problems are announced. */
export function SaveStatus({ saveState, hasOwnContent, isInline }: SaveStatusProps) {
  const isBad = saveState.state === 'kept' || saveState.state === 'conflict' || saveState.state === 'ended';
  return (
    <>
      <span className={styles['keeping']} data-bad={isBad || undefined}>
        {(hasOwnContent || isBad) && describeSaveState(saveState)}
        {isInline && hasOwnContent && !isBad && <UndoTime />}
      </span>
      <span className="visually-hidden" role="status">
        {isBad ? describeSaveState(saveState) : ''}
      </span>
    </>
  );
}

/** How long sending can be undone. */
function UndoTime() {
  const { api } = useServices();
  const { data } = useQuery(settingsQuery(api));
  const seconds = data && valueAt(data.values, 'send.undo_seconds');
  if (typeof seconds !== 'number' || seconds === 0) return null;
  return <span className={styles['hold']}> · {t.hold({ seconds })}</span>;
}

function describeSaveState(saveState: SaveState): string {
  switch (saveState.state) {
    case 'saved':
      return t.saved;
    case 'waiting':
    case 'saving':
      return t.saving;
    case 'kept':
      return t.kept({ why: errorText(saveState.why) });
    case 'conflict':
      return t.conflict;
    case 'ended':
      return t.ended;
  }
}

type CompositionConflictProps = { composition: Composition; onCopyToNew: () => void; onClose: () => void };

/** The choices for a conflict of two windows, or for a message that is gone. */
export function CompositionConflict({ composition, onCopyToNew, onClose }: CompositionConflictProps) {
  const { saveState, fields } = composition.state();
  if (saveState.state === 'ended') {
    return (
      <div className={styles['trouble']} role="alert">
        <p>{t.endedWhy({ why: errorText(saveState.why) })}</p>
        <div className={styles['troubleActs']}>
          <Button onClick={onCopyToNew}>{t.writeAnew}</Button>
          <Button onClick={onClose}>{t.throwAway}</Button>
        </div>
      </div>
    );
  }
  if (saveState.state !== 'conflict') return null;
  const theirs = fieldsOf(saveState.theirs);
  return (
    <div className={styles['trouble']} role="alert">
      <p>{t.conflictWhy}</p>
      <div className={styles['versions']}>
        <Version title={t.here} text={fields.body} />
        <Version title={t.there} text={theirs.body} />
      </div>
      <div className={styles['troubleActs']}>
        <Button onClick={() => void composition.resolveConflict('mine')}>{t.keepHere}</Button>
        <Button onClick={() => void composition.resolveConflict('theirs')}>{t.takeThere}</Button>
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
