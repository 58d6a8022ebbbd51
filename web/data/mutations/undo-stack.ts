import type { Api } from '../../api/client.ts';
import { strings } from '../../i18n/strings.ts';
import type { RunMutation } from './run-mutation.ts';
import type { ChangeResult } from './send-change.ts';
import type { Toast, Toasts } from '../toasts.ts';

/** An action of this page. `mutationId` resolves after its answer, to undefined if it was refused. */
export type UndoableAction = {
  /** Names the action in the toast after an undo; it is "change" if absent. */
  kind?: string;
  description: string;
  mutationId: Promise<string | undefined>;
  /** Called after it was undone. */
  onUndone?: (() => void) | undefined;
};

type Result = Pick<
  ChangeResult,
  'mutation_id' | 'requested' | 'succeeded' | 'skipped' | 'failed' | 'outcomes' | 'accounts'
>;

export type UndoStack = {
  /** Adds an action as the next to undo. */
  push: (action: UndoableAction) => void;
  remove: (action: UndoableAction) => void;
  /** A server refused all of the action, so it cannot be undone. */
  markRejected: (mutationId: string) => Promise<void>;
  /** Shows a toast for an action, with the part that was left out and the undo button. */
  announce: (action: UndoableAction, result: Result) => void;
  /** Shows that an action is running, with its undo button, until it is announced, undone or ended. */
  announceProgress: (action: UndoableAction, text: string) => void;
  endProgress: (action: UndoableAction) => void;
  undoButtonFor: (action: UndoableAction) => NonNullable<Toast['button']>;
  undo: (action: UndoableAction) => Promise<boolean>;
  /** Undoes an action of this or another client, by its id. */
  undoById: (mutationId: string, description: string, kind?: string) => Promise<boolean>;
  undoLast: () => Promise<boolean>;
  redoLast: () => Promise<boolean>;
};

type UndoStackDeps = {
  api: Api;
  toasts: Toasts;
  runMutation: RunMutation;
  /** The note for accounts whose servers are unreachable. */
  offlineNote: (accounts: Result['accounts']) => string | undefined;
};

const t = strings.acting;

/** The actions that can be undone and redone, the last first. */
export function createUndoStack({ api, toasts, runMutation, offlineNote }: UndoStackDeps): UndoStack {
  let undoable: readonly UndoableAction[] = [];
  let redoable: readonly UndoableAction[] = [];
  const rejectedIds = new Set<string>();
  const { announce, announceProgress, dismissToast } = createAnnouncer({ toasts, offlineNote, rejectedIds });

  function remove(action: UndoableAction): void {
    undoable = undoable.filter((each) => each !== action);
    redoable = redoable.filter((each) => each !== action);
  }

  const undoButton = (action: UndoableAction) => ({ label: t.undo, key: 'z', run: () => void undo(action) });

  async function undo(action: UndoableAction): Promise<boolean> {
    undoable = undoable.filter((each) => each !== action);
    dismissToast(action);
    const undone = await requestUndo({ api, runMutation }, action, t.notUndone({ description: action.description }));
    if (!undone) return false;
    const { again, result } = undone;
    action.onUndone?.();
    redoable = [...redoable, again];
    const button = { label: t.redo, run: () => void redo(again) };
    announce({ action: again, text: t.undone({ kind: action.kind ?? '' }), button }, result);
    return true;
  }

  async function redo(undone: UndoableAction): Promise<boolean> {
    redoable = redoable.filter((each) => each !== undone);
    dismissToast(undone);
    const redone = await requestUndo({ api, runMutation }, undone, t.notRedone({ description: undone.description }));
    if (!redone) return false;
    const { again, result } = redone;
    undoable = [...undoable, again];
    announce({ action: again, text: undone.description, button: undoButton(again) }, result);
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
    announce(action, result) {
      // Progress may end after the user has undone the action.
      if (undoable.includes(action)) announce({ action, text: action.description, button: undoButton(action) }, result);
    },
    announceProgress(action, text) {
      if (undoable.includes(action)) announceProgress(action, text, undoButton(action));
    },
    endProgress: dismissToast,
    undoButtonFor: undoButton,
    undo,
    async undoById(mutationId, description, kind = '') {
      const known = await findById([...undoable, ...redoable], mutationId);
      if (known && redoable.includes(known)) return redo(known);
      return undo(known ?? { kind, description, mutationId: Promise.resolve(mutationId) });
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

/** An undo is a mutation itself: to redo an action, its undo is undone. */
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
  return { again: { ...action, mutationId }, result };
}

type AnnouncerDeps = Pick<UndoStackDeps, 'toasts' | 'offlineNote'> & { rejectedIds: ReadonlySet<string> };

/** The toasts of finished actions, which are no longer true after an undo. */
function createAnnouncer({ toasts, offlineNote, rejectedIds }: AnnouncerDeps) {
  const toastOf = new WeakMap<UndoableAction, number>();

  function announce(
    { action, text, button }: { action: UndoableAction; text: string; button: Toast['button'] },
    result: Result,
  ): void {
    const { mutation_id, requested, succeeded, failed, skipped, outcomes, accounts } = result;
    // A fast server may refuse the change before the daemon's answer arrives.
    if (mutation_id !== null && rejectedIds.has(mutation_id)) return;
    const left = failed + skipped;
    dismissToast(action);
    // Blocking a sender may concern no mail.
    const isDone = succeeded > 0 || requested === 0;
    const toast = toasts.show({
      tone: failed > 0 ? 'bad' : 'plain',
      text: isDone ? text : t.nothing,
      note: left > 0 ? t.left({ count: left, reason: outcomes[0]?.reason }) : offlineNote(accounts),
      button: isDone ? button : undefined,
    });
    toastOf.set(action, toast);
  }

  function announceProgress(action: UndoableAction, text: string, button: Toast['button']): void {
    const toast = { tone: 'plain' as const, text, stays: true, button };
    const shown = toastOf.get(action);
    if (shown === undefined) toastOf.set(action, toasts.show(toast));
    else toasts.change(shown, toast);
  }

  function dismissToast(action: UndoableAction): void {
    const toast = toastOf.get(action);
    if (toast !== undefined) toasts.dismiss(toast);
  }

  return { announce, announceProgress, dismissToast };
}
