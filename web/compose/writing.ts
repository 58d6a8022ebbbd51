import type { Reply } from '../api.ts';
import { Refusal, Unreachable } from '../session.ts';
import type { KeptWords } from './kept-words.ts';

export type ComposeSession = Reply<'compose', 'open'>['session'];

/** What somebody writes, as an update sends it. */
export type Fields = {
  to: string;
  cc: string;
  bcc: string;
  subject: string;
  from: string;
  body: string;
  attach: string[];
  signature: string | null;
};

/** Where the newest words are: with the daemon, on their way, or in this window alone and why. */
export type Keeping =
  | { state: 'saved' | 'waiting' | 'saving' }
  | { state: 'kept'; why: unknown }
  | { state: 'conflict'; theirs: ComposeSession }
  | { state: 'ended'; why: Refusal };

export type WritingState = {
  fields: Fields;
  /** As the daemon last gave it. */
  session: ComposeSession;
  keeping: Keeping;
  /** Grows when the fields were changed by something else than typing, so that editors begin anew. */
  epoch: number;
  /** Whether words were found that an earlier window could not store. */
  isRecovered: boolean;
};

export type Writing = {
  state: () => WritingState;
  subscribe: (listener: () => void) => () => void;
  change: (change: Partial<Fields>) => void;
  /** Stores what was written now. Answers whether all of it is stored. */
  save: () => Promise<boolean>;
  /** What is to be sent to store it, where something is not stored: for a page that is about to go. */
  unsaved: () => UpdateInput | undefined;
  /** Reads the session anew, after something else than its text changed. */
  refresh: () => Promise<void>;
  /** Ends a conflict: what is written here goes over the other, or gives way to it. */
  settle: (choice: 'mine' | 'theirs') => Promise<void>;
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

type WritingParts = {
  session: ComposeSession;
  update: (input: UpdateInput) => Answer;
  refresh: (input: { draft_path: string }) => Answer;
  kept: KeptWords;
  /** Between the last keystroke and storing it, and until another try after a failure. */
  pauseMs?: number;
  againMs?: number;
};

/**
 * One message being written. Every change is kept in this browser at once and stored by the daemon when the typing
 * pauses; one update goes out at a time, each upon the revision before, so that two windows cannot overwrite each other.
 */
export function createWriting({
  session,
  update,
  refresh,
  kept,
  pauseMs = 400,
  againMs = 3_000,
}: WritingParts): Writing {
  const path = session.draftPath;
  const found = kept.read(path);
  const isRecovered = found !== undefined && !sameFields(found.fields, fieldsOf(session));
  let state: WritingState = {
    fields: isRecovered ? found.fields : fieldsOf(session),
    session,
    keeping: { state: 'saved' },
    epoch: 0,
    isRecovered,
  };
  let version = 0;
  let stored = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | undefined;
  let isOver = false;
  let isPaused = false;
  let sent: Fields | undefined;
  const listeners = new Set<() => void>();

  function set(next: Partial<WritingState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  function schedule(wait: number): void {
    clearTimeout(timer);
    if (!isOver && !isPaused) timer = setTimeout(() => void save(), wait);
  }

  function keep(): void {
    kept.write(path, { fields: state.fields, revision: state.session.revision, sent });
  }

  function change(part: Partial<Fields>): void {
    const fields = { ...state.fields, ...part };
    if (isOver || sameFields(fields, state.fields)) return;
    version += 1;
    const isHeldUp = state.keeping.state === 'conflict' || state.keeping.state === 'ended';
    set({ fields, keeping: isHeldUp ? state.keeping : { state: 'waiting' } });
    keep();
    schedule(pauseMs);
  }

  async function save(): Promise<boolean> {
    clearTimeout(timer);
    running ??= storeAll().finally(() => (running = undefined));
    return running;
  }

  async function storeAll(): Promise<boolean> {
    while (stored < version && !isOver && !isPaused) {
      if (state.keeping.state === 'conflict' || state.keeping.state === 'ended') return false;
      const going = version;
      const { fields } = state;
      sent = fields;
      set({ keeping: { state: 'saving' } });
      keep();
      try {
        const answer = await update({ ...fields, draft_path: path, revision: state.session.revision });
        settled(answer.session, going);
      } catch (error) {
        if (!(await isOvercome(error, fields, going))) return false;
      }
    }
    return stored === version;
  }

  function settled(session: ComposeSession, going: number): void {
    stored = going;
    if (stored === version) kept.drop(path);
    set({ session, keeping: { state: stored === version ? 'saved' : 'waiting' } });
  }

  /** Whether to go on after a failure. A revision that moved on by files alone, or by an answer that was lost, is none. */
  async function isOvercome(error: unknown, sent: Fields, going: number): Promise<boolean> {
    if (isOver) return false;
    if (!(error instanceof Refusal)) return heldUp(error, againMs);
    if (error.code === 'session_ended' || error.code === 'session_not_found') {
      set({ keeping: { state: 'ended', why: error } });
      return false;
    }
    if (error.code !== 'session_changed') return heldUp(error, undefined);
    try {
      const { session: theirs } = await refresh({ draft_path: path });
      if (sameFields(fieldsOf(theirs), sent)) settled(theirs, going);
      else if (sameText(theirs, state.session)) set({ session: theirs });
      else set({ keeping: { state: 'conflict', theirs } });
      return state.keeping.state !== 'conflict';
    } catch (cause) {
      return heldUp(cause, againMs);
    }
  }

  function heldUp(why: unknown, wait: number | undefined): false {
    set({ keeping: { state: 'kept', why } });
    if (wait !== undefined) schedule(wait);
    return false;
  }

  async function settle(choice: 'mine' | 'theirs'): Promise<void> {
    if (state.keeping.state !== 'conflict') return;
    const { theirs } = state.keeping;
    if (choice === 'mine') {
      version += 1;
      set({ session: theirs, keeping: { state: 'waiting' } });
      keep();
      await save();
      return;
    }
    stored = version;
    kept.drop(path);
    set({ session: theirs, fields: fieldsOf(theirs), keeping: { state: 'saved' }, epoch: state.epoch + 1 });
  }

  if (isRecovered) {
    version = 1;
    const isCurrent =
      found.revision === session.revision || (found.sent !== undefined && sameFields(found.sent, fieldsOf(session)));
    state.keeping = isCurrent ? { state: 'waiting' } : { state: 'conflict', theirs: session };
    if (isCurrent) schedule(0);
  } else kept.drop(path);

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change,
    save,
    unsaved: () =>
      stored < version && !isOver && !isPaused && state.keeping.state !== 'conflict'
        ? { ...state.fields, draft_path: path, revision: state.session.revision }
        : undefined,
    async refresh() {
      try {
        const { session: next } = await refresh({ draft_path: path });
        if (!isOver && running === undefined && sameText(next, state.session)) set({ session: next });
      } catch (error) {
        // What is not known now is known with the next update.
        if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
      }
    },
    settle,
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
      isOver = true;
      clearTimeout(timer);
      kept.drop(path);
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
