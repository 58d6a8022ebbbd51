import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import type { buildConnector } from 'undici';
import { blocked, hostOf, portOf } from './web-address.ts';

export type Resolve = (host: string) => Promise<readonly string[]>;
export type IsOpen = (address: string, port: number) => boolean;

/** Every address of a name, as this machine finds them. */
export const resolveHere: Resolve = async (host) =>
  (await systemLookup(host, { all: true })).map(({ address }) => address);

/**
 * Connects to an address that was checked and to no other: the name is looked up once, by us, and what was found is what
 * is connected to, so that no second answer of its name server can lead elsewhere.
 */
export function pinnedConnector(
  url: URL,
  { build, resolve, isOpen }: { build: typeof buildConnector; resolve: Resolve; isOpen: IsOpen },
): buildConnector.connector {
  const port = portOf(url);
  const checked = (address: string) => {
    if (!isOpen(address, port)) throw blocked(`${hostOf(url)} leads to this machine, its network or nowhere public.`);
    return address;
  };
  const found = async () => {
    const addresses = await resolve(hostOf(url));
    if (addresses.length === 0) throw new Error(`${hostOf(url)} has no address`);
    return addresses.map(checked);
  };
  const connect = build({ lookup: lookupIn(found), keepAlive: false, timeout: 0 });
  return (options, callback) => {
    // An address that is a number is connected to without any look-up.
    if (isIP(hostOf(url)) !== 0) checked(hostOf(url));
    connect(options, (...[failed, socket]) => {
      if (failed) return callback(failed, null);
      try {
        checked(socket.remoteAddress ?? '');
      } catch (refused) {
        socket.destroy();
        return callback(refused as Error, null);
      }
      callback(null, socket);
    });
  };
}

function lookupIn(found: () => Promise<string[]>): LookupFunction {
  const look = callbackify(found);
  return (_host, { all }, callback) =>
    look((failed, addresses) => {
      const [first = ''] = addresses ?? [];
      if (failed || !all) return callback(failed, first, isIP(first));
      callback(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      );
    });
}
