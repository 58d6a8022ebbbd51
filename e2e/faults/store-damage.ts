import { cpSync, mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { damage, damageLeafOf } from '../../daemon/store/test-damage.ts';
import { until } from '../../daemon/test-until.ts';
import {
  RefusedRequestError,
  startDaemon,
  type DaemonProcess,
  type Home,
  type StartOptions,
} from '../daemon-process.ts';
import { connectToDegraded } from './degraded-client.ts';
import { overHttp, type ChoiceId, type RepairWay } from './repair-ways.ts';
import { makeSmallDisk, smallDiskMissing } from './small-disk.ts';

/** A way in which the files of a closed store are damaged. `repair`: the choice that brings the mail back. */
export type DamagedProfile = {
  name: string;
  break?(dataDir: string): void;
  /** Whether the disk has no byte free, which lasts until the repair was tried once. */
  isDiskFull?: boolean;
  /** `none`: the daemon repairs it by itself. `recommended`: the first choice that the daemon offers. */
  repair: 'restore' | 'salvage' | 'start_over' | 'recommended' | 'none';
};

const mail = (dataDir: string) => join(dataDir, 'mail.db');
const leaf =
  (table: string, nth = 0) =>
  (dataDir: string) =>
    damageLeafOf(mail(dataDir), table, nth);
/** As a process that was killed, after which the next one checks the store. */
const killed = (dataDir: string) =>
  writeFileSync(
    join(dataDir, 'identity.json'),
    JSON.stringify({ instance: 'posthorn-test', pid: 1, started_at: '', is_demo: false, has_mail: true }),
  );
const sizeOf = (file: string) => statSync(file).size;
const removeDatabase = (file: string) =>
  ['', '-wal', '-shm'].forEach((end) => rmSync(`${file}${end}`, { force: true }));

const damagedTables = [
  'messages',
  'sources',
  'placements',
  'attachments',
  'threads',
  'label_messages',
  'drafts',
  'accounts',
];

/** Twenty damaged profiles, and three on a full disk. */
export const damagedProfiles: readonly DamagedProfile[] = [
  { name: 'the first page is overwritten', break: (dir) => damage(mail(dir), 0, 4096), repair: 'restore' },
  {
    name: 'the first page is overwritten, started over',
    break: (dir) => damage(mail(dir), 0, 4096),
    repair: 'start_over',
  },
  { name: 'mail.db is missing', break: (dir) => removeDatabase(mail(dir)), repair: 'restore' },
  { name: 'mail.db is missing, started over', break: (dir) => removeDatabase(mail(dir)), repair: 'start_over' },
  {
    name: 'mail.db is empty',
    break: (dir) => (removeDatabase(mail(dir)), writeFileSync(mail(dir), '')),
    repair: 'restore',
  },
  {
    name: 'mail.db is text',
    break: (dir) => writeFileSync(mail(dir), 'not a database '.repeat(1000)),
    repair: 'restore',
  },
  {
    name: 'mail.db is a folder',
    break: (dir) => (removeDatabase(mail(dir)), mkdirSync(mail(dir))),
    repair: 'restore',
  },
  {
    name: 'the second half of mail.db is missing',
    break: (dir) => (truncateSync(mail(dir), Math.floor(sizeOf(mail(dir)) / 2)), killed(dir)),
    repair: 'restore',
  },
  {
    name: 'a tenth of mail.db is overwritten',
    break(dir) {
      damage(mail(dir), Math.floor(sizeOf(mail(dir)) * 0.45), Math.floor(sizeOf(mail(dir)) / 10));
      killed(dir);
    },
    repair: 'recommended',
  },
  ...damagedTables.map((table): DamagedProfile => ({
    name: `a page of ${table} is overwritten`,
    break: (dir) => (leaf(table)(dir), killed(dir)),
    repair: 'salvage',
  })),
  { name: 'activity.db is overwritten', break: (dir) => damage(join(dir, 'activity.db'), 0, 4096), repair: 'none' },
  {
    name: 'index.db is overwritten',
    break: (dir) => damage(join(dir, 'index.db'), 0, sizeOf(join(dir, 'index.db'))),
    repair: 'none',
  },
  {
    name: 'all three databases are overwritten',
    break: (dir) => ['mail.db', 'index.db', 'activity.db'].forEach((name) => damage(join(dir, name), 0, 4096)),
    repair: 'restore',
  },
  { name: 'the disk is full', isDiskFull: true, repair: 'none' },
  {
    name: 'the disk is full and the first page is overwritten',
    break: (dir) => damage(mail(dir), 0, 4096),
    isDiskFull: true,
    repair: 'restore',
  },
  {
    name: 'the disk is full and a page of messages is overwritten',
    break: (dir) => (leaf('messages')(dir), killed(dir)),
    isDiskFull: true,
    repair: 'salvage',
  },
];

/** Why a profile cannot be made on this machine; undefined if it can. */
export function profileMissing({ isDiskFull = false }: DamagedProfile): string | undefined {
  return isDiskFull ? smallDiskMissing() : undefined;
}

type RepairOptions = { home: Home; way: RepairWay; start: StartOptions; messages: number };

/**
 * Damages a copy of `home`, repairs it, and returns what is wrong afterwards; empty if all mail and the draft are back.
 * `messages` is the number of messages on the server.
 */
export async function repairDamaged(profile: DamagedProfile, options: RepairOptions): Promise<string[]> {
  const { way, start, messages } = options;
  const disk = profile.isDiskFull ? makeSmallDisk(smallDiskMegabytes) : undefined;
  const home = copyHome(options.home, disk?.folder);
  try {
    profile.break?.(home.dataDir);
    disk?.fill();
    const daemon = await startDaemon(home, start);
    try {
      const found = await repairAndCompare(profile, { daemon, home, way, messages, freeDisk: disk?.empty });
      return found.map((sentence) => `${profile.name}, ${way.name}: ${sentence}`);
    } finally {
      await daemon.stop();
    }
  } catch (failed) {
    return [`${profile.name}, ${way.name}: ${failed instanceof Error ? failed.message : String(failed)}`];
  } finally {
    home.remove();
    disk?.remove();
  }
}

const smallDiskMegabytes = 96;

/** A copy of `home` in the folder beside it, or below `disk`. */
export function copyHome(home: Home, disk?: string): Home {
  const dir = join(disk ?? `${join(home.dataDir, '..')}-copy`, 'home');
  rmSync(dir, { recursive: true, force: true });
  cpSync(join(home.dataDir, '..'), dir, { recursive: true });
  return {
    configDir: join(dir, 'config'),
    dataDir: join(dir, 'data'),
    remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }),
  };
}

