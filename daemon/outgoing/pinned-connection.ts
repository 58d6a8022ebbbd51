import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import type { buildConnector } from 'undici';
import { blockedAddress, hostOf, portOf } from './web-address.ts';

export type Resolve = (host: string) => Promise<readonly string[]>;
type IsAllowedAddress = (address: string, port: number) => boolean;

/** Every address of a name, as this machine resolves it. */
export const resolveWithSystem: Resolve = async (host) =>
  (await systemLookup(host, { all: true })).map(({ address }) => address);

/**
 * Connects only to a checked address: the name is resolved once, and the connection uses that result, so that a second DNS
 * reply cannot redirect it.
 */
export function pinnedConnector(
  url: URL,
  { build, resolve, isAllowed }: { build: typeof buildConnector; resolve: Resolve; isAllowed: IsAllowedAddress },
): buildConnector.connector {
  const port = portOf(url);
  const requireAllowed = (address: string) => {
    if (!isAllowed(address, port))
      throw blockedAddress(`${hostOf(url)} leads to this computer or its network, not to a public server.`);
    return address;
  };
  const resolveAllowed = async () => {
    const addresses = await resolve(hostOf(url));
    if (addresses.length === 0) throw new Error(`${hostOf(url)} has no address`);
    return addresses.map(requireAllowed);
  };
  const connect = build({ lookup: lookupWith(resolveAllowed), keepAlive: false, timeout: 0 });
  return (options, callback) => {
    // A numeric address is connected to without a look-up.
    if (isIP(hostOf(url)) !== 0) requireAllowed(hostOf(url));
    connect(options, (...[failed, socket]) => {
      if (failed) return callback(failed, null);
      try {
        requireAllowed(socket.remoteAddress ?? '');
      } catch (refused) {
        socket.destroy();
        return callback(refused as Error, null);
      }
      callback(null, socket);
    });
  };
}

function lookupWith(resolveAllowed: () => Promise<string[]>): LookupFunction {
  const lookupAll = callbackify(resolveAllowed);
  return (_host, { all }, callback) =>
    lookupAll((failed, addresses) => {
      const [first = ''] = addresses ?? [];
      if (failed || !all) return callback(failed, first, isIP(first));
      callback(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      );
    });
}
