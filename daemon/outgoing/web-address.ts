import { isIP } from 'node:net';
import { Failure } from '../base/failure.ts';

const maxUrlChars = 8_192;

/** Names with a meaning on this machine or in its network only. A name without a dot is one of them. */
const localNames =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa|onion|i2p|alt)$/;

/** Ports above 1023 that are known for services other than the web; browsers refuse them too (Fetch, "bad port"). */
const nonWebPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/**
 * The parsed address of a file on the web. Throws Failure `blocked_address` for an address that is not http or https,
 * contains a name and password, names this machine or its network, or has a port that is not used by web servers.
 */
export function parseWebAddress(text: string, base?: URL): URL {
  const url = text.length > maxUrlChars ? null : URL.parse(text, base?.href);
  if (!url) throw blockedAddress('It isn’t a web address.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw blockedAddress('Only http and https are fetched.');
  if (url.username || url.password) throw blockedAddress('It contains a username or password.');
  if (!isWebPort(portOf(url))) throw blockedAddress(`Port ${url.port} isn’t used for the web.`);
  const host = hostOf(url);
  if (isIP(host) === 0 && isLocalName(host)) throw blockedAddress(`${host} is a name of this computer or its network.`);
  return url;
}

/** The host of an address, as an IP address or a name without the trailing dot. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

export function portOf({ protocol, port }: URL): number {
  return port ? Number(port) : protocol === 'https:' ? 443 : 80;
}

/** Ports below 1024 belong to other services, some of which would accept a web request as one of their own. */
function isWebPort(port: number): boolean {
  return port === 80 || port === 443 || (port > 1023 && !nonWebPorts.has(port));
}

function isLocalName(host: string): boolean {
  return !host.includes('.') || localNames.test(host);
}

export function blockedAddress(why: string): Failure {
  return new Failure('refused', 'blocked_address', `Posthorn doesn’t open this address. ${why}`);
}
