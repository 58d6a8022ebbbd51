import type { Api } from '../../api/client.ts';
import { strings } from '../../i18n/strings.ts';
import type { RunMutation } from './run-mutation.ts';
import type { ChangeResult } from './send-change.ts';
import type { Toast, Toasts } from '../toasts.ts';

/** Something that was done on this page. `mutationId` is there once it is answered, and undefined if it was refused. */
export type UndoableAction = { description: string; mutationId: Promise<string | undefined> };

type Result = Pick<ChangeResult, 'mutation_id' | 'succeeded' | 'skipped' | 'failed' | 'outcomes' | 'accounts'>;

export type UndoStack = {
  /** Notes what was done, so that it can be taken back next. */
  push: (done: UndoableAction) => void;
  remove: (done: UndoableAction) => void;
  /** A server refused all of it, so that there is nothing to take back any more. */
  markRejected: (mutationId: string) => Promise<void>;
  /** Says what was done, with what was left out of it and the button that takes it back. */
  announce: (done: UndoableAction, result: Result) => void;
  undoButtonFor: (done: UndoableAction) => NonNullable<Toast['button']>;
  undo: (done: UndoableAction) => Promise<boolean>;
  /** Takes back what was done here or elsewhere, by its id. */
  undoById: (mutationId: string, said: string) => Promise<boolean>;
  undoLast: () => Promise<boolean>;
  redoLast: () => Promise<boolean>;
};

type UndoStackDeps = {
  api: Api;
  toasts: Toasts;
  runMutation: RunMutation;
  /** What is to be said where the servers of some accounts cannot be told at the moment. */
  offlineNote: (accounts: Result['accounts']) => string | undefined;
};

const t = strings.acting;

/** What was done here and can be taken back, what was taken back and can be done again: the last first. */
export function createUndoStack({ api, toasts, runMutation, offlineNote }: UndoStackDeps): UndoStack {
  let undoable: readonly UndoableAction[] = [];
  let redoable: readonly UndoableAction[] = [];
  const rejectedIds = new Set<string>();
  const { announce, dismissToast } = createAnnouncer({ toasts, offlineNote, rejectedIds });

  function remove(action: UndoableAction): void {
    undoable = undoable.filter((each) => each !== action);
    redoable = redoable.filter((each) => each !== action);
  }

  const undoButton = (action: UndoableAction) => ({ label: t.undo, key: 'z', run: () => void undo(action) });

  async function undo(action: UndoableAction): Promise<boolean> {
    undoable = undoable.filter((each) => each !== action);
    dismissToast(action);
    const undone = await requestUndo({ api, runMutation }, action, t.notUndone({ said: action.description }));
    if (!undone) return false;
    const { again, result } = undone;
    redoable = [...redoable, again];
    const button = { label: t.redo, run: () => void redo(again) };
    announce({ action: again, text: t.undone({ said: action.description }), button }, result);
    return true;
  }

  async function redo(undone: UndoableAction): Promise<boolean> {
    redoable = redoable.filter((each) => each !== undone);
    dismissToast(undone);
    const redone = await requestUndo({ api, runMutation }, undone, t.notRedone({ said: undone.description }));
    if (!redone) return false;
    const { again, result } = redone;
    undoable = [...undoable, again];
    announce({ action: again, text: t.redone({ said: undone.description }), button: undoButton(again) }, result);
    return true;
  }

  return {
    push(action) {
      undoable = [...undoable, action];
      redoable = [];
    },
    remove,
    async markRejected(mutationId) {
      rejectedIds.add(mutationId);
      const action = await findById([...undoable, ...redoable], mutationId);
      if (!action) return;
      remove(action);
      dismissToast(action);
    },
    announce: (action, result) => announce({ action, text: action.description, button: undoButton(action) }, result),
    undoButtonFor: undoButton,
    undo,
    async undoById(mutationId, description) {
      const known = await findById([...undoable, ...redoable], mutationId);
      if (known && redoable.includes(known)) return redo(known);
      return undo(known ?? { description, mutationId: Promise.resolve(mutationId) });
    },
    async undoLast() {
      const last = undoable.at(-1);
      if (last) return undo(last);
      toasts.show({ tone: 'plain', text: t.nothingToUndo });
      return false;
    },
    async redoLast() {
      const last = redoable.at(-1);
      return last ? redo(last) : false;
    },
  };
}

/** The action with this mutation id. */
async function findById(actions: readonly UndoableAction[], mutationId: string): Promise<UndoableAction | undefined> {
  const all = await Promise.all(actions.map(async (action) => ({ action, id: await action.mutationId })));
  return all.find(({ id }) => id === mutationId)?.action;
}

/** An undo is a mutation itself: to do a thing again, its undo is undone. */
async function requestUndo(
  { api, runMutation }: Pick<UndoStackDeps, 'api' | 'runMutation'>,
  action: UndoableAction,
  failure: string,
): Promise<{ again: UndoableAction; result: Result } | undefined> {
  const mutation_id = await action.mutationId;
  if (mutation_id === undefined) return undefined;
  const outcome = await runMutation(() => api.mutations.undo({ mutation_id }), failure);
  if (!outcome) return undefined;
  const { result } = outcome.answer;
  const mutationId = Promise.resolve(result.mutation_id ?? undefined);
  return { again: { description: action.description, mutationId }, result };
}

type AnnouncerDeps = Pick<UndoStackDeps, 'toasts' | 'offlineNote'> & { rejectedIds: ReadonlySet<string> };

/** The toasts that say what was done, which is no longer true once it is taken back. */
function createAnnouncer({ toasts, offlineNote, rejectedIds }: AnnouncerDeps) {
  const toastOf = new WeakMap<UndoableAction, number>();

  function announce(
    { action, text, button }: { action: UndoableAction; text: string; button: Toast['button'] },
    result: Result,
  ): void {
    const { mutation_id, succeeded, failed, skipped, outcomes, accounts } = result;
    // A quick server may have refused it before the daemon's own answer came.
    if (mutation_id !== null && rejectedIds.has(mutation_id)) return;
    const left = failed + skipped;
    const toast = toasts.show({
      tone: failed > 0 ? 'bad' : 'plain',
      text: succeeded > 0 ? text : t.nothing,
      note: left > 0 ? t.left({ count: left, reason: outcomes[0]?.reason }) : offlineNote(accounts),
      button: succeeded > 0 ? button : undefined,
    });
    toastOf.set(action, toast);
  }

  function dismissToast(action: UndoableAction): void {
    const toast = toastOf.get(action);
    if (toast !== undefined) toasts.dismiss(toast);
  }

  return { announce, dismissToast };
}
