import { isDeepStrictEqual } from 'node:util';
import type { Access } from '../bridge/server.ts';
import type { ConfigNote, ConfigSource } from '../daemon/config/file.ts';
import { bridgeTokenFile, type Paths } from '../daemon/config/paths.ts';

/** Where the bridge should be, and whom it should let in. Port 0 is any free one. */
export type Wish = { bind: string; port: number; tokenFile: string; access: Access };

/** What `[bridge]` asks for; `port` stands in for its port. Undefined where it is switched off. */
export function wishOf(config: ConfigSource, { paths, port }: { paths: Paths; port?: number | undefined }) {
  const { enabled, bind, port: written, ...access } = config.current.bridge;
  if (!enabled) return undefined;
  return { bind, port: port ?? written, tokenFile: bridgeTokenFile(paths, config), access } satisfies Wish;
}

export function isSamePlace({ access: _one, ...one }: Wish, { access: _other, ...other }: Wish): boolean {
  return isDeepStrictEqual(one, other);
}

/** The note on a bind that the configuration does not accept; what stands in for it there is not what was asked for. */
export function badBindIn({ notes }: ConfigSource): ConfigNote | undefined {
  return notes.find(({ key, severity }) => key === 'bridge.bind' && severity === 'error');
}

/** Why there is no bridge, where there was none before. */
export function refusalOf({ line }: ConfigNote): string {
  return (
    `The bridge was not started: [bridge].bind (${placeOf(line)}) is not an address of this machine alone. ` +
    'Use 127.0.0.1, ::1 or localhost.'
  );
}

/** Why the bridge stays where it was. */
export function keptBindOf({ line }: ConfigNote, bind: string): string {
  return `[bridge].bind (${placeOf(line)}) is not an address of this machine alone: the bridge stays on ${bind}.`;
}

function placeOf(line: number | null): string {
  return line === null ? 'config.toml' : `config.toml, line ${line}`;
}
