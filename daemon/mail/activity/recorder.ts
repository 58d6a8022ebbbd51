import { setImmediate as nextTurn } from 'node:timers/promises';
import { createWakeSignal } from '../../base/wake-signal.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import type { Config } from '../../config/schema/schema.ts';
import type { ActivityRule, Effect } from '../../contract/define.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import { activityRowBuilder, summarizeReply, type ActivityRow, type ActivityInput } from './entry.ts';
import type { Actor } from '../mutations/apply.ts';
import {
  addEntries,
  clearRecordingPause,
  readRecordingPause,
  saveRecordingPause,
  type RecordingPause,
} from './store.ts';

/** A request that was answered or refused, as `dispatch` tells it. `input` is parsed; `reply` is what the handler said. */
export type AnsweredRequest = {
  name: string;
  /** What the row says of its recording. */
  activity?: ActivityRule | undefined;
  source: string;
  token_id?: string | undefined;
  effect: Effect;
  input: Record<string, unknown>;
  /** Unix milliseconds, and how many it took. */
  ts: number;
  took_ms: number;
  reply?: unknown;
  /** The code of the failure, where it failed. */
  failure?: string;
};

/** What a loop did because somebody had asked for it earlier, by public ids. */
export type DeferredAction = {
  action: string;
  actor: Actor;
  account_id: string;
  /** Null where it is of none that is here. */
  message_id: string | null;
  /** Why it failed, as a code; absent where it did not. */
  failure?: string;
};

export type ActivitySettings = Config['activity'];

export type ActivityRecorder = {
  /** Takes a request; no more is done at once than to keep what it is given. */
  recordRequest(request: AnsweredRequest): void;
  recordDeferred(deferred: DeferredAction): void;
  /** Records nothing until `until` (unix milliseconds), or until `resume`. */
  pause(until: number | undefined): RecordingPause;
  resume(): void;
  /** Whether anything is recorded now, and if not, why. */
  state(): {
    recording: boolean;
    stopped_by: 'settings' | 'environment' | 'pause' | null;
    pause: RecordingPause | null;
  };
  /** Writes what is waiting. */
  flush(): void;
  loop: Loop;
};

export type ActivityRecorderDeps = {
  activity: WriteDb;
  /** Where subjects and accounts of messages are looked up. */
  read: ReadDb;
  clock: Clock;
  log: Log;
  settings: () => ActivitySettings;
  /** `SVC_ACTIVITY=off`. */
  isOff: boolean;
};

const flushIntervalMs = 500;
/** Requests get their turn between these. */
const entriesPerFlush = 100;
const maxWaitingEntries = 5_000;

/**
 * Records in `activity.db` who did what, buffered in memory and written by one loop. Plain reads are recorded of agents and
 * tools alone. What does not fit the buffer is counted, and the count recorded.
 */
export function activityRecorder({
  activity,
  read,
  clock,
  log,
  settings,
  isOff,
}: ActivityRecorderDeps): ActivityRecorder {
  const wakeSignal = createWakeSignal(clock);
  const buildRows = activityRowBuilder({ read, settings });
  let waiting: ActivityInput[] = [];
  let dropped = 0;
  let pause = readRecordingPause(activity);

  const isPaused = (now: number) => pause !== undefined && (pause.until === null || pause.until > now);
  const isOn = () => !isOff && settings().enabled;
  const enqueue = (each: ActivityInput) => {
    if (waiting.length >= maxWaitingEntries) return void dropped++;
    if (waiting.push(each) === 1) wakeSignal.notify();
  };

  function nextRows(): ActivityRow[] {
    const batch = waiting.slice(0, entriesPerFlush);
    waiting = waiting.slice(entriesPerFlush);
    const rows = buildRows(batch);
    if (waiting.length > 0 || dropped === 0) return rows;
    const droppedEntry = droppedRow(clock.now().getTime(), dropped);
    dropped = 0;
    return [...rows, droppedEntry];
  }

  /** The log is worth no request: what cannot be written is given up. */
  function flushBatch(): void {
    try {
      const rows = nextRows();
      if (rows.length > 0) addEntries(activity, rows);
    } catch (failed) {
      log.error({ err: failed }, 'what was done could not be recorded in the activity log');
    }
  }

  function flush(): void {
    while (waiting.length > 0) flushBatch();
  }

  return {
    recordRequest(request) {
      if (!isOn() || !shouldRecord(request, settings())) return;
      if (isPaused(request.ts) && !request.activity?.recordedWhilePaused) return;
      const { reply, ...rest } = request;
      // An answer may be large, and a stream: what is needed of it is taken now.
      enqueue({ request: rest, result: summarizeReply(reply) });
    },
    recordDeferred(deferred) {
      const ts = clock.now().getTime();
      if (isOn() && !isPaused(ts)) enqueue({ deferred, ts });
    },
    pause(until) {
      pause = saveRecordingPause(activity, { since: clock.now().getTime(), until: until ?? null });
      return pause;
    },
    resume() {
      pause = undefined;
      clearRecordingPause(activity);
    },
    state() {
      const activePause = isPaused(clock.now().getTime()) ? pause : undefined;
      const stopped_by = isOff ? 'environment' : !settings().enabled ? 'settings' : activePause ? 'pause' : null;
      return { recording: stopped_by === null, stopped_by, pause: activePause ?? null };
    },
    flush,
    loop: {
      name: 'activity',
      async run(signal) {
        while (!signal.aborted) {
          await wakeSignal.wait(undefined, signal);
          await clock.wait(flushIntervalMs, signal);
          while (waiting.length > 0 && !signal.aborted) {
            flushBatch();
            await nextTurn();
          }
        }
      },
    },
  };
}

function shouldRecord(
  { activity = {}, source, effect, input, failure }: AnsweredRequest,
  settings: ActivitySettings,
): boolean {
  const { unlessFields, isLinkClick } = activity;
  if (isLinkClick) return settings.track_link_clicks;
  if (effect.safety !== 'read' || isRefusal(failure)) return true;
  if (source === 'agent' || source === 'mcp') return true;
  return unlessFields !== undefined && !unlessFields.some((key) => input[key] !== undefined && input[key] !== 0);
}

function isRefusal(failure: string | undefined): boolean {
  return failure === 'policy' || failure === 'people_only';
}

function droppedRow(ts: number, count: number): ActivityRow {
  const context = { count };
  return {
    ts,
    source: 'daemon',
    token_id: null,
    action: 'activity.dropped',
    tier: 'standard',
    accounts: [],
    target_kind: null,
    target_id: null,
    outcome: 'ok',
    took_ms: 0,
    context,
  };
}