type Repair = Omit<RepairOptions, 'start'> & { daemon: DaemonProcess; freeDisk: (() => void) | undefined };

async function repairAndCompare(profile: DamagedProfile, repair: Repair): Promise<string[]> {
  const { daemon, way, messages, freeDisk } = repair;
  const found: string[] = [];
  if (profile.repair === 'none') await untilDiskIsFree(daemon, freeDisk);
  else {
    const choice = await choiceFor(profile, repair);
    found.push(...(await connectToDegraded(daemon.port)));
    if (freeDisk) found.push(...(await tryOnFullDisk(choice, repair)));
    freeDisk?.();
    await way.repair(choice, repair);
  }
  const isNormal = () =>
    daemon.ask('repair.state', {}).then(
      ({ mode }) => mode === 'normal',
      () => false,
    );
  await until('the store is repaired', isNormal, { withinMs: 120_000 });
  const count = async () => (await daemon.ask('admin.status', {})).total_messages;
  await until('all mail is back', async () => (await count()) === messages, { withinMs: 120_000 });
  const { drafts } = await daemon.ask('drafts.list', {});
  return drafts.length === 1 || isDraftLost(profile) ? found : [...found, `There are ${drafts.length} drafts.`];
}

/** A draft that was on a damaged page, or whose database could not be read at all, exists in the backup only. */
export function isDraftLost({ repair, name }: DamagedProfile): boolean {
  return repair === 'start_over' || name.includes('drafts');
}

/** Waits until the damage is noticed, and returns what is chosen for it. */
async function choiceFor(profile: DamagedProfile, { daemon }: Repair): Promise<ChoiceId> {
  const state = () => daemon.ask('repair.state', {});
  await until('the damage is noticed', async () => (await state()).problem !== null);
  const [first] = (await state()).choices;
  if (profile.repair === 'recommended') return first?.id ?? 'retry';
  return profile.repair === 'none' ? 'retry' : profile.repair;
}

/** A full disk is reported, and its end is noticed. */
async function untilDiskIsFree(daemon: DaemonProcess, freeDisk: (() => void) | undefined): Promise<void> {
  if (!freeDisk) return;
  const problem = async () => (await daemon.ask('admin.status', {})).disk;
  await until('the full disk is reported', async () => (await problem())?.startsWith('The disk is full') === true);
  freeDisk();
  await until('the disk can store something', async () => (await problem()) === null);
}

/** A repair that finds no space says so, and leaves everything as it was. */
async function tryOnFullDisk(choice: ChoiceId, { daemon, home }: Repair): Promise<string[]> {
  await overHttp.repair(choice, { daemon, home }).catch((refused: unknown) => {
    if (!(refused instanceof RefusedRequestError)) throw refused;
  });
  const state = () => daemon.ask('repair.state', {});
  await until('the repair has ended', async () => (await state()).task?.state !== 'running');
  const { mode, task } = await state();
  if (mode === 'normal') return ['The repair succeeded on a full disk.'];
  return task === null || /disk|space/i.test(task.error ?? '') ? [] : [`The repair ended with "${task.error}".`];
}
