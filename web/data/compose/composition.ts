import { Refusal, Unreachable } from '../../api/session.ts';
import { createStore } from '../../api/store.ts';
import { createSaving, isBlocked, type SaveState, type SavingDeps, type UpdateInput } from './composition-saving.ts';
import { type ComposeSession, type Fields, fieldsOf, sameFields, sameText } from './fields.ts';

export type CompositionState = {
  fields: Fields;
  /** As the daemon last gave it. */
  session: ComposeSession;
  saveState: SaveState;
  /** Grows when the fields were changed by something else than typing, so that editors begin anew. */
  epoch: number;
  /** Whether words were found that an earlier window could not store. */
  isRecovered: boolean;
};

export type Composition = {
  state: () => CompositionState;
  subscribe: (listener: () => void) => () => void;
  change: (change: Partial<Fields>) => void;
  /** Stores what was written now. Answers whether all of it is stored. */
  save: () => Promise<boolean>;
  /** What is to be sent to store it, where something is not stored: for a page that is about to go. */
  unsaved: () => UpdateInput | undefined;
  /** Reads the session anew, after something else than its text changed. */
  refresh: () => Promise<void>;
  /** Ends a conflict: what is written here goes over the other, or gives way to it. */
  resolveConflict: (choice: 'mine' | 'theirs') => Promise<void>;
  /**
   * Waits for the update that is under way and sends no other until the function it gives is called: an update that follows
   * the end of the session would be refused.
   */
  pause: () => Promise<() => void>;
  /** Nothing is stored any more by itself, and nothing is kept. */
  end: () => void;
};

type CompositionDeps = SavingDeps & { session: ComposeSession };

/**
 * One message being written. Every change is kept in this browser at once and stored by the daemon when the typing
 * pauses; one update goes out at a time, each upon the revision before, so that two windows cannot overwrite each other.
 */
export function createComposition(deps: CompositionDeps): Composition {
  const { session, refresh, draftRecovery } = deps;
  const path = session.draftPath;
  const found = draftRecovery.read(path);
  const isRecovered = found !== undefined && !sameFields(found.fields, fieldsOf(session));
  const store = createStore<CompositionState>({
    fields: isRecovered ? found.fields : fieldsOf(session),
    session,
    saveState: { state: 'saved' },
    epoch: 0,
    isRecovered,
  });
  const { state, subscribe, change: set } = store;
  const saving = createSaving({ ...deps, path, store });

  if (isRecovered) {
    const isCurrent =
      found.revision === session.revision || (found.sent !== undefined && sameFields(found.sent, fieldsOf(session)));
    set({ saveState: isCurrent ? { state: 'waiting' } : { state: 'conflict', theirs: session } });
    saving.markChanged();
    if (isCurrent) saving.schedule(0);
  } else draftRecovery.remove(path);

  return {
    state,
    subscribe,
    change(part) {
      const fields = { ...state().fields, ...part };
      if (saving.isEnded() || sameFields(fields, state().fields)) return;
      set({ fields, saveState: isBlocked(state()) ? state().saveState : { state: 'waiting' } });
      saving.markChanged();
      saving.storeLocally();
      saving.schedule();
    },
    save: saving.save,
    unsaved: () =>
      saving.isDue() && state().saveState.state !== 'conflict'
        ? { ...state().fields, draft_path: path, revision: state().session.revision }
        : undefined,
    async refresh() {
      try {
        const { session: next } = await refresh({ draft_path: path });
        if (!saving.isEnded() && !saving.isRunning() && sameText(next, state().session)) set({ session: next });
      } catch (error) {
        // What is not known now is known with the next update.
        if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
      }
    },
    async resolveConflict(choice) {
      const { saveState, epoch } = state();
      if (saveState.state !== 'conflict') return;
      const { theirs } = saveState;
      if (choice === 'theirs') {
        saving.markStored();
        return set({ session: theirs, fields: fieldsOf(theirs), saveState: { state: 'saved' }, epoch: epoch + 1 });
      }
      saving.markChanged();
      set({ session: theirs, saveState: { state: 'waiting' } });
      saving.storeLocally();
      await saving.save();
    },
    pause: saving.pause,
    end: saving.end,
  };
}
