import type { ConfigSource } from '../daemon/config/config-source.ts';
import type { Environment, Paths } from '../daemon/config/paths.ts';
import { requireTokenForm } from '../daemon/config/private-file.ts';
import { Failure, reasonOf } from '../daemon/base/failure.ts';
import { systemReason } from '../daemon/base/system-reason.ts';
import type { Log } from '../daemon/base/log.ts';
import { startTcp, type TcpTransport } from '../daemon/fronts/tcp.ts';
import type { Dispatch } from '../daemon/handler-types.ts';
import { ensureTokenIn } from './token.ts';

type LiveTcpDeps = {
  config: ConfigSource & { onChange(listener: () => void): () => void };
  paths: Pick<Paths, 'daemonTokenFile'>;
  env: Environment;
  /** The owner's token at the bridge, which does not open this transport. */
  bridgeToken: () => string | undefined;
  dispatch: Dispatch;
  log: Log;
};

type LiveTcp = {
  /** The open port; undefined where the transport is closed. */
  port(): number | undefined;
  /** Why it is not as its settings say, as a sentence; null where it is. */
  trouble(): string | null;
  close(): Promise<void>;
};

type Target = { bind: string; port: number };

/**
 * Keeps the TCP transport as `[transports.tcp]` says, also after changes. If that fails, it stays as it was or closed, and
 * `trouble` says why; nothing is thrown. With a bind that other computers could reach it is not opened.
 */
export async function openLiveTcp(deps: LiveTcpDeps): Promise<LiveTcp> {
  const { config, log } = deps;
  let running: { transport: TcpTransport; target: Target } | undefined;
  let trouble: string | null = null;

  async function applySettings(): Promise<string | null> {
    const { enabled, bind, port } = config.current.transports.tcp;
    const before = running;
    if (!enabled) {
      running = undefined;
      await before?.transport.close();
      return null;
    }
    const invalidBind = invalidBindMessage(config);
    if (invalidBind !== undefined) return `${invalidBind} ${before ? 'It stays as it was.' : 'It isn’t opened.'}`;
    if (before?.target.bind === bind && before.target.port === port) return null;
    try {
      running = { transport: await start(deps, { bind, port }), target: { bind, port } };
    } catch (failed) {
      return reasonOf(failed);
    }
    await before?.transport.close();
    return null;
  }

  async function apply(): Promise<void> {
    const next = await applySettings();
    if (next !== null && next !== trouble) log.error(next);
    trouble = next;
  }

  let queue = apply();
  await queue;
  const unsubscribe = config.onChange(() => void (queue = queue.then(apply)));
  return {
    port: () => running?.transport.port,
    trouble: () => trouble,
    async close() {
      unsubscribe();
      await queue;
      await running?.transport.close();
    },
  };
}

async function start({ paths, env, bridgeToken, dispatch, log }: LiveTcpDeps, target: Target): Promise<TcpTransport> {
  const token = daemonToken({ paths, env, log });
  if (token === bridgeToken()) {
    const sentence =
      'The TCP transport wasn’t started: its token is that of the bridge. Set SVC_DAEMON_TOKEN to another, or remove the file daemon-token, and a new one is created.';
    throw new Failure('refused', 'token_shared', sentence);
  }
  return startTcp({ ...target, token, dispatch, log });
}

/** `SVC_DAEMON_TOKEN` before the file. Throws Failure `token_unusable`. */
function daemonToken({ paths, env, log }: Pick<LiveTcpDeps, 'paths' | 'env' | 'log'>): string {
  const given = env['SVC_DAEMON_TOKEN']?.trim();
  if (!given) return ensureTokenIn(paths.daemonTokenFile, log);
  try {
    requireTokenForm(given);
  } catch (cause) {
    const sentence = `SVC_DAEMON_TOKEN can’t be used: ${systemReason(cause)}.`;
    throw new Failure('invalid', 'token_unusable', sentence, { cause });
  }
  return given;
}

/** The settings hold the default in place of a value that is not accepted, which is not what the user asked for. */
function invalidBindMessage({ notes }: ConfigSource): string | undefined {
  const note = notes.find(({ key, severity }) => key === 'transports.tcp.bind' && severity === 'error');
  if (!note) return undefined;
  const place = note.line === null ? 'config.toml' : `config.toml, line ${note.line}`;
  return `[transports.tcp].bind (${place}) isn’t an address of this computer alone. Use 127.0.0.1 or ::1 for the TCP transport.`;
}
