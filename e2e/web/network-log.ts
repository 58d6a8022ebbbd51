import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Hosts that Chromium itself requests, for its own services. */
const browserVendorHosts = /(^|\.)(google|googleapis|gstatic|gvt1)\.com$/;

const localHost = /^(localhost|127\.0\.0\.1|\[?::1\]?|)$/;

/** The file into which a browser logs its network activity; it is read once, after the browser has ended. */
type NetworkLog = { flag: string; read(): string[] };

/** Chromium's own log format: it also contains activity that no page is informed of, for example DNS lookups. */
export function createNetworkLog(): NetworkLog {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-network-'));
  const file = join(folder, 'log.json');
  return {
    flag: `--log-net-log=${file}`,
    read() {
      const log = readFileSync(file, 'utf8');
      rmSync(folder, { recursive: true, force: true });
      return foreignHostsIn(log).map((host) => `asked on the network: ${host}`);
    },
  };
}

/** The hosts beyond this computer that were looked up or connected to, each once. */
export function foreignHostsIn(log: string): string[] {
  const hosts = [...log.matchAll(/"host":"(?:\w+:\/\/)?(\[[^\]"]*\]|[^:"/]*)/g)].map(([, host = '']) => host);
  return [...new Set(hosts)].filter((host) => !localHost.test(host) && !browserVendorHosts.test(host));
}
