import { isDeepStrictEqual } from 'node:util';
import type { Access } from '../bridge/server.ts';
import type { Paths } from '../daemon/config/paths.ts';
import { bridgeTokenFile } from '../daemon/config/paths.ts';
import type { ConfigSource, ConfigNote } from '../daemon/config/config-source.ts';

/** The target of the bridge, and whom it accepts. Port 0 is any free one. */
export type BridgeTarget = { bind: string; port: number; tokenFile: string; access: Access };

/** What depends on the program that runs the bridge. */
export type BridgeDefaults = {
  paths: Paths;
  /** Overrides `[bridge].port`. */
  port?: number | undefined;
  /** The value of `[bridge].local_pages` if the file has none; absent means `allow`. */
  localPages?: Access['local_pages'] | undefined;
};

/** The target from `[bridge]`. Undefined if the bridge is disabled. */
export function bridgeTarget(config: ConfigSource, { paths, port, localPages = 'allow' }: BridgeDefaults) {
  const { enabled, bind, port: configuredPort, local_pages = localPages, ...access } = config.current.bridge;
  if (!enabled) return undefined;
  return {
    bind,
    port: port ?? configuredPort,
    tokenFile: bridgeTokenFile(paths, config),
    access: { ...access, local_pages },
  } satisfies BridgeTarget;
}

export function isSameTarget(
  { access: _one, ...one }: BridgeTarget,
  { access: _other, ...other }: BridgeTarget,
): boolean {
  return isDeepStrictEqual(one, other);
}

/**
 * The note on a bind that the configuration does not accept; the fallback in the settings is not what the user asked for.
 */
export function invalidBindNote({ notes }: ConfigSource): ConfigNote | undefined {
  return notes.find(({ key, severity }) => key === 'bridge.bind' && severity === 'error');
}

/** Why there is no bridge, if there was none before. */
export function invalidBindMessage({ line }: ConfigNote): string {
  return (
    `The bridge wasn’t started: [bridge].bind (${configLocation(line)}) isn’t an address of this machine alone. ` +
    'Use 127.0.0.1, ::1 or localhost.'
  );
}

/** Why the bridge stays where it was. */
export function keptBindMessage({ line }: ConfigNote, bind: string): string {
  return `[bridge].bind (${configLocation(line)}) isn’t an address of this machine alone: the bridge stays on ${bind}.`;
}

function configLocation(line: number | null): string {
  return line === null ? 'config.toml' : `config.toml, line ${line}`;
}
