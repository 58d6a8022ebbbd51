import { setImmediate as nextTurn } from 'node:timers/promises';
import { createWakeSignal } from '../../base/wake-signal.ts';
import { diskProblemOf } from '../../base/disk-failure.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import { activityRowBuilder, summarizeReply, type ActivityInput } from './entry.ts';
import {
  addEntries,
  clearRecordingPause,
  readRecordingPause,
  saveRecordingPause,
  type RecordingPause,
} from './store.ts';
import type { AnsweredRequest, DeferredAction, ActivitySettings, ActivityRow } from './recorded.ts';

export type ActivityRecorder = {
  /** Queues a request; all other work is done later. */
  recordRequest(request: AnsweredRequest): void;
  recordDeferred(deferred: DeferredAction): void;
  /** Stops recording until `until` (unix milliseconds), or until `resume`. */
  pause(until: number | undefined): RecordingPause;
  resume(): void;
  /** Whether the recorder is active, and if not, the reason. */
  state(): {
    recording: boolean;
    stopped_by: 'settings' | 'environment' | 'pause' | null;
    pause: RecordingPause | null;
  };
  /** Writes the queued entries. */
  flush(): void;
  loop: Loop;
};

type ActivityRecorderDeps = {
  activity: WriteDb;
  /** The connection for the subjects and accounts of messages. */
  read: ReadDb;
  clock: Clock;
  log: Log;
  settings: () => ActivitySettings;
  /** `SVC_ACTIVITY=off`. */
  isOff: boolean;
};

const flushIntervalMs = 500;
/** Entries written before pending requests run. */
const entriesPerFlush = 100;
const maxWaitingEntries = 5_000;

/**
 * Records callers' actions in `activity.db`. Entries are buffered in memory and written by one loop. Plain reads are
 * recorded only for agents and tools. Entries that do not fit the buffer are counted, and the count is recorded.
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
  const queue = createEntryQueue({ activity, clock, log, buildRows });
  let pause = readRecordingPause(activity);

  const isPaused = (now: number) => pause !== undefined && (pause.until === null || pause.until > now);
  const isOn = () => !isOff && settings().enabled;
  const enqueue = (each: ActivityInput) => {
    if (queue.add(each) === 1) wakeSignal.notify();
  };

  return {
    recordRequest(request) {
      if (!isOn() || !shouldRecord(request, settings())) return;
      if (isPaused(request.ts) && !request.activity?.recordedWhilePaused) return;
      const { reply, ...rest } = request;
      // A reply may be large or a stream, so the needed part is extracted now.
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
    flush() {
      try {
        while (queue.length() > 0) queue.writeBatch();
      } catch (failed) {
        log.error({ err: failed }, 'the last activity entries could not be written');
      }
    },
    loop: {
      name: 'activity',
      async run(signal) {
        while (!signal.aborted) {
          if (queue.length() === 0) await wakeSignal.wait(undefined, signal);
          await clock.wait(flushIntervalMs, signal);
          while (queue.length() > 0 && !signal.aborted) {
            queue.writeBatch();
            await nextTurn();
          }
        }
      },
    },
  };
}

type EntryQueueDeps = Pick<ActivityRecorderDeps, 'activity' | 'clock' | 'log'> & {
  buildRows: ReturnType<typeof activityRowBuilder>;
};

/** The entries that wait to be written. Entries that do not fit are counted. */
function createEntryQueue({ activity, clock, log, buildRows }: EntryQueueDeps) {
  let waiting: ActivityInput[] = [];
  let dropped = 0;

  function rowsOf(batch: readonly ActivityInput[]): ActivityRow[] {
    const rows = buildRows(batch);
    if (waiting.length > batch.length || dropped === 0) return rows;
    return [...rows, droppedRow(clock.now().getTime(), dropped)];
  }

  return {
    length: () => waiting.length,
    /** Adds an entry if it fits. Returns the number of waiting entries, or undefined if it was dropped. */
    add(entry: ActivityInput): number | undefined {
      if (waiting.length < maxWaitingEntries) return waiting.push(entry);
      dropped++;
      return undefined;
    },
    /** Throws failures of the disk; the entries are kept. Entries that cannot be written for another reason are dropped. */
    writeBatch(): void {
      const batch = waiting.slice(0, entriesPerFlush);
      try {
        const rows = rowsOf(batch);
        if (rows.length > 0) addEntries(activity, rows);
        if (waiting.length === batch.length) dropped = 0;
      } catch (failed) {
        if (diskProblemOf(failed) !== undefined) throw failed;
        log.error({ err: failed }, 'activity entries could not be written');
      }
      waiting = waiting.slice(batch.length);
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
  return failure === 'policy' || failure === 'people_only' || failure === 'agents_refused';
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
