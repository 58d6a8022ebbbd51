import { setImmediate as nextTurn } from 'node:timers/promises';
import { bellWith } from '../base/bell.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Loop } from '../base/loop.ts';
import type { Config } from '../config/schema.ts';
import type { Effect } from '../contract/define.ts';
import type { ReadDb, WriteDb } from '../store/db.ts';
import { activityActions } from './activity-actions.ts';
import { describer, resultIn, type ActivityRow, type Told } from './activity-entry.ts';
import type { Actor } from './apply.ts';
import { addEntries, forgetPause, pauseIn, savePause, type Pause } from './activity-store.ts';

/** A request that was answered or refused, as `dispatch` tells it. `input` is parsed; `reply` is what the handler said. */
export type Asked = {
  name: string;
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
export type DoneLater = {
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
  note(asked: Asked): void;
  noteLater(done: DoneLater): void;
  /** Records nothing until `until` (unix milliseconds), or until `resume`. */
  pause(until: number | undefined): Pause;
  resume(): void;
  /** Whether anything is recorded now, and if not, why. */
  state(): { recording: boolean; stopped_by: 'settings' | 'environment' | 'pause' | null; pause: Pause | null };
  /** Writes what is waiting. */
  flush(): void;
  loop: Loop;
};

export type ActivityParts = {
  activity: WriteDb;
  /** Where subjects and accounts of messages are looked up. */
  read: ReadDb;
  clock: Clock;
  log: Log;
  settings: () => ActivitySettings;
  /** `SVC_ACTIVITY=off`. */
  isOff: boolean;
};

const writtenEvery = 500;
/** Requests get their turn between these. */
const mostAtOnce = 100;
const mostWaiting = 5_000;

/**
 * Records in `activity.db` who did what, buffered in memory and written by one loop. Plain reads are recorded of agents and
 * tools alone. What does not fit the buffer is counted, and the count recorded.
 */
export function activityRecorder({ activity, read, clock, log, settings, isOff }: ActivityParts): ActivityRecorder {
  const bell = bellWith(clock);
  const describe = describer({ read, settings });
  let waiting: Told[] = [];
  let dropped = 0;
  let pause = pauseIn(activity);

  const isPaused = (now: number) => pause !== undefined && (pause.until === null || pause.until > now);
  const isOn = () => !isOff && settings().enabled;
  const keep = (each: Told) => {
    if (waiting.length >= mostWaiting) return void dropped++;
    if (waiting.push(each) === 1) bell.ring();
  };

  function takeSome(): ActivityRow[] {
    const some = waiting.slice(0, mostAtOnce);
    waiting = waiting.slice(mostAtOnce);
    const rows = describe(some);
    if (waiting.length > 0 || dropped === 0) return rows;
    const lost = droppedRow(clock.now().getTime(), dropped);
    dropped = 0;
    return [...rows, lost];
  }

  /** The log is worth no request: what cannot be written is given up. */
  function flushSome(): void {
    try {
      const rows = takeSome();
      if (rows.length > 0) addEntries(activity, rows);
    } catch (failed) {
      log.error({ err: failed }, 'what was done could not be recorded in the activity log');
    }
  }

  function flush(): void {
    while (waiting.length > 0) flushSome();
  }

  return {
    note(asked) {
      if (!isOn() || !isWorthNoting(asked, settings())) return;
      if (isPaused(asked.ts) && !activityActions[asked.name]?.inPause) return;
      const { reply, ...rest } = asked;
      // An answer may be large, and a stream: what is needed of it is taken now.
      keep({ asked: rest, result: resultIn(reply) });
    },
    noteLater(later) {
      const ts = clock.now().getTime();
      if (isOn() && !isPaused(ts)) keep({ later, ts });
    },
    pause(until) {
      pause = savePause(activity, { since: clock.now().getTime(), until: until ?? null });
      return pause;
    },
    resume() {
      pause = undefined;
      forgetPause(activity);
    },
    state() {
      const held = isPaused(clock.now().getTime()) ? pause : undefined;
      const stopped_by = isOff ? 'environment' : !settings().enabled ? 'settings' : held ? 'pause' : null;
      return { recording: stopped_by === null, stopped_by, pause: held ?? null };
    },
    flush,
    loop: {
      name: 'activity',
      async run(signal) {
        while (!signal.aborted) {
          await bell.wait(undefined, signal);
          await clock.wait(writtenEvery, signal);
          while (waiting.length > 0 && !signal.aborted) {
            flushSome();
            await nextTurn();
          }
        }
      },
    },
  };
}

function isWorthNoting({ name, source, effect, input, failure }: Asked, settings: ActivitySettings): boolean {
  const { unless, isLinkClick } = activityActions[name] ?? {};
  if (isLinkClick) return settings.track_link_clicks;
  if (effect.safety !== 'read' || isRefusal(failure)) return true;
  if (source === 'agent' || source === 'mcp') return true;
  return unless !== undefined && !unless.some((key) => input[key] !== undefined && input[key] !== 0);
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
