import type { Api } from '../api.ts';
import { strings } from '../strings.ts';
import type { Ask } from './asking.ts';
import type { Answer } from './sending.ts';
import type { Toast, Toasts } from './toasts.ts';

/** Something that was done on this page. `mutationId` is there once it is answered, and undefined if it was refused. */
export type Done = { words: string; mutationId: Promise<string | undefined> };

type Result = Pick<Answer, 'mutation_id' | 'succeeded' | 'skipped' | 'failed' | 'outcomes' | 'accounts'>;

export type Undoing = {
  /** Notes what was done, so that it can be taken back next. */
  note: (done: Done) => void;
  forget: (done: Done) => void;
  /** A server refused all of it, so that there is nothing to take back any more. */
  refuse: (mutationId: string) => Promise<void>;
  /** Says what was done, with what was left out of it and the button that takes it back. */
  say: (done: Done, result: Result) => void;
  button: (done: Done) => NonNullable<Toast['button']>;
  undo: (done: Done) => Promise<boolean>;
  /** Takes back what was done here or elsewhere, by its id. */
  undoNamed: (mutationId: string, said: string) => Promise<boolean>;
  undoLast: () => Promise<boolean>;
  redoLast: () => Promise<boolean>;
};

type UndoingParts = {
  api: Api;
  toasts: Toasts;
  ask: Ask;
  /** What is to be said where the servers of some accounts cannot be told at the moment. */
  waiting: (accounts: Result['accounts']) => string | undefined;
};

const words = strings.acting;

/** What was done here and can be taken back, what was taken back and can be done again: the last first. */
export function createUndoing({ api, toasts, ask, waiting }: UndoingParts): Undoing {
  let undoable: readonly Done[] = [];
  let redoable: readonly Done[] = [];
  /** The toast that says what was done, which is no longer true once it is taken back. */
  const saidIn = new WeakMap<Done, number>();
  const refused = new Set<string>();

  function say({ done, text, button }: { done: Done; text: string; button: Toast['button'] }, result: Result): void {
    const { mutation_id, succeeded, failed, skipped, outcomes, accounts } = result;
    // A quick server may have refused it before the daemon's own answer came.
    if (mutation_id !== null && refused.has(mutation_id)) return;
    const left = failed + skipped;
    const toast = toasts.show({
      tone: failed > 0 ? 'bad' : 'plain',
      text: succeeded > 0 ? text : words.nothing,
      note: left > 0 ? words.left({ count: left, reason: outcomes[0]?.reason }) : waiting(accounts),
      button: succeeded > 0 ? button : undefined,
    });
    saidIn.set(done, toast);
  }

  function forget(done: Done): void {
    undoable = undoable.filter((each) => each !== done);
    redoable = redoable.filter((each) => each !== done);
  }

  /** Of what was done or taken back here, what has this id. */
  async function named(mutationId: string): Promise<Done | undefined> {
    const all = [...undoable, ...redoable].map(async (done) => ({ done, id: await done.mutationId }));
    return (await Promise.all(all)).find(({ id }) => id === mutationId)?.done;
  }

  function unsay(done: Done): void {
    const toast = saidIn.get(done);
    if (toast !== undefined) toasts.dismiss(toast);
  }

  const undoButton = (done: Done) => ({ label: words.undo, key: 'z', run: () => void undo(done) });

  /** An undo is a mutation itself: to do a thing again, its undo is undone. */
  async function takeBack(done: Done, refused: string): Promise<{ again: Done; result: Result } | undefined> {
    unsay(done);
    const mutation_id = await done.mutationId;
    if (mutation_id === undefined) return undefined;
    const asked = await ask(() => api.mutations.undo({ mutation_id }), refused);
    if (!asked) return undefined;
    const { result } = asked.answer;
    return { again: { words: done.words, mutationId: Promise.resolve(result.mutation_id ?? undefined) }, result };
  }

  async function undo(done: Done): Promise<boolean> {
    undoable = undoable.filter((each) => each !== done);
    const undone = await takeBack(done, words.notUndone({ said: done.words }));
    if (!undone) return false;
    const { again, result } = undone;
    redoable = [...redoable, again];
    const button = { label: words.redo, run: () => void redo(again) };
    say({ done: again, text: words.undone({ said: done.words }), button }, result);
    return true;
  }

  async function redo(undone: Done): Promise<boolean> {
    redoable = redoable.filter((each) => each !== undone);
    const redone = await takeBack(undone, words.notRedone({ said: undone.words }));
    if (!redone) return false;
    const { again, result } = redone;
    undoable = [...undoable, again];
    say({ done: again, text: words.redone({ said: undone.words }), button: undoButton(again) }, result);
    return true;
  }

  return {
    note(done) {
      undoable = [...undoable, done];
      redoable = [];
    },
    forget,
    async refuse(mutationId) {
      refused.add(mutationId);
      const done = await named(mutationId);
      if (!done) return;
      forget(done);
      unsay(done);
    },
    say: (done, result) => say({ done, text: done.words, button: undoButton(done) }, result),
    button: undoButton,
    undo,
    async undoNamed(mutationId, said) {
      const own = await named(mutationId);
      if (own && redoable.includes(own)) return redo(own);
      return undo(own ?? { words: said, mutationId: Promise.resolve(mutationId) });
    },
    async undoLast() {
      const last = undoable.at(-1);
      if (last) return undo(last);
      toasts.show({ tone: 'plain', text: words.nothingToUndo });
      return false;
    },
    async redoLast() {
      const last = redoable.at(-1);
      return last ? redo(last) : false;
    },
  };
}
