import { setTimeout as wait } from 'node:timers/promises';
import { openReader, storeFiles } from '../../daemon/store/open.ts';
import { until } from '../../daemon/test-until.ts';
import type { Dovecot, MailUser } from '../../testing/servers/dovecot.ts';
import { makeHome, startDaemon, type DaemonProcess, type Home } from '../daemon-process.ts';
import { deliverOverLmtp } from '../peers/support/lmtp.ts';
import { dovecotAccount, untilSynced } from '../peers/support/dovecot-account.ts';
import { openSecondClient, serverFolders } from '../peers/support/second-client.ts';
import { auditStore } from '../peers/support/store-audit.ts';
import { untilConfirmed } from './mutation-fixture.ts';
import { loggedErrors } from './sync-kills.ts';

export type TriageMessage = { from: string; subject: string; text: string };

/** A Posthorn whose processes are killed, and its mailbox. */
export type TriageHome = {
  home: Home;
  /** The process that runs now. */
  daemon: () => DaemonProcess;
  deliver(messages: readonly TriageMessage[]): Promise<void>;
  /** Kills the process (`kill -9`) this long after `work` began, and starts another. Returns whether the work was done by then. */
  killDuring(work: (daemon: DaemonProcess) => Promise<unknown>, delayMs: number): Promise<boolean>;
  /** Kills the process as soon as `isReached`, and starts another. */
  killOnce(what: string, isReached: (daemon: DaemonProcess) => Promise<boolean>): Promise<void>;
  /** Stops it, and compares the store, the index and the server. Returns a sentence for each fault. */
  close(): Promise<string[]>;
};

/** Starts Posthorn on the mailbox of a user, in which is what `before` has seeded, and waits until its first sync is complete. */
export async function openTriageHome(dovecot: Dovecot, user: MailUser): Promise<TriageHome> {
  const home = makeHome([dovecotAccount(dovecot, user)]);
  const began = new Date();
  let daemon = await startDaemon(home, dovecot);
  await untilSynced(daemon, began);
  const restart = async () => {
    await daemon.kill();
    daemon = await startDaemon(home, dovecot);
  };
  return {
    home,
    daemon: () => daemon,
    async deliver(messages) {
      for (const [at, message] of messages.entries())
        await deliverOverLmtp(dovecot.lmtpPort, { to: user.email, bytes: sourceOf(message, at, user) });
    },
    async killDuring(work, delayMs) {
      let isDone = false;
      const working = work(daemon).then(
        () => (isDone = true),
        () => undefined,
      );
      await wait(delayMs);
      const wasDone = isDone;
      await restart();
      await working;
      return wasDone;
    },
    async killOnce(what, isReached) {
      await until(what, () => isReached(daemon));
      await restart();
    },
    async close() {
      try {
        const reader = openReader(storeFiles(home.dataDir));
        await untilConfirmed(daemon, reader).finally(() => reader.close());
        await daemon.stop();
        const client = await openSecondClient(dovecot, user);
        const faults = auditStore(home.dataDir, await serverFolders(client));
        await client.logout();
        return [...faults, ...loggedErrors(home)];
      } finally {
        await daemon.kill();
        home.remove();
      }
    },
  };
}

function sourceOf({ from, subject, text }: TriageMessage, at: number, { email }: MailUser): Buffer {
  const id = `${subject.replaceAll(/\W+/g, '-')}-${at}@${from.replace(/^.*@|>$/g, '')}`;
  const lines = [
    `From: ${from}`,
    `To: Ada <${email}>`,
    `Subject: ${subject}`,
    `Message-ID: <${id}>`,
    `Date: ${new Date().toUTCString()}`,
    '',
    text,
  ];
  return Buffer.from(lines.join('\r\n'));
}
