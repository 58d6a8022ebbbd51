import type { Clock } from '../../daemon/base/clock.ts';
import type { Log } from '../../daemon/base/log.ts';
import { nextRestart, type CrashBackoff } from './crash-backoff.ts';
import type { DaemonProcess, StartDaemonProcess } from './daemon-process.ts';
import type { UtilityMessage, UtilityCommand } from './utility-protocol.ts';
import { startHeartbeat, defaultHeartbeat, type HeartbeatOptions } from './heartbeat.ts';
import { createUtilityRpc } from './utility-rpc.ts';
import type { SendUtilityRequest, ProcessState } from '../shell/shell-port.ts';

/** Keeps the daemon process running until it is asked to end. */
export type Supervisor = {
  /** Starts it, unless it runs. Forgets earlier crashes. */
  start(): void;
  /** Sends it a command; does nothing if it does not run. */
  send(command: UtilityCommand): void;
  request: SendUtilityRequest;
  /** Asks it to end cleanly and starts no other; resolves when it has ended. */
  close(): Promise<void>;
  /** Kills it at once. */
  kill(): void;
};

type SupervisorDeps = {
  fork: StartDaemonProcess;
  clock: Pick<Clock, 'now' | 'wait'>;
  backoff: CrashBackoff;
  heartbeat?: HeartbeatOptions;
  onState(state: ProcessState): void;
  onMessage(message: UtilityMessage): void;
  log: Log;
};

const notRunningMessage = 'The mail service isn’t running. Restart it from the tray.';

/** The current daemon process, and how it is expected to end. */
type RunningProcess = {
  process: DaemonProcess;
  /**
   * `asked`: the app wants it to end. `shut_down`: a client shut it down, through its API. `failed`: it has reported why it
   * cannot start. `lost`: it no longer answered.
   */
  endReason: 'none' | 'asked' | 'shut_down' | 'failed' | 'lost';
  /** Start another as soon as this one has ended. */
  shouldRestart: boolean;
  /** Receives its answers to pings; absent until it has started. */
  heartbeat?: { recordAnswer(): void };
  /** Aborts when it has ended. */
  lifetime: AbortController;
};

/**
 * Restarts the daemon process after a crash, with growing delays, and gives up after too many crashes. An end that was
 * requested, or a start that failed with a reason, is not a crash.
 */
export function createSupervisor(deps: SupervisorDeps): Supervisor {
  const { fork, onState, onMessage, log } = deps;
  let current: RunningProcess | undefined;

  const send = (command: UtilityCommand) => {
    if (!current) throw new Error(notRunningMessage);
    current.process.send(command);
  };
  const rpc = createUtilityRpc(send);

  const handleMessage = (from: RunningProcess, message: UtilityMessage) => {
    if (from !== current) return;
    rpc.receive(message);
    if (message.kind === 'ready' || message.kind === 'page_unavailable') {
      from.heartbeat ??= startProcessHeartbeat(from, deps);
      onState({ state: 'running' });
    }
    if (message.kind === 'pong') from.heartbeat?.recordAnswer();
    if (message.kind === 'shut_down' && from.endReason === 'none') from.endReason = 'shut_down';
    if (message.kind === 'failed') {
      from.endReason = 'failed';
      log.error({ code: message.code, reason: message.reason }, 'the daemon could not be started');
    }
    onMessage(message);
    // The process waits for this, because a message without confirmation may be lost. With repairs it stays to do them.
    const isDone = message.kind === 'shut_down' || (message.kind === 'failed' && !message.repair);
    if (isDone) from.process.send({ kind: 'close' });
  };

  const launch = () => {
    const lifetime = new AbortController();
    const started: RunningProcess = {
      process: fork((message) => handleMessage(started, message)),
      endReason: 'none',
      shouldRestart: false,
      lifetime,
    };
    current = started;
    void started.process.ended.then(({ code, stderrTail }) => {
      current = undefined;
      lifetime.abort();
      rpc.rejectAll(notRunningMessage);
      log.info({ code, end: started.endReason }, 'the daemon process has ended');
      if (started.shouldRestart) launch();
      else if (started.endReason === 'lost') recovery.recover('stopped responding and was closed', stderrTail);
      else if (started.endReason === 'none' && code !== 0) recovery.recover('quit unexpectedly', stderrTail);
      else if (started.endReason === 'none' || started.endReason === 'shut_down') onState({ state: 'shut_down' });
    });
  };

  const recovery = createCrashRecovery(deps, () => {
    if (!current) launch();
  });

  return {
    start() {
      if (current && current.endReason === 'none') return;
      recovery.cancelRestart();
      recovery.forgetCrashes();
      onState({ state: 'starting' });
      if (!current) return launch();
      current.shouldRestart = true;
      current.process.send({ kind: 'close' });
    },
    send: (command) => current?.process.send(command),
    request: rpc.request,
    async close() {
      recovery.cancelRestart();
      if (!current) return;
      Object.assign(current, { endReason: 'asked', shouldRestart: false } satisfies Partial<RunningProcess>);
      current.process.send({ kind: 'close' });
      await current.process.ended;
    },
    kill: () => current?.process.kill(),
  };
}

/** Sends pings to the process from now on, and kills it when it no longer answers. */
function startProcessHeartbeat(
  target: RunningProcess,
  { heartbeat = defaultHeartbeat, clock, log }: Pick<SupervisorDeps, 'heartbeat' | 'clock' | 'log'>,
) {
  return startHeartbeat(heartbeat, {
    clock,
    signal: target.lifetime.signal,
    ping: () => target.process.send({ kind: 'ping' }),
    onLost() {
      log.error('the daemon process does not answer any more and is ended');
      if (target.endReason === 'none') target.endReason = 'lost';
      target.process.kill();
    },
  });
}

/** Counts the crashes, and launches the process again after the delay that follows from them. */
function createCrashRecovery(
  { clock, backoff, onState, log }: Pick<SupervisorDeps, 'clock' | 'backoff' | 'onState' | 'log'>,
  launch: () => void,
) {
  let crashes: number[] = [];
  let restartDelay: AbortController | undefined;
  return {
    recover(description: string, stderrTail: string): void {
      crashes = [...crashes, clock.now().getTime()].slice(-100);
      const next = nextRestart(crashes, backoff);
      const reason = `The mail service ${description}. Your stored mail is safe.`;
      log.error({ description, last_words: stderrTail, next }, 'the daemon process has crashed');
      if (!next) {
        onState({ state: 'given_up', reason: `${reason} This happened ${backoff.maxCrashes} times in a short time.` });
        return;
      }
      onState({ state: 'restarting', reason, attempt: next.attempt });
      const delay = new AbortController();
      restartDelay = delay;
      void clock.wait(next.delayMs, delay.signal).then(() => {
        if (!delay.signal.aborted) launch();
      });
    },
    cancelRestart(): void {
      restartDelay?.abort();
    },
    forgetCrashes(): void {
      crashes = [];
    },
  };
}
