import { homedir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { startBridge } from '../bridge/server.ts';
import { systemClock } from '../daemon/base/clock.ts';
import { openLog, type Log, type LogSettings, type OpenLog } from '../daemon/base/log.ts';
import { logNotes, openConfig, type LiveConfig } from '../daemon/config/live-config.ts';
import { instances, resolvePaths, type Environment, type Paths } from '../daemon/config/paths.ts';
import type { Config } from '../daemon/config/schema/schema.ts';
import { openKeychain } from '../daemon/config/secrets/keychain.ts';
import { createSecretStorage } from '../daemon/config/secrets/secret-storage.ts';
import { openSecrets } from '../daemon/config/secrets/secrets.ts';
import { contract } from '../daemon/contract.ts';
import { openDaemon, type BridgeState, type Daemon } from '../daemon/daemon.ts';
import { demoConfig, demoOpener } from '../daemon/demo/demo-config.ts';
import type { Desktop } from '../daemon/notifications/desktop.ts';
import { createDemoMailTransport } from '../daemon/demo/demo-mail-transport.ts';
import { createDemoFetch } from '../daemon/demo/demo-fetch.ts';
import { startSocket, type LocalSocket } from '../daemon/fronts/socket.ts';
import { senderOpener } from '../daemon/providers/open-sender.ts';
import { providerOpener } from '../daemon/providers/open-provider.ts';
import { tryStagedRestore } from '../daemon/staged-restore.ts';
import type { StartBridge } from './active-bridge.ts';
import { openLiveBridge, type BridgeAccess } from './live-bridge.ts';
import { ownVersion, projectRoot } from './project.ts';
import { waitUntilSent } from './wait-until-sent.ts';
import { ensureTokenIn } from './token.ts';
import type { DaemonOptions, StopReason } from '../daemon/daemon-options.ts';
import type { SecretStore } from '../daemon/config/secrets/secret-store.ts';

export type HeadlessOptions = {
  /** How many messages a demo mailbox has; absent means the owner's own accounts. */
  demo?: number | undefined;
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
  /**
   * Milliseconds for which `close` waits for a message that is being sent, before the daemon cancels it; absent means no
   * wait.
   */
  sendingGraceMs?: number;
};

export type Headless = Pick<
  Daemon,
  'handleResume' | 'handleNotificationAction' | 'isSending' | 'survives' | 'dispatch'
> & {
  /** The address of the web interface, or why there is none. */
  bridge(): BridgeState;
  isDemo: boolean;
  /** The owner's token at the bridge, and the remedy for a missing bridge. */
  access(): BridgeAccess;
  /** Resolves when a client asked the daemon to stop or restart. */
  stopRequested: Promise<StopReason>;
  close(): Promise<void>;
};

/** Milliseconds that the opening page gets before mail is synced and indexed. */
const backgroundDelayMs = 250;

/**
 * Starts daemon and bridge without Electron. A bridge that cannot start (port taken, switched off) does not stop the
 * daemon. Throws what `openDaemon` throws, and Failures of paths and configuration.
 */
export async function startHeadless(options: HeadlessOptions = {}): Promise<Headless> {
  const { demo, instance = instances.source, env = process.env } = options;
  limitYoungGeneration();
  const paths = resolvePaths({
    env,
    platform: process.platform,
    home: homedir(),
    instance: demo === undefined ? instance : instances.demo,
  });
  const log = openLog({ file: paths.logFile });
  const startProblem = tryStagedRestore(paths);
  const config = openLiveConfig(paths, { demo, log });
  ensureDaemonToken(paths, log);
  let bridgeState = (): BridgeState => ({ url: null, trouble: null });
  const open = async () => {
    const keychain = openKeychain({ service: paths.instance, env, log });
    const secrets = demo === undefined ? openSecrets({ paths, env, log, keychain }) : undefined;
    return openDaemon({
      paths,
      config,
      log,
      version: ownVersion(),
      env,
      isDemo: demo !== undefined,
      ...(startProblem && { startProblem }),
      ...(demo !== undefined && { fetch: createDemoFetch() }),
      bridge: () => bridgeState(),
      ...(secrets && { secrets, secretStorage: createSecretStorage({ paths, env, keychain, log }) }),
      ...(options.notifications && {
        desktop: typeof options.notifications === 'function' ? options.notifications(log) : options.notifications,
      }),
      maySwitchDemo: options.maySwitchDemo ?? false,
      ...(secrets ? ownMail(secrets, log) : demoMail(demo ?? 0)),
    });
  };
  const daemon = await open().catch((failed: unknown) => {
    config.close();
    throw failed;
  });
  const bridge = await openLiveBridge({
    config,
    paths,
    start: bridgeStarter(daemon, { paths, log }),
    // A demo leaves the usual port to the owner's own Posthorn, which may run at the same time.
    port: options.bridgePort ?? (demo === undefined ? undefined : 0),
    lastPort: options.lastPort,
    onState: options.onBridge,
    log,
  });
  bridgeState = bridge.state;
  const socket = await startSocketIfPossible(daemon, { paths, log });
  const backgroundTimer = setTimeout(daemon.begin, backgroundDelayMs);
  return {
    isDemo: demo !== undefined,
    bridge: bridge.state,
    access: bridge.access,
    stopRequested: daemon.stopRequested,
    handleResume: daemon.handleResume,
    handleNotificationAction: daemon.handleNotificationAction,
    isSending: daemon.isSending,
    survives: daemon.survives,
    dispatch: daemon.dispatch,
    async close() {
      clearTimeout(backgroundTimer);
      await Promise.all([socket?.close(), bridge.close()]);
      await waitUntilSent(daemon.isSending, { clock: systemClock, timeoutMs: options.sendingGraceMs ?? 0 });
      await daemon.close();
      config.close();
    },
  };
}

/**
 * Limits the young generation in this thread and the threads it starts. By default V8 lets it grow a hundredfold during
 * ingest, which is not faster, and never shrinks it.
 */
function limitYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

type MailOpeners = Pick<DaemonOptions, 'openProvider' | 'openSender'>;

function ownMail(secrets: SecretStore, log: Log): MailOpeners {
  return {
    openProvider: providerOpener({ secrets, clock: systemClock, log }),
    openSender: senderOpener({ secrets }),
  };
}

function demoMail(count: number): MailOpeners {
  const { addMailbox, openSender } = createDemoMailTransport(count);
  return { openProvider: demoOpener(count, systemClock, addMailbox), openSender };
}

function openLiveConfig(paths: Paths, { demo, log }: { demo: number | undefined; log: OpenLog }): LiveConfig {
  const own = openConfig(paths, { log });
  const config = demo === undefined ? own : demoConfig(own, demo);
  const configureLog = () => log.reconfigure(logSettings(config.current));
  configureLog();
  config.onChange(configureLog);
  logNotes(config.notes, log);
  return config;
}

function logSettings({ logging: { level, stderr, max_size_mb, max_files } }: Config): LogSettings {
  return { level, stderr, maxBytes: max_size_mb * 1_000_000, maxFiles: max_files };
}

/** Nothing needs this token before the TCP transport is opened, so the daemon runs on without it. */
function ensureDaemonToken({ daemonTokenFile }: Paths, log: Log): void {
  try {
    ensureTokenIn(daemonTokenFile, log);
  } catch (failed) {
    log.error({ err: failed }, 'the token of the local transport cannot be used; the daemon runs on without it');
  }
}

function bridgeStarter(daemon: Daemon, { paths, log }: { paths: Paths; log: Log }): StartBridge {
  return (options) =>
    startBridge({
      ...options,
      table: contract,
      dispatch: daemon.dispatch,
      holderOf: daemon.callerForToken,
      events: daemon.events,
      portFile: paths.bridgePortFile,
      webRoot: join(projectRoot, 'web', 'dist'),
      log,
    });
}

/** Without it only the command line is missing, so the daemon runs on. */
async function startSocketIfPossible(
  { dispatch }: Daemon,
  { paths, log }: { paths: Paths; log: Log },
): Promise<LocalSocket | undefined> {
  try {
    return await startSocket({ path: paths.socketPath, dispatch, log });
  } catch (failed) {
    log.error({ err: failed }, 'the local socket could not be opened; the daemon runs on without it');
    return undefined;
  }
}
