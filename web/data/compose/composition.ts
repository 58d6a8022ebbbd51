import type { Reply } from '../../api/client.ts';
import { Refusal, Unreachable } from '../../api/session.ts';
import type { DraftRecovery } from './draft-recovery.ts';
import type { Fields } from './fields.ts';

export type ComposeSession = Reply<'compose', 'open'>['session'];

/** Where the newest words are: with the daemon, on their way, or in this window alone and why. */
export type SaveState =
  | { state: 'saved' | 'waiting' | 'saving' }
  | { state: 'kept'; why: unknown }
  | { state: 'conflict'; theirs: ComposeSession }
  | { state: 'ended'; why: Refusal };

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

export type UpdateInput = Fields & { draft_path: string; revision: number };
type Answer = Promise<{ session: ComposeSession }>;

type CompositionDeps = {
  session: ComposeSession;
  update: (input: UpdateInput) => Answer;
  refresh: (input: { draft_path: string }) => Answer;
  draftRecovery: DraftRecovery;
  /** Between the last keystroke and storing it, and until another try after a failure. */
  pauseMs?: number;
  retryMs?: number;
};

/**
 * One message being written. Every change is kept in this browser at once and stored by the daemon when the typing
 * pauses; one update goes out at a time, each upon the revision before, so that two windows cannot overwrite each other.
 */
export function createComposition({
  session,
  update,
  refresh,
  draftRecovery,
  pauseMs = 400,
  retryMs = 3_000,
}: CompositionDeps): Composition {
  const path = session.draftPath;
  const found = draftRecovery.read(path);
  const isRecovered = found !== undefined && !sameFields(found.fields, fieldsOf(session));
  let state: CompositionState = {
    fields: isRecovered ? found.fields : fieldsOf(session),
    session,
    saveState: { state: 'saved' },
    epoch: 0,
    isRecovered,
  };
  let version = 0;
  let stored = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | undefined;
  let isEnded = false;
  let isPaused = false;
  let sent: Fields | undefined;
  const listeners = new Set<() => void>();

  function set(next: Partial<CompositionState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  function schedule(wait: number): void {
    clearTimeout(timer);
    if (!isEnded && !isPaused) timer = setTimeout(() => void save(), wait);
  }

  function storeLocally(): void {
    draftRecovery.write(path, { fields: state.fields, revision: state.session.revision, sent });
  }

  function change(part: Partial<Fields>): void {
    const fields = { ...state.fields, ...part };
    if (isEnded || sameFields(fields, state.fields)) return;
    version += 1;
    const isBlocked = state.saveState.state === 'conflict' || state.saveState.state === 'ended';
    set({ fields, saveState: isBlocked ? state.saveState : { state: 'waiting' } });
    storeLocally();
    schedule(pauseMs);
  }

  async function save(): Promise<boolean> {
    clearTimeout(timer);
    running ??= storeAll().finally(() => (running = undefined));
    return running;
  }

  async function storeAll(): Promise<boolean> {
    while (stored < version && !isEnded && !isPaused) {
      if (state.saveState.state === 'conflict' || state.saveState.state === 'ended') return false;
      const savedVersion = version;
      const { fields } = state;
      sent = fields;
      set({ saveState: { state: 'saving' } });
      storeLocally();
      try {
        const answer = await update({ ...fields, draft_path: path, revision: state.session.revision });
        handleSaved(answer.session, savedVersion);
      } catch (error) {
        if (!(await isRecoverable(error, fields, savedVersion))) return false;
      }
    }
    return stored === version;
  }

  function handleSaved(session: ComposeSession, savedVersion: number): void {
    stored = savedVersion;
    if (stored === version) draftRecovery.remove(path);
    set({ session, saveState: { state: stored === version ? 'saved' : 'waiting' } });
  }

  /** Whether to go on after a failure. A revision that moved on by files alone, or by an answer that was lost, is none. */
  async function isRecoverable(error: unknown, sent: Fields, savedVersion: number): Promise<boolean> {
    if (isEnded) return false;
    if (!(error instanceof Refusal)) return handleFailure(error, retryMs);
    if (error.code === 'session_ended' || error.code === 'session_not_found') {
      set({ saveState: { state: 'ended', why: error } });
      return false;
    }
    if (error.code !== 'session_changed') return handleFailure(error, undefined);
    try {
      const { session: theirs } = await refresh({ draft_path: path });
      if (sameFields(fieldsOf(theirs), sent)) handleSaved(theirs, savedVersion);
      else if (sameText(theirs, state.session)) set({ session: theirs });
      else set({ saveState: { state: 'conflict', theirs } });
      return state.saveState.state !== 'conflict';
    } catch (cause) {
      return handleFailure(cause, retryMs);
    }
  }

  function handleFailure(why: unknown, wait: number | undefined): false {
    set({ saveState: { state: 'kept', why } });
    if (wait !== undefined) schedule(wait);
    return false;
  }

  async function resolveConflict(choice: 'mine' | 'theirs'): Promise<void> {
    if (state.saveState.state !== 'conflict') return;
    const { theirs } = state.saveState;
    if (choice === 'mine') {
      version += 1;
      set({ session: theirs, saveState: { state: 'waiting' } });
      storeLocally();
      await save();
      return;
    }
    stored = version;
    draftRecovery.remove(path);
    set({ session: theirs, fields: fieldsOf(theirs), saveState: { state: 'saved' }, epoch: state.epoch + 1 });
  }

  if (isRecovered) {
    version = 1;
    const isCurrent =
      found.revision === session.revision || (found.sent !== undefined && sameFields(found.sent, fieldsOf(session)));
    state.saveState = isCurrent ? { state: 'waiting' } : { state: 'conflict', theirs: session };
    if (isCurrent) schedule(0);
  } else draftRecovery.remove(path);

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change,
    save,
    unsaved: () =>
      stored < version && !isEnded && !isPaused && state.saveState.state !== 'conflict'
        ? { ...state.fields, draft_path: path, revision: state.session.revision }
        : undefined,
    async refresh() {
      try {
        const { session: next } = await refresh({ draft_path: path });
        if (!isEnded && running === undefined && sameText(next, state.session)) set({ session: next });
      } catch (error) {
        // What is not known now is known with the next update.
        if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
      }
    },
    resolveConflict,
    async pause() {
      isPaused = true;
      clearTimeout(timer);
      await running;
      return () => {
        isPaused = false;
        if (stored < version) schedule(0);
      };
    },
    end() {
      isEnded = true;
      clearTimeout(timer);
      draftRecovery.remove(path);
    },
  };
}

/** What a session holds, as it is changed. */
export function fieldsOf({ frontmatter, bodyMarkdown }: ComposeSession): Fields {
  const { to, cc, bcc, subject, from, attach, signature = null } = frontmatter;
  return { to, cc, bcc, subject, from, body: bodyMarkdown, attach: [...attach], signature };
}

function sameText(one: ComposeSession, other: ComposeSession): boolean {
  return sameFields(fieldsOf(one), fieldsOf(other));
}

function sameFields(one: Fields, other: Fields): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
}

function inOrder({ to, cc, bcc, subject, from, body, attach, signature }: Fields) {
  return [to, cc, bcc, subject, from, body, attach, signature];
}
