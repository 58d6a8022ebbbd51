import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from '../daemon/base/failure.ts';
import type { Log } from '../daemon/base/log.ts';
import type { BridgeState } from '../daemon/daemon.ts';
import { nativeDesk, type NativeDesk, type NativeDeskParts } from './desk/desk.ts';
import { projectRoot } from './project.ts';
import { runHeadless } from './run.ts';
import { startHeadless, type Headless, type HeadlessOptions } from './start.ts';

/** Runs daemon and bridge without a window, as the words of the command line say. Throws what `runHeadless` throws. */
export async function main(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    options: { demo: { type: 'string' }, 'bridge-port': { type: 'string' }, open: { type: 'boolean' } },
    args: words.map((word) => (word === '--demo' ? '--demo=5000' : word)),
  });
  const options = {
    demo: wholeNumber(values.demo, '--demo', 200_000),
    bridgePort: wholeNumber(values['bridge-port'], '--bridge-port', 65_535),
  };
  // Heard from the first moment on: a stop asked for during the start is carried out in good order after it.
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
  let mayOpen = values.open;
  const desks = ownDesks();
  await runHeadless(
    options,
    {
      stopped,
      onStart: desks.onStart,
      onBridge(state) {
        process.stdout.write(`${sentenceOf(state)}\n`);
        if (mayOpen && state.url) openInBrowser(state.url);
        mayOpen = false;
      },
    },
    (wish) => startHeadless({ ...wish, desk: desks.deskFor(wish) }),
  );
  await desks.close();
}

/** The desktop, for the owner's own accounts alone: made-up mail is nothing to be told of, and neither is what tests do. */
function ownDesks() {
  let running: Headless | undefined;
  let last: NativeDesk | undefined;
  const close = async () => last?.close();

  const open = (path: string) => {
    const url = running?.bridge().url;
    if (url) openInBrowser(`${url}${path}`);
  };
  const make = (log: Log) => {
    void close();
    const onAnswer: NativeDeskParts['onAnswer'] = (notice, action) =>
      void running?.answerNotice(notice, action).catch((failed: unknown) => {
        log.error({ err: failed }, 'what was asked for from a notification could not be done');
      });
    return (last = nativeDesk({ log, open, onAnswer, folder: join(projectRoot, 'resources', 'chimes') }));
  };
  return {
    deskFor: ({ demo }: HeadlessOptions) => (demo === undefined && process.env['SVC_TEST'] !== '1' ? make : undefined),
    onStart: (headless: Headless) => void (running = headless),
    close,
  };
}

function sentenceOf({ url, trouble }: BridgeState): string {
  if (url === null) return `Posthorn runs without its web interface. ${trouble ?? ''}`.trim();
  return trouble === null ? `Posthorn is at ${url}` : `Posthorn is at ${url}. ${trouble}`;
}

function wholeNumber(text: string | undefined, name: string, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= most) return value;
  throw new Failure(
    'invalid',
    'bad_argument',
    `${name} takes a whole number from 0 to ${most}, and "${text}" is none.`,
  );
}

/** Best effort: the address has been printed, and a machine without a browser is no fault. */
function openInBrowser(url: string): void {
  const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
    darwin: ['open'],
    win32: ['cmd', '/c', 'start', ''],
  };
  const [command, ...first] = openers[process.platform] ?? ['xdg-open'];
  spawn(command, [...first, url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
