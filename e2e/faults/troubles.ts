import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../../daemon/providers/fake/random.ts';
import { until } from '../../daemon/test-ceiling.ts';
import type { RandomClient } from '../peers/random-client.ts';
import { startDaemon, type DaemonProcess, type Home } from '../process.ts';
import type { Dovecot, MailUser } from '../servers/dovecot.ts';
import type { Proxy } from '../servers/proxy.ts';
import { renumber } from '../servers/renumbering.ts';

/**
 * What happens beside the changes of a second client: the daemon is killed, its connections are cut or stand still, the
 * server numbers a folder anew, or that client renames, deletes or replaces one.
 */
export type Trouble = 'kill' | 'cut' | 'standstill' | 'renumber' | 'renameFolder' | 'deleteFolder' | 'recreateFolder';

export type Scene = {
  dovecot: Dovecot;
  user: MailUser;
  home: Home;
  /** Between the daemon and the server. */
  proxy: Proxy;
  client: RandomClient;
  random: Random;
};

export type Troubled = {
  /** The daemon that runs afterwards. */
  daemon: DaemonProcess;
  what: string;
};

/** Makes a trouble while a pass is under way; `meanwhile` is what the second client does before it is over. */
export async function makeTrouble(
  scene: Scene,
  trouble: Trouble,
  { daemon, meanwhile }: { daemon: DaemonProcess; meanwhile: () => Promise<void> },
): Promise<Troubled> {
  await daemon.ask('sync.start', {});
  switch (trouble) {
    case 'kill':
      return killed(scene, daemon, meanwhile);
    case 'cut':
      return { daemon, what: await cut(scene, daemon, meanwhile) };
    case 'standstill':
      return { daemon, what: await standstill(scene, meanwhile) };
    case 'renumber':
      await meanwhile();
      return { daemon, what: await renumbered(scene) };
    case 'renameFolder':
    case 'deleteFolder':
    case 'recreateFolder':
      await meanwhile();
      return { daemon, what: await scene.client.change(trouble) };
  }
}

async function killed(
  { random, home, dovecot }: Scene,
  daemon: DaemonProcess,
  meanwhile: () => Promise<void>,
): Promise<Troubled> {
  const ms = random.below(400);
  await wait(ms);
  await daemon.kill();
  await meanwhile();
  return { daemon: await startDaemon(home, dovecot), what: `kill: ${ms} ms after a sync was asked for` };
}

/** After a few bytes or many, so that some cuts fall into an answer to LIST and others into the mail itself. */
async function cut({ random, proxy }: Scene, { ask }: DaemonProcess, meanwhile: () => Promise<void>): Promise<string> {
  const bytes = random.below(10 ** random.between(3, 6));
  const { received } = proxy;
  proxy.cutAfter(bytes);
  await meanwhile();
  await until('the pass has ended', async () => {
    const { sync_statuses } = await ask('admin.status', {});
    return !sync_statuses[0]?.sync_in_progress;
  });
  // Where the pass was over before that many bytes.
  proxy.cut();
  return `cut: after ${Math.min(bytes, proxy.received - received)} bytes`;
}

async function standstill({ random, proxy }: Scene, meanwhile: () => Promise<void>): Promise<string> {
  const isLost = random.chance(0.5);
  proxy.standStill();
  await meanwhile();
  if (isLost) proxy.cut();
  proxy.goOn();
  return `standstill: the connections ${isLost ? 'were lost' : 'went on'} after it`;
}

async function renumbered({ dovecot, user, client }: Scene): Promise<string> {
  const path = await client.filledFolder();
  renumber(dovecot.home(user.user), path);
  await client.open(path);
  return `renumber: ${path}`;
}
