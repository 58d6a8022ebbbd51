import { homedir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { startBridge } from '../bridge/server.ts';
import type { ToolServer } from '../bridge/tool-route.ts';
import { systemClock } from '../daemon/base/clock.ts';
import { freeMemoryAtRest } from '../daemon/base/free-memory.ts';
import { openLog, type Log, type LogSettings, type OpenLog } from '../daemon/base/log.ts';
import type { RepairableFile } from '../daemon/config/damaged-file.ts';
import { lastGoodCopy } from '../daemon/config/last-good-copy.ts';
import { logNotes, openConfig, type LiveConfig } from '../daemon/config/live-config.ts';
import { bridgeTokenFile, instances, resolvePaths, type Environment, type Paths } from '../daemon/config/paths.ts';
import { closeToOthers } from '../daemon/config/private-paths.ts';
import type { Config } from '../daemon/config/schema/schema.ts';
import { readOptionalFile } from '../daemon/config/user-dirs.ts';
import { openKeychain } from '../daemon/config/secrets/keychain.ts';
import { createSecretStorage } from '../daemon/config/secrets/secret-storage.ts';
import { signInStore } from '../daemon/config/secrets/sign-ins.ts';
import { openSecrets } from '../daemon/config/secrets/secrets.ts';
import { openVault } from '../daemon/config/secrets/vault.ts';
import { addresses } from '../daemon/addresses.ts';
import { contract, contractWithoutDemo } from '../daemon/contract.ts';
import { openBrowserSignIn } from '../daemon/oauth/browser-sign-in.ts';
import { openDaemon, type BridgeState, type Daemon } from '../daemon/daemon.ts';
import type { Desktop } from '../daemon/notifications/desktop.ts';
import type { ToolEndpoint } from '../daemon/fronts/mcp/http.ts';
import { startSocket, type LocalSocket } from '../daemon/fronts/socket.ts';
import { scriptServerOpener } from '../daemon/providers/open-script-server.ts';
import { senderOpener } from '../daemon/providers/open-sender.ts';
import { providerOpener } from '../daemon/providers/open-provider.ts';
import { tryStagedRestore } from '../daemon/staged-restore.ts';
import type { StartBridge } from './active-bridge.ts';
import type { BridgeDefaults } from './bridge-target.ts';
import { openLiveBridge, type BridgeAccess } from './live-bridge.ts';
import { openLiveTcp } from './live-tcp.ts';
import { ownVersion, projectRoot } from './project.ts';
import { waitUntilSent } from './wait-until-sent.ts';
import { ensureTokenIn } from './token.ts';
import type { DaemonOptions, StopReason } from '../daemon/daemon-options.ts';

export type HeadlessOptions = {
  /** How many messages a demo mailbox has; absent means the owner's own accounts. */
  demo?: number | undefined;
  /** Whether new mail arrives in the demo after its first sync, so that its user finds something to do. */
  demoArrivals?: boolean | undefined;
  /** Overrides `[bridge].port`; 0 takes a free one. */
  bridgePort?: number | undefined;
  /** The port to try first if any free port will do. */
  lastPort?: number | undefined;
  /** The instance name for this kind of start; `SVC_INSTANCE` overrides it. */
  instance?: string;
  env?: Environment;
  /** Called when the bridge has moved, or its problem has changed. */
  onBridge?: (state: BridgeState, access: BridgeAccess) => void;
  /**
   * Notifications and sounds for the user at the computer; absent means none. A function receives the daemon's log when
   * that is open.
   */
  notifications?: Desktop | ((log: Log) => Desktop) | undefined;
  /** Whether the daemon restarts on a demo, or on the owner's accounts again, when a client asks for that. */
  maySwitchDemo?: boolean;
  /** The value of `[bridge].local_pages` if the file has none; absent means `allow`. */
  localPages?: BridgeDefaults['localPages'];
  /** Whether the window of the app has no sandbox. */
  isWindowSandboxOff?: boolean;
  /** How a worker gets a process of its own; a Node process where nothing is given. */
  openWorkerProcess?: DaemonOptions['openWorkerProcess'];
  /**
   * Milliseconds for which `close` waits for a message that is being sent, before the daemon cancels it; absent means no
   * wait.
   */
  sendingGraceMs?: number;
};

type DaemonFunction =
  'handleResume' | 'handleNotificationAction' | 'handleNotificationReply' | 'isSending' | 'survives' | 'dispatch';

export type Headless = Pick<Daemon, DaemonFunction> & {
  /** The address of the web interface, or why there is none. */
  bridge(): BridgeState;
  isDemo: boolean;
  /** The owner's token at the bridge, and the remedy for a missing bridge. */
  access(): BridgeAccess;
  /** Why config.toml was not in force at the start, and what holds in its place. */
  configTrouble?: string | undefined;
  /** config.toml. It can be changed and repaired also while the mail cannot be opened. */
  settings: Pick<LiveConfig, 'change' | 'current' | 'onChange'> & RepairableFile;
  /** Calls back when the mail database can no longer be used as usual, or can again. */
  onStoreChange(listener: () => void): () => void;
  /** Resolves when a client asked the daemon to stop or restart. */
  stopRequested: Promise<StopReason>;
  close(): Promise<void>;
};

/** Milliseconds that the opening page gets before mail is synced and indexed. */
const backgroundDelayMs = 250;

/**
 * Starts daemon and bridge without Electron. A bridge that cannot start (port taken, turned off) does not stop the
 * daemon. Throws what `openDaemon` throws, and Failures of paths and configuration.
 */
export async function startHeadless(options: HeadlessOptions = {}): Promise<Headless> {
  const { demo, instance = instances.source, env = process.env } = options;
  limitYoungGeneration();
  const paths = pathsOf(demo === undefined ? instance : instances.demo, env);
  const log = openLog({ file: paths.logFile });
  const startProblem = tryStagedRestore(paths);
  const demoMode = demo === undefined ? undefined : await loadDemo(demo, options.demoArrivals);
  const config = openLiveConfig(paths, { demo: demoMode, log });
  const configTrouble = config.trouble;
  const closedPaths = closeToOthers({ ...paths, bridgeTokenFile: bridgeTokenFile(paths, config) }, log);
  ensureDaemonToken(paths, log);
  let bridgeState = (): BridgeState => ({ url: null, trouble: null });
  let tcpTrouble = (): string | null => null;
  const open = async () => {
    return openDaemon({
      paths,
      config,
      log,
      version: ownVersion(),
      env,
      isDemo: demo !== undefined,
      ...(startProblem && { startProblem }),
      bridge: () => bridgeState(),
      tcpTrouble: () => tcpTrouble(),
      ...(options.notifications && {
        desktop: typeof options.notifications === 'function' ? options.notifications(log) : options.notifications,
      }),
      maySwitchDemo: options.maySwitchDemo ?? false,
      closedPaths,
      isWindowSandboxOff: options.isWindowSandboxOff ?? false,
      ...(options.openWorkerProcess && { openWorkerProcess: options.openWorkerProcess }),
      ...(demoMode?.options ?? ownMail({ paths, env, log })),
    });
  };
  const daemon = await open().catch((failed: unknown) => {
    config.close();
    throw failed;
  });
  const bridge = await openLiveBridge({
    config,
    paths,
    start: bridgeStarter(daemon, { paths, log, isDemo: demo !== undefined }),
    // A demo leaves the usual port to the owner's own Posthorn, which may run at the same time.
    port: options.bridgePort ?? (demo === undefined ? undefined : 0),
    lastPort: options.lastPort,
    localPages: options.localPages,
    onState: options.onBridge,
    log,
  });
  bridgeState = bridge.state;
  const socket = await startSocketIfPossible(daemon, { paths, log });
  const bridgeToken = () => bridge.access().token;
  const tcp = await openLiveTcp({ config, paths, env, bridgeToken, dispatch: daemon.dispatch, log });
  tcpTrouble = tcp.trouble;
  const backgroundTimer = setTimeout(daemon.begin, backgroundDelayMs);
  const closing = new AbortController();
  void freeMemoryAtRest(daemon.freeMemory, { clock: systemClock }, closing.signal);
  return {
    isDemo: demo !== undefined,
    configTrouble,
    settings: config,
    bridge: bridge.state,
    access: bridge.access,
    ...functionsOf(daemon),
    async close() {
      clearTimeout(backgroundTimer);
      closing.abort();
      await Promise.all([socket?.close(), tcp.close(), bridge.close()]);
      await waitUntilSent(daemon.isSending, { clock: systemClock, timeoutMs: options.sendingGraceMs ?? 0 });
      await daemon.close();
      config.close();
    },
  };
}

/** What the program that runs the daemon asks of it directly. */
function functionsOf(daemon: Daemon): Pick<Headless, DaemonFunction | 'stopRequested' | 'onStoreChange'> {
  const { stopRequested, handleResume, handleNotificationAction, handleNotificationReply } = daemon;
  const { isSending, survives, dispatch, events } = daemon;
  return {
    stopRequested,
    handleResume,
    handleNotificationAction,
    handleNotificationReply,
    isSending,
    survives,
    dispatch,
    onStoreChange: (listener) =>
      events.subscribe((announced) => announced.some(({ event }) => event === 'StoreStateChanged') && listener()),
  };
}

function pathsOf(instance: string, env: Environment): Paths {
  return resolvePaths({ env, platform: process.platform, home: homedir(), readFile: readOptionalFile, instance });
}

/**
 * Limits the young generation in this thread and the threads it starts. By default V8 lets it grow a hundredfold during
 * ingest, which is not faster, and never shrinks it.
 */
function limitYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

type MailOptions = Pick<
  DaemonOptions,
  'openProvider' | 'openSender' | 'openScriptServer' | 'secrets' | 'secretStorage' | 'browserSignIn'
>;

function ownMail({ paths, env, log }: { paths: Paths; env: Environment; log: Log }): MailOptions {
  const keychain = openKeychain({ service: paths.instance, env, log });
  const vault = openVault({ file: paths.vaultFile });
  const secrets = openSecrets({ paths, env, log, keychain, vault });
  const store = signInStore({ paths, keychain, vault, log });
  const browserSignIn = openBrowserSignIn({ store, clock: systemClock, log });
  const { signIns, outlook } = browserSignIn;
  return {
    openProvider: providerOpener({ secrets, accessTokensOf: signIns.tokensOf, outlook, clock: systemClock, log }),
    openSender: senderOpener({ secrets, accessTokensOf: signIns.tokensOf, outlook }),
    browserSignIn,
    openScriptServer: scriptServerOpener({ secrets }),
    secrets,
    secretStorage: createSecretStorage({ paths, env, keychain, vault, log }),
  };
}

type DemoMode = Awaited<ReturnType<typeof loadDemo>>;

/** The demo is loaded only for a demo. */
async function loadDemo(count: number, hasArrivals = false) {
  const { openDemo } = await import('../daemon/demo/open-demo.ts');
  return openDemo(count, { hasArrivals });
}

function openLiveConfig(paths: Paths, { demo, log }: { demo: DemoMode | undefined; log: OpenLog }): LiveConfig {
  const own = openConfig(paths, { log, copy: lastGoodCopy(paths.dataDir, 'config.toml', log) });
  const config = demo ? demo.configOf(own) : own;
  const configureLog = () => log.reconfigure(logSettings(config.current));
  configureLog();
  config.onChange(configureLog);
  if (config.trouble !== undefined) log.error(config.trouble);
  logNotes(config.notes, log);
  return config;
}

function logSettings({ logging: { level, stderr, max_size_mb, max_files } }: Config): LogSettings {
  return { level, stderr, maxBytes: max_size_mb * 1_000_000, maxFiles: max_files };
}

/** The daemon runs without this token, which only the TCP transport needs. */
function ensureDaemonToken({ daemonTokenFile }: Paths, log: Log): void {
  try {
    ensureTokenIn(daemonTokenFile, log);
  } catch (failed) {
    log.error({ err: failed }, 'the token of the local transport cannot be used; the daemon runs on without it');
  }
}

function bridgeStarter(
  daemon: Daemon,
  { paths, log, isDemo }: { paths: Paths; log: Log; isDemo: boolean },
): StartBridge {
  return (options) =>
    startBridge({
      ...options,
      table: isDemo ? contract : contractWithoutDemo,
      addresses: isDemo ? addresses : addresses.filter(({ onlyInDemo }) => !onlyInDemo),
      dispatch: daemon.dispatch,
      holderOf: daemon.callerForToken,
      toolServer: toolServerOf(daemon, log),
      onLocalPage: daemon.handleLocalPage,
      events: daemon.events,
      portFile: paths.bridgePortFile,
      webRoot: join(projectRoot, 'web', 'dist'),
      log,
    });
}

/** The tool server is loaded with the first request for it. */
function toolServerOf({ dispatch }: Daemon, log: Log): ToolServer {
  let endpoint: Promise<ToolEndpoint> | undefined;
  return async (...request) => {
    endpoint ??= import('../daemon/fronts/mcp/http.ts').then(({ createToolEndpoint }) =>
      createToolEndpoint({ dispatch, version: ownVersion(), log }),
    );
    await (await endpoint).handle(...request);
  };
}

/** Without it only the command line is missing, so the daemon runs on. */
async function startSocketIfPossible(
  { dispatch, callerForToken }: Daemon,
  { paths, log }: { paths: Paths; log: Log },
): Promise<LocalSocket | undefined> {
  try {
    return await startSocket({ path: paths.socketPath, dispatch, holderOf: callerForToken, log });
  } catch (failed) {
    log.error({ err: failed }, 'the local socket could not be opened; the daemon runs on without it');
    return undefined;
  }
}
