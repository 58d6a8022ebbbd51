import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { damage, damageLeafOf } from '../../daemon/store/test-damage.ts';
import { until } from '../../daemon/test-until.ts';
import { environmentOf, startDaemon, type DaemonProcess, type Home } from '../daemon-process.ts';

/** A way in which the files of a closed store are damaged. `repair`: the choice that brings the mail back. */
type DamagedProfile = {
  name: string;
  break(dataDir: string): void;
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

/** Twenty damaged profiles. */
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
];

export type Way = 'http' | 'command line';

/**
 * Damages a copy of `home`, repairs it, and returns what is wrong afterwards; empty if all mail and the draft are back.
 * `messages` is the number of messages on the server.
 */
export async function repairDamaged(
  profile: DamagedProfile,
  { home, way, caFile, messages }: { home: Home; way: Way; caFile: string; messages: number },
): Promise<string[]> {
  const copy = copyHome(home);
  try {
    profile.break(copy.dataDir);
    const daemon = await startDaemon(copy, { caFile });
    try {
      return await repairAndCompare(profile, { daemon, home: copy, way, messages });
    } finally {
      await daemon.stop();
    }
  } catch (failed) {
    return [`${profile.name}, ${way}: ${failed instanceof Error ? failed.message : String(failed)}`];
  } finally {
    copy.remove();
  }
}

function copyHome(home: Home): Home {
  const dir = `${join(home.dataDir, '..')}-copy`;
  rmSync(dir, { recursive: true, force: true });
  cpSync(join(home.dataDir, '..'), dir, { recursive: true });
  return {
    configDir: join(dir, 'config'),
    dataDir: join(dir, 'data'),
    remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }),
  };
}

type Repair = { daemon: DaemonProcess; home: Home; way: Way; messages: number };

async function repairAndCompare(profile: DamagedProfile, { daemon, home, way, messages }: Repair): Promise<string[]> {
  const state = async () => daemon.ask('repair.state', {});
  if (profile.repair !== 'none') {
    await until(`"${profile.name}" is noticed`, async () => (await state()).problem !== null);
    const health = await daemon.ask('client.health', {});
    if (!health.degraded) return [`${profile.name}: /health does not say that it is degraded`];
    const [backup = ''] = readdirSync(join(home.dataDir, 'backups')).filter((name) => name.startsWith('posthorn-'));
    const [first] = (await state()).choices;
    const repair = profile.repair === 'recommended' ? (first?.id ?? 'retry') : profile.repair;
    await (way === 'http' ? repairOverHttp : repairOnCommandLine)(repair, { daemon, home, backup });
  }
  const isNormal = () =>
    state().then(
      ({ mode }) => mode === 'normal',
      () => false,
    );
  await until(`"${profile.name}" is repaired`, isNormal, { withinMs: 120_000 });
  const count = async () => (await daemon.ask('admin.status', {})).total_messages;
  await until(`all mail is back after "${profile.name}"`, async () => (await count()) === messages, {
    withinMs: 120_000,
  });
  const { drafts } = await daemon.ask('drafts.list', {});
  // A draft that was on a damaged page, or whose database could not be read at all, exists in the backup only.
  const isDraftLost = profile.repair === 'start_over' || profile.name.includes('drafts');
  return drafts.length === 1 || isDraftLost ? [] : [`${profile.name}, ${way}: ${drafts.length} drafts`];
}

type ChoiceId = 'restore' | 'salvage' | 'start_over' | 'retry';
type Chosen = { daemon: DaemonProcess; home: Home; backup: string };

async function repairOverHttp(repair: ChoiceId, { daemon, backup }: Chosen): Promise<void> {
  if (repair === 'restore') await daemon.ask('repair.restore', { backup });
  else if (repair === 'salvage') await daemon.ask('repair.salvage', {});
  else await daemon.ask('repair.startOver', {});
}

async function repairOnCommandLine(repair: ChoiceId, { home, backup }: Chosen): Promise<void> {
  const words = repair === 'restore' ? ['restore', backup] : ['repair', repair.replace('_', '-')];
  const child = spawn(process.execPath, ['daemon/fronts/cli.ts', ...words], { env: environmentOf(home) });
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(`posthorn ${words.join(' ')} ended with ${code}: ${errors}`);
}
