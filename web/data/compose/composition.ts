import { Refusal, Unreachable } from '../../api/session.ts';
import { createStore } from '../../api/store.ts';
import { createSaving, isBlocked, type SaveState, type SavingDeps, type UpdateInput } from './composition-saving.ts';
import { type ComposeSession, type Fields, fieldsOf, sameFields, sameText } from './fields.ts';

export type CompositionState = {
  fields: Fields;
  /** The session as the daemon last reported it. */
  session: ComposeSession;
  saveState: SaveState;
  /** Increases when something other than typing changed the fields, so that editors reload their content. */
  epoch: number;
  /** Whether text was restored that an earlier window could not store. */
  isRecovered: boolean;
};

export type Composition = {
  /**
   * Stores recovered text. Called once it is on the screen: React creates a composition more than once while its editor
   * loads, and each must find the text that the browser kept.
   */
  start: () => void;
  state: () => CompositionState;
  subscribe: (listener: () => void) => () => void;
  change: (change: Partial<Fields>) => void;
  /** Replaces the text, so that the editor shows another one. */
  replaceText: (body: string) => void;
  /** Stores the text now. Returns whether all of it is stored. */
  save: () => Promise<boolean>;
  /** The update that would store unsaved text, for a page that is closing; undefined if everything is stored. */
  unsaved: () => UpdateInput | undefined;
  /** Reloads the session after something other than its text changed. */
  refresh: () => Promise<void>;
  /** Resolves a conflict: the text of this window replaces the other, or the other replaces it. */
  resolveConflict: (choice: 'mine' | 'theirs') => Promise<void>;
  /**
   * Waits for the running update and sends no other until the returned function is called. A server refuses an update that
   * follows the end of the session.
   */
  pause: () => Promise<() => void>;
  /** Ends automatic saving and drops the text that the browser kept. */
  end: () => void;
};

type CompositionDeps = SavingDeps & { session: ComposeSession };

/**
 * One message being written. The browser keeps every change at once, and the daemon stores it when the user stops typing.
 * One update is sent at a time, each based on the previous revision, so that two windows cannot overwrite each other.
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

  function start(): void {
    if (!isRecovered) return draftRecovery.remove(path);
    const isCurrent =
      found.revision === session.revision || (found.sent !== undefined && sameFields(found.sent, fieldsOf(session)));
    set({ saveState: isCurrent ? { state: 'waiting' } : { state: 'conflict', theirs: session } });
    saving.markChanged();
    if (isCurrent) saving.schedule(0);
  }

  function change(part: Partial<Fields>): void {
    const fields = { ...state().fields, ...part };
    if (saving.isEnded() || sameFields(fields, state().fields)) return;
    set({ fields, saveState: isBlocked(state()) ? state().saveState : { state: 'waiting' } });
    saving.markChanged();
    saving.storeLocally();
    saving.schedule();
  }

  return {
    start,
    state,
    subscribe,
    change,
    replaceText(body) {
      change({ body });
      set({ epoch: state().epoch + 1 });
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
        // The next update brings what is unknown now.
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
