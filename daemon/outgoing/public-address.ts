import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Not in a private range, but reachable only inside a cloud: its metadata service. */
const metadataAddresses = new Set(['168.63.129.16']);

/**
 * Whether an IP address belongs to the public internet: not this machine, its network, a metadata service, or a range
 * reserved for other purposes (RFC 6890). An address that contains an IPv4 address is judged by that address.
 */
export function isPublicAddress(address: string, own: readonly string[] = ownAddresses()): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return isPublicIpv4(parsed, own);
  // Networks without IPv4 reach public servers through this prefix (RFC 6052).
  const embedded = embeddedIpv4(parsed);
  if (embedded) return isPublicIpv4(embedded, own);
  return isGlobalUnicast(parsed) && parsed.range() === 'unicast' && !own.some((each) => isSameNetwork(parsed, each));
}

/** Whether an IP address is one of this machine's loopback addresses, also where it is written as an IPv6 address. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback';
}

function isPublicIpv4(address: ipaddr.IPv4, own: readonly string[]): boolean {
  const text = address.toString();
  return address.range() === 'unicast' && !metadataAddresses.has(text) && !own.includes(text);
}

function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const isTranslated = address.match(ipaddr.IPv6.parse('64:ff9b::'), 96);
  return isTranslated ? new ipaddr.IPv4(address.toByteArray().slice(12)) : undefined;
}

/** All global unicast addresses assigned so far (RFC 4291, section 2.4). */
function isGlobalUnicast(address: ipaddr.IPv6): boolean {
  return address.match(ipaddr.IPv6.parse('2000::'), 3);
}

/** Devices in the same home network have public addresses too. */
function isSameNetwork(address: ipaddr.IPv6, own: string): boolean {
  return ipaddr.IPv6.isValid(own) && address.match(ipaddr.IPv6.parse(own), 64);
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? []);
}
