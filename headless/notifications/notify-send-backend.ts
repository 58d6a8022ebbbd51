import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { DesktopNotification } from '../../daemon/notifications/desktop.ts';
import {
  handleChoice,
  escapeBackslashes,
  escapeMarkup,
  type NotifierBackend,
  type NotifierBackendDeps,
} from './notifier-backend.ts';

const execFileAsync = promisify(execFile);

/** A `notify-send` that waits for the user. */
type NotificationProcess = {
  child: ChildProcess;
  exited: Promise<unknown>;
  serverId: Promise<number | undefined>;
  stderrText(): string;
};

/** Each is a process, so no more wait at once; the oldest end. */
const maxProcesses = 20;
/**
 * Milliseconds in which a server reports that it shows something, or its capabilities. The first question may start it, for example while
 * the user signs in.
 */
const answerTimeoutMs = 10_000;
/** Milliseconds in which a process ends after an interrupt, which is the time to close its notification. */
const exitTimeoutMs = 5_000;

/** Shows notifications with the `notify-send` of libnotify 0.8 or later, one process for each. */
export function createNotifySendBackend({ reportFailure, ...deps }: NotifierBackendDeps): NotifierBackend {
  const processes = new Map<string, NotificationProcess>();
  let hasMarkup: Promise<boolean> | undefined;

  function start(notice: DesktopNotification, args: readonly string[]): NotificationProcess {
    // Into a pipe it would write all output at its end.
    const child = spawn('stdbuf', ['-o0', 'notify-send', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const exited = new Promise<void>((resolve) => child.once('close', () => resolve()).once('error', () => resolve()));
    let stderrText = '';
    child.stderr.on('data', (text) => (stderrText = (stderrText + String(text)).slice(0, 500)));
    child.on('error', reportFailure);
    const lines = createInterface(child.stdout);
    // It prints its number first, and then the user's choice.
    const serverId = once(lines, 'line', { signal: AbortSignal.timeout(answerTimeoutMs) })
      .then(([line]) => Number(line) || undefined)
      .catch(() => undefined);
    lines.on('line', (line) => handleChoice(notice, line, deps));
    const entry = {
      child,
      exited,
      serverId: Promise.race([serverId, exited.then(() => undefined)]),
      stderrText: () => stderrText,
    };
    void exited.then(() => processes.get(notice.id) === entry && processes.delete(notice.id));
    return entry;
  }

  /** On an interrupt it closes its notification, but only once it waits, which is a moment after it has printed the number. */
  async function end(id: string): Promise<void> {
    const entry = processes.get(id);
    if (!entry) return;
    processes.delete(id);
    entry.child.kill('SIGINT');
    const killTimer = setTimeout(() => entry.child.kill('SIGKILL'), exitTimeoutMs);
    await entry.exited;
    clearTimeout(killTimer);
    const serverId = await entry.serverId;
    if (entry.child.signalCode !== null && serverId !== undefined)
      await callServer('CloseNotification', String(serverId));
  }

  return {
    async show(notice) {
      const previous = processes.get(notice.id);
      const replacedId = await previous?.serverId;
      hasMarkup ??= serverHasMarkup();
      const entry = start(notice, argumentsFor(notice, { replacedId, hasMarkup: await hasMarkup }));
      processes.delete(notice.id);
      processes.set(notice.id, entry);
      if ((await entry.serverId) === undefined) {
        // Without a server it waits for ever.
        entry.child.kill('SIGKILL');
        reportFailure(new Error(entry.stderrText().trim() || 'The notification server doesn’t answer.'));
      }
      // Its notification now belongs to another process.
      previous?.child.kill('SIGTERM');
      const [oldest] = processes.keys();
      if (processes.size > maxProcesses && oldest !== undefined) await end(oldest);
    },
    withdraw: end,
    async close() {
      await Promise.all([...processes.keys()].map(end));
    },
  };
}

function argumentsFor(
  { title, body, kind, actions }: DesktopNotification,
  { replacedId, hasMarkup }: { replacedId: number | undefined; hasMarkup: boolean },
): string[] {
  return [
    '--app-name=Posthorn',
    `--category=${kind === 'mail' ? 'email.arrived' : 'email'}`,
    '--print-id',
    '--wait',
    ...(replacedId === undefined ? [] : [`--replace-id=${replacedId}`]),
    '--action=default=Open',
    ...actions.map(({ id, label }) => `--action=${id}=${label}`),
    // The text of mail is never taken for an option.
    '--',
    title,
    escapeBackslashes(hasMarkup ? escapeMarkup(body) : body),
  ];
}

/** Whether the server interprets tags; nearly all do, so assume it if there is no answer. */
async function serverHasMarkup(): Promise<boolean> {
  return (await callServer('GetCapabilities'))?.includes("'body-markup'") ?? true;
}

/** What the server answers to a method of the Desktop Notifications Specification, or undefined without an answer. */
async function callServer(method: string, ...values: readonly string[]): Promise<string | undefined> {
  const name = 'org.freedesktop.Notifications';
  const target = ['--session', '--dest', name, '--object-path', '/org/freedesktop/Notifications'];
  const args = ['call', ...target, '--method', `${name}.${method}`, ...values];
  try {
    return (await execFileAsync('gdbus', args, { timeout: answerTimeoutMs })).stdout;
  } catch {
    // Systems without gdbus, or without a server.
    return undefined;
  }
}
