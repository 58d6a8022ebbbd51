import { Refusal } from '../../api/session.ts';
import type { Store } from '../../api/store.ts';
import type { DraftRecovery } from './draft-recovery.ts';
import { type ComposeSession, type Fields, fieldsOf, sameFields, sameText } from './fields.ts';

/** Where the newest words are: with the daemon, on their way, or in this window alone and why. */
export type SaveState =
  | { state: 'saved' | 'waiting' | 'saving' }
  | { state: 'kept'; why: unknown }
  | { state: 'conflict'; theirs: ComposeSession }
  | { state: 'ended'; why: Refusal };

export type UpdateInput = Fields & { draft_path: string; revision: number };
type Answer = Promise<{ session: ComposeSession }>;

/** What is written, as far as saving it is concerned. */
type Written = { fields: Fields; session: ComposeSession; saveState: SaveState };

export type SavingDeps = {
  update: (input: UpdateInput) => Answer;
  refresh: (input: { draft_path: string }) => Answer;
  draftRecovery: DraftRecovery;
  /** Between the last keystroke and storing it, and until another try after a failure. */
  pauseMs?: number;
  retryMs?: number;
};

type SavingOptions = SavingDeps & { path: string; store: Pick<Store<Written>, 'state' | 'change'> };

/** Whether what is written is not stored by itself any more. */
export function isBlocked({ saveState: { state } }: Pick<Written, 'saveState'>): boolean {
  return state === 'conflict' || state === 'ended';
}

/** Stores a composition with the daemon: one update at a time, each upon the revision before. */
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
    /** There is something that is not stored yet. */
    markChanged: () => void (version += 1),
    /** What is written is what the daemon has. */
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

/** Runs the save after a wait, unless saving is paused or has ended. */
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
/** Rebased: the revision moved on by something else than the text, so that the update is to be sent again. */
type UpdateOutcome = FailedUpdate | { kind: 'saved' | 'rebased'; session: ComposeSession };

/** Sends an update. Never rejects; undefined where it failed after the end of the composition. */
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
    if (why.code !== 'session_changed') return { kind: 'failed', saveState: { state: 'kept', why }, canRetry: false };
    return compareSessions(session, fields, () => refresh({ draft_path: path }));
  }
}

/** Whether a session that changed has other text: not where files alone changed, or the answer to an update was lost. */
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
