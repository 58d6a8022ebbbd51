import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Whether an IP address belongs to this machine: 127.0.0.0/8, ::1, and 127.0.0.0/8 mapped into IPv6 (::ffff:127.0.0.1). */
export function isLoopback(address: string | undefined): boolean {
  const family = isIP(address ?? '');
  if (!address || family === 0 || address.includes('%')) return false;
  return loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
