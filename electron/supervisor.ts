import type { Clock } from '../daemon/base/clock.ts';
import type { Log } from '../daemon/base/log.ts';
import { afterCrash, type CrashPace } from './backoff.ts';
import type { DaemonProcess, StartDaemonProcess } from './daemon-process.ts';
import type { UtilityNews, UtilityOrder } from './host-calls.ts';
import { keepPulse, usualPulse, type Pulse } from './pulse.ts';
import { createQuestions } from './questions.ts';
import type { Ask, ProcessState } from './shell-port.ts';

/** Keeps the daemon process running, until somebody wants it to end. */
export type Supervisor = {
  /** Starts it, unless it runs. Crashes before this are forgotten. */
  start(): void;
  /** Tells it something; nothing where it does not run. */
  tell(order: UtilityOrder): void;
  ask: Ask;
  /** Asks it to end in good order and starts no other; resolves when it has ended. */
  close(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
};

export type SupervisorParts = {
  fork: StartDaemonProcess;
  clock: Pick<Clock, 'now' | 'wait'>;
  pace: CrashPace;
  pulse?: Pulse;
  onState(state: ProcessState): void;
  onNews(news: UtilityNews): void;
  log: Log;
};

const notRunning = 'The part of Posthorn that keeps your mail does not run. Start it again from the tray.';

/** The daemon process of this moment, and what is known about how it ends. */
type Current = {
  process: DaemonProcess;
  /**
   * `asked`: we want it to end. `shut_down`: somebody did, through its API. `failed`: it has said why it cannot start. `lost`:
   * it did not answer any more.
   */
  end: 'none' | 'asked' | 'shut_down' | 'failed' | 'lost';
  /** Somebody wants another one as soon as this one has ended. */
  isToFollow: boolean;
  /** Told that it still answers; absent until it has started. */
  pulse?: { heard(): void };
  /** Aborts when it has ended. */
  over: AbortController;
};

/**
 * Starts the daemon process again after a crash, later each time, and gives up where it crashes too often. What ends because
 * somebody asked for it, or because it cannot start and says why, is no crash.
 */
export function createSupervisor(parts: SupervisorParts): Supervisor {
  const { fork, clock, pace, pulse = usualPulse, onState, onNews, log } = parts;
  let current: Current | undefined;
  let crashes: number[] = [];
  let pause: AbortController | undefined;

  const tell = (order: UtilityOrder) => {
    if (!current) throw new Error(notRunning);
    current.process.tell(order);
  };
  const questions = createQuestions(tell);

  const hear = (from: Current, news: UtilityNews) => {
    if (from !== current) return;
    questions.take(news);
    if (news.kind === 'ready' || news.kind === 'pageless') {
      from.pulse ??= pulseOf(from);
      onState({ state: 'running' });
    }
    if (news.kind === 'pong') from.pulse?.heard();
    if (news.kind === 'shut_down' && from.end === 'none') from.end = 'shut_down';
    if (news.kind === 'failed') {
      from.end = 'failed';
      log.error({ code: news.code, reason: news.reason }, 'the daemon could not be started');
    }
    onNews(news);
    // It waits for this, for what it says and does not wait for may be lost.
    if (news.kind === 'shut_down' || news.kind === 'failed') from.process.tell({ kind: 'close' });
  };

  const pulseOf = (of: Current) =>
    keepPulse(pulse, {
      clock,
      signal: of.over.signal,
      ping: () => of.process.tell({ kind: 'ping' }),
      onLost() {
        log.error('the daemon process does not answer any more and is ended');
        if (of.end === 'none') of.end = 'lost';
        of.process.kill();
      },
    });

  const launch = () => {
    const over = new AbortController();
    const started: Current = { process: fork((news) => hear(started, news)), end: 'none', isToFollow: false, over };
    current = started;
    void started.process.ended.then(({ code, lastWords }) => {
      current = undefined;
      over.abort();
      questions.refuseAll(notRunning);
      log.info({ code, end: started.end }, 'the daemon process has ended');
      if (started.isToFollow) launch();
      else if (started.end === 'lost') recover('did not answer any more, and was ended', lastWords);
      else if (started.end === 'none' && code !== 0) recover(`ended by itself (code ${code})`, lastWords);
      else if (started.end === 'none' || started.end === 'shut_down') onState({ state: 'shut_down' });
    });
  };

  const recover = (how: string, lastWords: string) => {
    crashes = [...crashes, clock.now().getTime()].slice(-100);
    const next = afterCrash(crashes, pace);
    const reason = `The part that fetches and keeps your mail ${how}. What was stored is still there.`;
    log.error({ how, last_words: lastWords, next }, 'the daemon process has crashed');
    if (!next) {
      onState({ state: 'given_up', reason: `${reason} It did so ${pace.most} times within a short time.` });
      return;
    }
    onState({ state: 'restarting', reason, attempt: next.attempt });
    const waiting = new AbortController();
    pause = waiting;
    void clock.wait(next.wait, waiting.signal).then(() => {
      if (!waiting.signal.aborted && !current) launch();
    });
  };

  return {
    start() {
      if (current && current.end === 'none') return;
      pause?.abort();
      crashes = [];
      onState({ state: 'starting' });
      if (current) current.isToFollow = true;
      else launch();
    },
    tell: (order) => current?.process.tell(order),
    ask: questions.ask,
    async close() {
      pause?.abort();
      if (!current) return;
      Object.assign(current, { end: 'asked', isToFollow: false });
      current.process.tell({ kind: 'close' });
      await current.process.ended;
    },
    kill: () => current?.process.kill(),
  };
}
