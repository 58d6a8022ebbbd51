import assert from 'node:assert/strict';
import { until } from '../../../daemon/test-until.ts';
import { makeHome, startDaemon, type DaemonProcess, type Home, type ImapAccount } from '../../daemon-process.ts';
import { makeCertificate, type Certificate } from '../../../testing/servers/certificate.ts';
import { startOddServer, type OddServer, type OddServerOptions } from '../../../testing/servers/imap/server.ts';
import { openEventStream, type EventStream } from './event-stream.ts';
import { buildMessage } from './test-messages.ts';

/** Servers, each with an account of the same name, and one daemon that syncs all of them. */
export function startImapAccounts() {
  const servers = new Map<string, OddServer>();
  const certificates: Certificate[] = [];
  const accounts: ImapAccount[] = [];
  let [home, daemon, line]: [Home?, DaemonProcess?, EventStream?] = [];
  const got = <T>(value: T | undefined): T => {
    assert.ok(value !== undefined, 'the set has been started');
    return value;
  };
  const certificate = (isUntrusted: boolean): Certificate => {
    const at = isUntrusted ? 1 : 0;
    return (certificates[at] ??= makeCertificate());
  };
  const server = (key: string) => got(servers.get(key));
  const accountOf = async (key: string) => {
    const { accounts: all } = await got(daemon).ask('accounts.list', {});
    const { account_id, health } = got(all.find((account) => account.key === key));
    const status = await got(daemon).ask('sync.status', { account_id });
    assert.ok(status.kind === 'SyncStatus');
    return { account_id, health, sync: status.sync };
  };
  /** The account once a pass has ended, successful or not, and while none runs. */
  const stateOf = async (key: string) => {
    let state = await accountOf(key);
    await until(`a sync of ${key} has ended`, async () => {
      state = await accountOf(key);
      const { health, sync } = state;
      const hasEnded = sync.last_success_at !== null || sync.last_error !== null;
      return hasEnded && !sync.sync_in_progress && health.state !== 'syncing';
    });
    return state;
  };

  return {
    server,
    stateOf,
    home: () => got(home),
    daemon: () => got(daemon),
    line: () => got(line),
    async add(key: string, options: OddServerOptions, isUntrusted = false): Promise<OddServer> {
      const added = await startOddServer({ ...options, user: key, certificate: certificate(isUntrusted) });
      servers.set(key, added);
      const { port, user: username, password } = added;
      accounts.push({ key, name: key, email: `${key}@odd.example`, port, username, password });
      return added;
    },
    async start() {
      home = makeHome(accounts);
      daemon = await startDaemon(home, certificate(false));
      line = await openEventStream(daemon);
    },
    /** Waits until new mail of an account is announced, and requests syncs until then. */
    async untilAnnounced(key: string, subject: string) {
      await until(`"${subject}" is announced`, async () => {
        const news = got(line).received.flatMap((event) => (event.event === 'NewMessages' ? event.envelopes : []));
        if (news.some((envelope) => envelope.subject === subject)) return true;
        const { account_id, sync } = await accountOf(key);
        if (!sync.sync_in_progress) await got(daemon).ask('sync.start', { account_id });
        return false;
      });
    },
    async end() {
      line?.close();
      await daemon?.kill();
      for (const each of servers.values()) await each.stop();
      for (const each of certificates) each?.remove();
      home?.remove();
    },
  };
}

export function messageWith(subject: string): Buffer {
  return buildMessage({ id: `${subject.replaceAll(' ', '.')}@odd.example`, subject, text: `This is ${subject}.` });
}
