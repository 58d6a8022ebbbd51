import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Notice } from '../../daemon/desk/desk.ts';
import { chose, withBackslashes, withoutMarkup, type Way, type WayParts } from './notifier-way.ts';

const run = promisify(execFile);

/** A `notify-send` that waits for the person. */
type Waiting = { child: ChildProcess; exited: Promise<unknown>; number: Promise<number | undefined>; said(): string };

/** Each is a process, so no more wait at once; the oldest go. */
const mostWaiting = 20;
/** Milliseconds in which a server says that it shows something, or what it can show. */
const answersWithin = 2_000;
/** Milliseconds in which a process ends that was asked to. */
const endsWithin = 500;

/** Shows notifications with the `notify-send` of libnotify 0.8 or later, one process for each that is shown. */
export function createSendNotifier({ complain, ...parts }: WayParts): Way {
  const waiting = new Map<string, Waiting>();
  let readsMarkup: Promise<boolean> | undefined;

  function start(notice: Notice, args: readonly string[]): Waiting {
    // Into a pipe it would write all it says at its end.
    const child = spawn('stdbuf', ['-o0', 'notify-send', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const exited = new Promise<void>((resolve) => child.once('close', () => resolve()).once('error', () => resolve()));
    let said = '';
    child.stderr.on('data', (text) => (said = (said + String(text)).slice(0, 500)));
    child.on('error', complain);
    const lines = createInterface(child.stdout);
    // It says its number first, and then what the person chose.
    const number = once(lines, 'line', { signal: AbortSignal.timeout(answersWithin) })
      .then(([line]) => Number(line) || undefined)
      .catch(() => undefined);
    lines.on('line', (line) => chose(notice, line, parts));
    const entry = { child, exited, number: Promise.race([number, exited.then(() => undefined)]), said: () => said };
    void exited.then(() => waiting.get(notice.id) === entry && waiting.delete(notice.id));
    return entry;
  }

  /** Upon an interrupt it takes away what it shows. */
  async function end(id: string): Promise<void> {
    const entry = waiting.get(id);
    if (!entry) return;
    waiting.delete(id);
    entry.child.kill('SIGINT');
    const late = setTimeout(() => entry.child.kill('SIGKILL'), endsWithin);
    await entry.exited;
    clearTimeout(late);
  }

  return {
    async show(notice) {
      const before = waiting.get(notice.id);
      const replaced = await before?.number;
      readsMarkup ??= doesReadMarkup();
      const entry = start(notice, argumentsFor(notice, { replaced, readsMarkup: await readsMarkup }));
      waiting.delete(notice.id);
      waiting.set(notice.id, entry);
      if ((await entry.number) === undefined) {
        // Without a server it waits for ever.
        entry.child.kill('SIGKILL');
        complain(new Error(entry.said().trim() || 'The notification server does not answer.'));
      }
      // What it showed is somebody else's now.
      before?.child.kill('SIGTERM');
      const [oldest] = waiting.keys();
      if (waiting.size > mostWaiting && oldest !== undefined) await end(oldest);
    },
    withdraw: end,
    async close() {
      await Promise.all([...waiting.keys()].map(end));
    },
  };
}

function argumentsFor(
  { title, body, kind, actions }: Notice,
  { replaced, readsMarkup }: { replaced: number | undefined; readsMarkup: boolean },
): string[] {
  return [
    '--app-name=Posthorn',
    `--category=${kind === 'mail' ? 'email.arrived' : 'email'}`,
    '--print-id',
    '--wait',
    ...(replaced === undefined ? [] : [`--replace-id=${replaced}`]),
    '--action=default=Open',
    ...actions.map(({ id, label }) => `--action=${id}=${label}`),
    // What mail says is never taken for an option.
    '--',
    title,
    withBackslashes(readsMarkup ? withoutMarkup(body) : body),
  ];
}

/** Whether the server reads tags; nearly all do, so one that cannot be asked does. */
async function doesReadMarkup(): Promise<boolean> {
  const name = 'org.freedesktop.Notifications';
  const place = ['--session', '--dest', name, '--object-path', '/org/freedesktop/Notifications'];
  const question = ['call', ...place, '--method', `${name}.GetCapabilities`];
  try {
    const { stdout } = await run('gdbus', question, { timeout: answersWithin });
    return stdout.includes("'body-markup'");
  } catch {
    return true;
  }
}
