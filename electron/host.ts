import type { Clock } from '../daemon/base/clock.ts';
import type { Log } from '../daemon/base/log.ts';
import type { CrashPace } from './backoff.ts';
import type { StartDaemonProcess } from './daemon-process.ts';
import { findElsewhere, untilGone, type Elsewhere } from './elsewhere.ts';
import type { UtilityNews } from './host-calls.ts';
import type { Shell, ShellParts } from './shell-port.ts';
import { closeInOrder, type QuitPace } from './shutdown.ts';
import { createSupervisor } from './supervisor.ts';

/** What the app is while it runs: the daemon process and what the person sees, each told of the other. */
export type Host = {
  /** Starts the daemon process, unless it runs. */
  start(): void;
  open(path?: string): void;
  resumed(): void;
  /** Ends all in good order, a message that is being handed over included. Called again it resolves with the first call. */
  end(): Promise<void>;
  /** Whether it has ended, so that nothing holds the app back from quitting. */
  isOver(): boolean;
};

export type HostParts = {
  fork: StartDaemonProcess;
  clock: Clock;
  crashPace: CrashPace;
  quitPace: QuitPace;
  /** Where a Posthorn that runs outside the app says where its page is. */
  portFile: string;
  openShell(parts: Omit<ShellParts, 'update' | 'login' | 'isHidden' | 'folder'>): Shell;
  quit(): void;
  log: Log;
};

const usedSentence = 'Posthorn shows the mail of the one that runs outside this window.';
const finishingSentence = 'Posthorn ends as soon as a message has been handed over.';

export function createHost({ fork, clock, crashPace, quitPace, portFile, openShell, quit, log }: HostParts): Host {
  let token: string | undefined;
  let other: Elsewhere | undefined;
  let watching: AbortController | undefined;
  let ending: Promise<void> | undefined;
  let isOver = false;

  const hear = (news: UtilityNews) => {
    switch (news.kind) {
      case 'ready':
        token = news.token;
        return shell.page({ url: news.url, isDemo: news.isDemo });
      case 'pageless':
        token = undefined;
        return shell.page({ reason: news.reason, remedy: news.remedy });
      case 'failed':
        return void fail(news);
      case 'status':
        return shell.status(news.status);
      case 'show':
        return shell.show(news.notice);
      case 'withdraw':
        return shell.withdraw(news.ids);
      case 'answer':
      case 'refusal':
      case 'pong':
      case 'shut_down':
        return;
    }
  };

  const fail = async ({ reason, code }: { reason: string; code: string }) => {
    if (code !== 'already_running') return shell.process({ state: 'failed', reason, code });
    other = await findElsewhere(portFile);
    if (!ending) shell.process({ state: 'elsewhere', reason, canUse: other !== undefined });
  };

  const useOther = async () => {
    if (!other || ending) return;
    watching?.abort();
    const watch = new AbortController();
    watching = watch;
    token = other.token;
    shell.process({ state: 'elsewhere', reason: usedSentence, canUse: false });
    shell.page({ url: other.url, isDemo: false });
    await untilGone(other, { clock, signal: watch.signal });
    if (!watch.signal.aborted) start();
  };

  const start = () => {
    if (ending) return;
    watching?.abort();
    other = undefined;
    daemon.start();
  };

  const daemon = createSupervisor({
    fork,
    clock,
    pace: crashPace,
    onState(state) {
      if (state.state !== 'running') token = undefined;
      shell.process(state);
    },
    onNews: hear,
    log,
  });
  const shell = openShell({
    log,
    ask: daemon.ask,
    acted: (notice, action) => daemon.tell({ kind: 'acted', notice, action }),
    restart: start,
    useOther: () => void useOther(),
    quit,
    token: () => token,
  });

  const endAll = async () => {
    watching?.abort();
    await closeInOrder(daemon, {
      clock,
      pace: quitPace,
      onWaiting: () => shell.process({ state: 'finishing', reason: finishingSentence }),
    });
    shell.close();
    isOver = true;
  };
  return {
    start,
    open: shell.open,
    resumed: () => daemon.tell({ kind: 'resume' }),
    end: () => (ending ??= endAll()),
    isOver: () => isOver,
  };
}
