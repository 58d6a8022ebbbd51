import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { toStartFailure } from '../daemon/base/disk-failure.ts';
import { Failure } from '../daemon/base/failure.ts';
import { failureSentence } from '../daemon/base/system-reason.ts';
import { endProcess } from '../daemon/base/stuck-workers.ts';
import { instances, resolvePaths, type Paths } from '../daemon/config/paths.ts';
import type { BridgeState } from '../daemon/daemon.ts';
import type { BridgeAccess } from '../headless/live-bridge.ts';
import { enableCodeCache } from '../headless/code-cache.ts';
import { parentChanged } from '../headless/parent-process.ts';
import type { Headless } from '../headless/start.ts';
import type { RepairOffer, UtilityMessage } from './daemon-process/utility-protocol.ts';
import { removeLastView } from './last-view-file.ts';
import { logFatalError } from './utility-process/fatal-error-log.ts';
import { createCommandHandler } from './utility-process/command-handler.ts';
import { workerOpener } from './utility-process/worker-opener.ts';

// The utility process: the daemon and its bridge, separate from the windows. It reports the address of the page, at every
// start and at every change, and ends cleanly when the main process or a client of the bridge asks it to.

// Whatever a part of the process creates, in whatever folder, is readable by its owner only.
process.umask(0o077);

const { values } = parseArgs({ options: { release: { type: 'boolean' }, 'no-window-sandbox': { type: 'boolean' } } });
const instance = values.release ? instances.release : instances.source;

let running: Headless | undefined;
let reports = 0;

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (thrown: unknown) => {
    if (running?.survives(thrown)) return;
    logFatalError(thrown, instance);
    endProcess(1);
  });
}

/** The time limit for a message that is being sent when a client ends the daemon, in milliseconds. */
const sendingGraceMs = 15_000;

const send = (message: UtilityMessage) => process.parentPort.postMessage(message);
const commands = createCommandHandler(process.parentPort, {
  send,
  onSettingsRepaired: (headless) => void reportPage(headless.bridge(), headless.access()),
});
// A killed main process asks for nothing.
const closed = Promise.race([commands.closed, parentChanged()]);

void run();

async function run(): Promise<never> {
  try {
    // A signed app runs no code from a folder that others of its user's programs can write to.
    if (!values.release) enableCodeCache({ instance });
    const { runHeadless } = await import('../headless/run.ts');
    const { createUtilityNotifications } = await import('./utility-process/utility-notifications.ts');
    const { notifications, close } = createUtilityNotifications(send);
    const ended = await runHeadless(
      {
        instance,
        notifications,
        sendingGraceMs,
        localPages: 'ask',
        openWorkerProcess: workerOpener(process.parentPort, (order) => process.parentPort.postMessage(order)),
        isWindowSandboxOff: values['no-window-sandbox'] ?? false,
      },
      {
        stopped: closed,
        onStart(headless) {
          running = headless;
          commands.serve(headless);
          followUpdateSettings(headless);
          forgetListOfRemovedAccounts(headless);
          headless.onStoreChange(() => void reportPage(headless.bridge(), headless.access()));
        },
        onBridge: (state, access) => void reportPage(state, access),
      },
    );
    close();
    if (ended === 'asked') await sendBeforeExit({ kind: 'shut_down' });
  } catch (failed) {
    const thrown = toStartFailure(failed);
    const code = thrown instanceof Failure ? thrown.code : 'internal';
    if (!(thrown instanceof Failure)) logFatalError(thrown, instance);
    const reason = failureSentence('Posthorn couldn’t start', thrown);
    await sendBeforeExit({ kind: 'failed', reason, code, repair: await offlineOffer(reason, code) });
  }
  endProcess(0);
}

/** A demo has settings of its own. */
function followUpdateSettings({ settings, isDemo }: Headless): void {
  if (isDemo) return;
  const report = () => {
    const { check, download } = settings.current.updates;
    send({ kind: 'update_policy', policy: { check, download } });
  };
  settings.onChange(report);
  report();
}

/** The last list, which the window shows during a start, may contain mail of an account that was removed. */
function forgetListOfRemovedAccounts({ settings, isDemo }: Headless): void {
  if (isDemo) return;
  let known = Object.keys(settings.current.accounts);
  settings.onChange(() => {
    const next = Object.keys(settings.current.accounts);
    if (known.some((key) => !next.includes(key))) removeLastView(join(ownPaths().dataDir, 'desktop'));
    known = next;
  });
}

function ownPaths(): Paths {
  return resolvePaths({ env: process.env, platform: process.platform, home: homedir(), instance });
}

/** A report that a later one has overtaken is not sent. */
async function reportPage({ url, trouble }: BridgeState, { token, remedy }: BridgeAccess): Promise<void> {
  const report = ++reports;
  if (url !== null && token !== undefined) return send({ kind: 'ready', url, token, isDemo: commands.isDemo() });
  const repair = await commands.repairOffer().catch((thrown: unknown) => {
    logFatalError(thrown, instance);
    return undefined;
  });
  const reason = trouble ?? 'The page has no address.';
  if (report === reports) send({ kind: 'page_unavailable', reason, remedy, repair });
}

/** Prepares the repairs of a start that failed. Undefined if there are none. */
async function offlineOffer(reason: string, code: string): Promise<RepairOffer | undefined> {
  // Another Posthorn has the mail open.
  if (code === 'already_running') return undefined;
  try {
    const { offlineRepairs } = await import('./utility-process/repairs.ts');
    const repairs = offlineRepairs(ownPaths(), reason);
    const offer = await repairs.offer();
    if (offer) commands.serveRepairs(repairs);
    return offer;
  } catch (thrown) {
    logFatalError(thrown, instance);
    return undefined;
  }
}

/** Messages of a process that ends may be lost, so it waits until the main process has them. */
async function sendBeforeExit(message: UtilityMessage): Promise<void> {
  send(message);
  await closed;
}
