import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../../daemon/demo/random.ts';
import { until } from '../../daemon/test-until.ts';
import type { RandomImapClient } from '../peers/support/random-imap-client.ts';
import { startDaemon, type DaemonProcess, type Home } from '../daemon-process.ts';
import type { Dovecot, MailUser } from '../../testing/servers/dovecot.ts';
import type { Proxy } from '../../testing/servers/proxy.ts';
import { renumberMaildirFolder } from '../../testing/servers/maildir-renumber.ts';

/**
 * Faults beside the changes of a second client: the daemon is killed, its connections are cut or stall, the server
 * renumbers a folder, or the client renames, deletes or replaces one.
 */
export type Disruption = 'kill' | 'cut' | 'stall' | 'renumber' | 'renameFolder' | 'deleteFolder' | 'recreateFolder';

export type DisruptionFixture = {
  dovecot: Dovecot;
  user: MailUser;
  home: Home;
  /** The proxy between the daemon and the server. */
  proxy: Proxy;
  client: RandomImapClient;
  random: Random;
};

type DisruptionResult = {
  /** The daemon that runs after the fault. */
  daemon: DaemonProcess;
  what: string;
};

/** Causes a fault during a pass; `meanwhile` is what the second client does before the fault is over. */
export async function disrupt(
  fixture: DisruptionFixture,
  disruption: Disruption,
  { daemon, meanwhile }: { daemon: DaemonProcess; meanwhile: () => Promise<void> },
): Promise<DisruptionResult> {
  await daemon.ask('sync.start', {});
  switch (disruption) {
    case 'kill':
      return killDaemon(fixture, daemon, meanwhile);
    case 'cut':
      return { daemon, what: await cutConnections(fixture, daemon, meanwhile) };
    case 'stall':
      return { daemon, what: await stallConnections(fixture, meanwhile) };
    case 'renumber':
      await meanwhile();
      return { daemon, what: await renumberFolder(fixture) };
    case 'renameFolder':
    case 'deleteFolder':
    case 'recreateFolder':
      await meanwhile();
      return { daemon, what: await fixture.client.change(disruption) };
  }
}

async function killDaemon(
  { random, home, dovecot }: DisruptionFixture,
  daemon: DaemonProcess,
  meanwhile: () => Promise<void>,
): Promise<DisruptionResult> {
  const ms = random.below(400);
  await wait(ms);
  await daemon.kill();
  await meanwhile();
  return { daemon: await startDaemon(home, dovecot), what: `kill: ${ms} ms after a sync was asked for` };
}

/** After few bytes or many, so that some cuts fall into an answer to LIST and others into a message. */
async function cutConnections(
  { random, proxy }: DisruptionFixture,
  { ask }: DaemonProcess,
  meanwhile: () => Promise<void>,
): Promise<string> {
  const bytes = random.below(10 ** random.between(3, 6));
  const { received } = proxy;
  proxy.breakAfterReceived(bytes);
  await meanwhile();
  await until('the pass has ended', async () => {
    const { sync_statuses } = await ask('admin.status', {});
    return !sync_statuses[0]?.sync_in_progress;
  });
  // If the pass ended before that many bytes.
  proxy.breakConnections();
  return `cut: after ${Math.min(bytes, proxy.received - received)} bytes`;
}

async function stallConnections({ random, proxy }: DisruptionFixture, meanwhile: () => Promise<void>): Promise<string> {
  const isLost = random.chance(0.5);
  proxy.pause();
  await meanwhile();
  if (isLost) proxy.breakConnections();
  proxy.resume();
  return `stall: the connections ${isLost ? 'were lost' : 'went on'} after it`;
}

async function renumberFolder({ dovecot, user, client }: DisruptionFixture): Promise<string> {
  const path = await client.filledFolder();
  renumberMaildirFolder(dovecot.home(user.user), path);
  await client.open(path);
  return `renumber: ${path}`;
}
