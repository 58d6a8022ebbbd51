import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeHome, startDaemon, type Home } from '../../daemon-process.ts';
import { cacheFolder, type Maildir } from '../mail/maildir.ts';
import { timedImport } from './import-run.ts';

const project = join(import.meta.dirname, '../../..');
/** The sources that decide the form of the databases. A home that was prepared with other sources is made again. */
const schemaSources = ['daemon/store/migrations/*.ts', 'daemon/mail/index/index-{file,words,writer}.ts'];

/** A Posthorn that has imported the whole Maildir: the one of an earlier run, or a new one. */
export async function preparedHome(maildir: Maildir): Promise<Home> {
  return (await prepareHome(maildir)).home;
}

/** As `preparedHome`, and the seconds that the import took if this run did it. */
export async function prepareHome(maildir: Maildir): Promise<{ home: Home; importSeconds?: number }> {
  const folder = join(cacheFolder, `posthorn-${maildir.name}-${digestOfSources()}`);
  if (existsSync(folder)) return { home: homeIn(folder) };
  const importSeconds = await prepare(maildir, folder);
  return { home: homeIn(folder), importSeconds };
}

/** A copy that may be written to. `remove` deletes it. */
export function copyHome(home: Home): Home {
  const { configDir, dataDir, remove } = makeHome([]);
  cpSync(home.dataDir, dataDir, { recursive: true });
  return { configDir, dataDir, remove };
}

/** Returns the seconds that the import took. */
async function prepare(maildir: Maildir, folder: string): Promise<number> {
  console.log(`Importing ${maildir.name} into ${folder} …`);
  const home = makeHome([]);
  try {
    const daemon = await startDaemon(home, { caFile: '', isBundled: true });
    const { seconds } = await timedImport(home, daemon, maildir);
    await daemon.stop();
    removeOlder(maildir);
    mkdirSync(cacheFolder, { recursive: true });
    renameSync(dirname(home.dataDir), folder);
    return seconds;
  } finally {
    home.remove();
  }
}

function removeOlder({ name }: Maildir): void {
  for (const older of globSync(`posthorn-${name}-*`, { cwd: cacheFolder }))
    rmSync(join(cacheFolder, older), { recursive: true, force: true });
}

export function homeIn(folder: string): Home {
  return {
    configDir: join(folder, 'config'),
    dataDir: join(folder, 'data'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const file of globSync(schemaSources, { cwd: project }).toSorted())
    hash.update(readFileSync(join(project, file)));
  return hash.digest('hex').slice(0, 8);
}
