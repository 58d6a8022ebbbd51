import type { Clock } from './base/clock.ts';
import type { Log } from './base/log.ts';
import type { Machine } from './base/machine.ts';
import type { OpenWorker } from './base/running-worker.ts';
import type { WatchFile } from './config/file-watcher.ts';
import type { LiveConfig } from './config/live-config.ts';
import type { Environment, Paths } from './config/paths.ts';
import type { SecretStorage } from './config/secrets/secret-storage.ts';
import type { Desktop } from './notifications/desktop.ts';
import type { DemoControls } from './features/demo/demo-controls.ts';
import type { BridgeState } from './features/admin/status.ts';
import type { DoctorSources } from './features/diagnostics/gather-facts.ts';
import type { EndpointFetch } from './outgoing/endpoint-fetch.ts';
import type { OutgoingFetch } from './outgoing/outgoing-fetch.ts';
import type { ResolveTxt } from './outgoing/resolve-txt.ts';
import type { OpenProvider } from './providers/open-provider.ts';
import type { OpenScriptServer } from './providers/open-script-server.ts';
import type { OpenSender } from './providers/open-sender.ts';
import type { BrowserSignIn } from './oauth/browser-sign-in.ts';
import type { StoreProblem } from './store/damage.ts';
import type { SecretStore } from './config/secrets/secret-store.ts';

export type DaemonOptions = {
  paths: Pick<Paths, 'instance' | 'dataDir'> & Partial<Paths>;
  config: LiveConfig;
  openProvider: OpenProvider;
  openSender: OpenSender;
  /** The way to the servers that run filters; no account has one where nothing is given. */
  openScriptServer?: OpenScriptServer;
  log: Log;
  version: string;
  isDemo?: boolean;
  /** What the user of a demo controls; absent elsewhere. */
  demoControls?: DemoControls;
  /** Why the store must not be opened at all: a restore that could not be completed. */
  startProblem?: StoreProblem;
  clock?: Clock;
  machine?: Machine;
  /** The one way to the web; the guarded one where none is given. */
  fetch?: OutgoingFetch;
  /** The way to the servers of language models; to those that the settings name where none is given. */
  fetchEndpoint?: EndpointFetch;
  /** Asks the DNS for the keys of senders; this computer's DNS servers where nothing is given. */
  resolveTxt?: ResolveTxt;
  /** Where `SVC_ACTIVITY=off` says that nothing is recorded; this process's own where none is given. */
  env?: Environment;
  /** Where the bridge answers, or why it does not. */
  bridge?: () => BridgeState;
  /** Why the TCP transport is not as its settings say; null where it is. */
  tcpTrouble?: () => string | null;
  /** Where passwords are kept; absent where there are none to keep. */
  secrets?: SecretStore;
  /** How accounts of Google and Microsoft sign in; absent in a demo, whose accounts need no sign-in. */
  browserSignIn?: BrowserSignIn;
  /** Tells where they are kept, and moves them; absent where there are none to keep. */
  secretStorage?: SecretStorage;
  /** What the person at the computer is shown and made to hear; nothing where none is given. */
  desktop?: Desktop;
  /** Whether the process that starts the daemon can restart it with the demo, and with the owner's accounts again. */
  maySwitchDemo?: boolean;
  /** Whether backups are made without being asked for, where `[backup] automatic` is on; they are where nothing is given. */
  automaticBackups?: boolean;
  /** What other users of the computer could read until this start. */
  closedPaths?: readonly string[];
  /** Whether the window of the app that runs the daemon has no sandbox; the doctor says so. */
  isWindowSandboxOff?: boolean;
  /** How changes of keys.toml are noticed; by watching it where nothing is given. */
  watchKeyBindings?: WatchFile;
  /** Room on the disk of a folder, in bytes; what the system says where none is given. */
  freeBytes?: DoctorSources['freeBytes'];
  /** How a worker that needs one gets a process of its own; a Node process where nothing is given. */
  openWorkerProcess?: OpenWorker;
  /** How long a model may compute without an answer, in milliseconds; ten minutes where nothing is given. */
  maxEmbedderSilenceMs?: () => number;
  /** The size of the file that is released when the disk is full; 8 MB where nothing is given, 0 for none. */
  reserveBytes?: number;
  /** The IANA name of the zone dates are written in, where it is not the machine's own. */
  zone?: string;
};

/** `demo` and `own`: to start anew on made-up mail, or on the owner's accounts. */
export type StopReason = 'stop' | 'restart' | 'demo' | 'own';
