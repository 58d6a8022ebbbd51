import { Refusal } from '../../api/session.ts';
import type { Store } from '../../api/store.ts';
import type { DraftRecovery } from './draft-recovery.ts';
import { type ComposeSession, type Fields, fieldsOf, sameFields, sameText } from './fields.ts';

/** Whether the newest text is stored by the daemon, is being sent, or exists only in this window, and why. */
export type SaveState =
  | { state: 'saved' | 'waiting' | 'saving' }
  | { state: 'kept'; why: unknown }
  | { state: 'conflict'; theirs: ComposeSession }
  | { state: 'ended'; why: Refusal };

export type UpdateInput = Fields & { draft_path: string; revision: number };
type Answer = Promise<{ session: ComposeSession }>;

/** The state of a composition as far as saving needs it. */
type Written = { fields: Fields; session: ComposeSession; saveState: SaveState };

export type SavingDeps = {
  update: (input: UpdateInput) => Answer;
  refresh: (input: { draft_path: string }) => Answer;
  draftRecovery: DraftRecovery;
  /** Milliseconds between the last keystroke and the save, and between a failure and the next attempt. */
  pauseMs?: number;
  retryMs?: number;
};

type SavingOptions = SavingDeps & { path: string; store: Pick<Store<Written>, 'state' | 'change'> };

/** Whether automatic saving has ended. */
export function isBlocked({ saveState: { state } }: Pick<Written, 'saveState'>): boolean {
  return state === 'conflict' || state === 'ended';
}

/** Stores a composition with the daemon: one update at a time, each based on the previous revision. */
export function createSaving(options: SavingOptions) {
  const { path, store, draftRecovery, pauseMs = 400, retryMs = 3_000 } = options;
  const { state, change } = store;
  const timer = createSaveTimer(() => void save());
  let version = 0;
  let stored = 0;
  let running: Promise<boolean> | undefined;
  let sent: Fields | undefined;
  const isDue = () => stored < version && timer.isActive();

  function storeLocally(): void {
    draftRecovery.write(path, { fields: state().fields, revision: state().session.revision, sent });
  }

  async function save(): Promise<boolean> {
    timer.clear();
    running ??= saveAll().finally(() => (running = undefined));
    return running;
  }

  async function saveAll(): Promise<boolean> {
    while (isDue()) {
      if (isBlocked(state())) return false;
      const savedVersion = version;
      sent = state().fields;
      change({ saveState: { state: 'saving' } });
      storeLocally();
      const outcome = await sendUpdate(options, sent, timer.isEnded);
      if (outcome === undefined) return false;
      if (outcome.kind === 'failed') return handleFailure(outcome);
      if (outcome.kind === 'saved') handleSaved(outcome.session, savedVersion);
      else change({ session: outcome.session });
    }
    return stored === version;
  }

  function handleSaved(session: ComposeSession, savedVersion: number): void {
    stored = savedVersion;
    if (stored === version) draftRecovery.remove(path);
    change({ session, saveState: { state: stored === version ? 'saved' : 'waiting' } });
  }

  function handleFailure({ saveState, canRetry }: FailedUpdate): false {
    change({ saveState });
    if (canRetry) timer.start(retryMs);
    return false;
  }

  return {
    save,
    storeLocally,
    isDue,
    schedule: (wait = pauseMs) => timer.start(wait),
    isEnded: timer.isEnded,
    isRunning: () => running !== undefined,
    /** Marks the composition as changed and not saved. */
    markChanged: () => void (version += 1),
    /** Marks the composition as saved. */
    markStored(): void {
      stored = version;
      draftRecovery.remove(path);
    },
    async pause(): Promise<() => void> {
      timer.pause();
      await running;
      return () => {
        timer.resume();
        if (stored < version) timer.start(0);
      };
    },
    end(): void {
      timer.end();
      draftRecovery.remove(path);
    },
  };
}

/** Runs the save after a delay, unless saving is paused or has ended. */
function createSaveTimer(run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let phase: 'active' | 'paused' | 'ended' = 'active';
  const clear = () => clearTimeout(timer);

  function stop(next: 'paused' | 'ended'): void {
    if (phase !== 'ended') phase = next;
    clear();
  }

  return {
    clear,
    isActive: () => phase === 'active',
    isEnded: () => phase === 'ended',
    start(wait: number): void {
      clear();
      if (phase === 'active') timer = setTimeout(run, wait);
    },
    pause: () => stop('paused'),
    resume(): void {
      if (phase === 'paused') phase = 'active';
    },
    end: () => stop('ended'),
  };
}

type FailedUpdate = { kind: 'failed'; saveState: SaveState; canRetry: boolean };
/** Rebased: only something other than the text changed the revision, so the update is sent again. */
type UpdateOutcome = FailedUpdate | { kind: 'saved' | 'rebased'; session: ComposeSession };

/** Sends an update. Never rejects; undefined if it failed after the end of the composition. */
async function sendUpdate(
  { path, store, update, refresh }: SavingOptions,
  fields: Fields,
  isEnded: () => boolean,
): Promise<UpdateOutcome | undefined> {
  const { session } = store.state();
  try {
    const answer = await update({ ...fields, draft_path: path, revision: session.revision });
    return { kind: 'saved', session: answer.session };
  } catch (why) {
    if (isEnded()) return undefined;
    if (!(why instanceof Refusal)) return { kind: 'failed', saveState: { state: 'kept', why }, canRetry: true };
    if (why.code === 'session_ended' || why.code === 'session_not_found')
      return { kind: 'failed', saveState: { state: 'ended', why }, canRetry: false };
    if (why.code !== 'session_changed')
      return { kind: 'failed', saveState: { state: 'kept', why }, canRetry: isTemporary(why) };
    return compareSessions(session, fields, () => refresh({ draft_path: path }));
  }
}

/** Whether the same update can succeed later: the disk is full, the daemon is stopping, or the page needs another token. */
function isTemporary({ status }: Refusal): boolean {
  return status >= 500 || status === 401 || status === 429;
}

/** Whether the text of a changed session differs. It does not if only files changed or the answer to an update was lost. */
async function compareSessions(known: ComposeSession, sent: Fields, refresh: () => Answer): Promise<UpdateOutcome> {
  try {
    const { session: theirs } = await refresh();
    if (sameFields(fieldsOf(theirs), sent)) return { kind: 'saved', session: theirs };
    if (sameText(theirs, known)) return { kind: 'rebased', session: theirs };
    return { kind: 'failed', saveState: { state: 'conflict', theirs }, canRetry: false };
  } catch (why) {
    return { kind: 'failed', saveState: { state: 'kept', why }, canRetry: true };
  }
}
