import { readFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { endianness } from 'node:os';

/** The two ends of an accepted connection, as `net.Socket` names them: "remote" is the client. */
export type ConnectionEnds = {
  remoteAddress?: string | undefined;
  remotePort?: number | undefined;
  localAddress?: string | undefined;
  localPort?: number | undefined;
};

/** The kernel may omit a row of a table that changes while it is read. */
const readAttempts = 3;

/**
 * The user id of the process that holds the client's end of a loopback connection, as Linux reports it; undefined if it
 * does not, for example because the client has closed its end.
 */
export async function peerUserId(connection: ConnectionEnds): Promise<number | undefined> {
  const { remoteAddress, remotePort, localAddress, localPort } = connection;
  if (!remoteAddress || !remotePort || !localAddress || !localPort) return undefined;
  const clientEnds = endsInTable(remoteAddress, remotePort);
  const serverEnds = endsInTable(localAddress, localPort);
  for (let attempt = 0; attempt < readAttempts; attempt++) {
    for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
      const owner = ownerIn(await tableText(table), clientEnds, serverEnds);
      if (owner !== undefined) return owner;
    }
  }
  return undefined;
}

/** A table that cannot be read names no owner. IPv6 may be turned off. */
async function tableText(file: string): Promise<string> {
  try {
    return await readFile(file, 'latin1');
  } catch {
    return '';
  }
}

/**
 * The columns are described in proc_pid_net(5). A row without an inode belongs to no process any more; its user id is 0
 * and means nothing.
 */
function ownerIn(table: string, clientEnds: readonly string[], serverEnds: readonly string[]): number | undefined {
  for (const line of table.split('\n')) {
    const [, local = '', remote = '', , , , , userId = '', , inode = '0'] = line.trim().split(/\s+/);
    if (!clientEnds.includes(local) || !serverEnds.includes(remote)) continue;
    if (/^\d+$/.test(userId) && inode !== '0') return Number(userId);
  }
  return undefined;
}

/** How the tables write an address and port. An IPv4 address may also be in the table of IPv6, mapped. */
function endsInTable(address: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const ipv4 = address.replace(/^::ffff:/i, '');
  if (!isIPv4(ipv4)) return address === '::1' ? [words([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]) + suffix] : [];
  const bytes = ipv4.split('.').map(Number);
  return [words(bytes) + suffix, words([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, ...bytes]) + suffix];
}

/** Each four bytes are written as one number in the byte order of the machine. */
function words(bytes: readonly number[]): string {
  const buffer = Buffer.from(bytes);
  if (endianness() === 'LE') buffer.swap32();
  return buffer.toString('hex').toUpperCase();
}
