import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from '../../../daemon/store/db.ts';
import { openReader, storeFiles } from '../../../daemon/store/open.ts';
import { until } from '../../../daemon/test-until.ts';
import { makeHome, startDaemon, type Home } from '../../daemon-process.ts';
import { cacheFolder, type Maildir } from '../mail/maildir.ts';
import { importAll } from './import-run.ts';

const project = join(import.meta.dirname, '../../..');
/** Longer than it takes to divide 100,000 messages. */
const maxBackgroundMs = 30 * 60_000;
/** Assessing the senders of more messages takes too long: forty in a second, so that the computer stays free for other work. */
const mostAssessed = 10_000;

/** The sources that decide the form of the databases. A home that was prepared with other sources is made again. */
const schemaSources = ['daemon/store/migrations/*.ts', 'daemon/mail/index/index-{file,words,writer}.ts'];

/** A Posthorn that has imported the whole Maildir: the one of an earlier run, or a new one. */
export async function preparedHome(maildir: Maildir): Promise<Home> {
  const folder = join(cacheFolder, `posthorn-${maildir.name}-${digestOfSources()}`);
  if (!existsSync(folder)) await prepare(maildir, folder);
  return homeIn(folder);
}

/** A copy that may be written to. `remove` deletes it. */
export function copyHome(home: Home): Home {
  const { configDir, dataDir, remove } = makeHome([]);
  cpSync(home.dataDir, dataDir, { recursive: true });
  return { configDir, dataDir, remove };
}

async function prepare(maildir: Maildir, folder: string): Promise<void> {
  console.log(`Importing ${maildir.name} into ${folder} …`);
  const home = makeHome([]);
  try {
    const daemon = await startDaemon(home, { caFile: '', isBundled: true });
    await importAll(daemon, home, maildir.path);
    await untilProcessed(home);
    await daemon.stop();
    removeOlder(maildir);
    mkdirSync(cacheFolder, { recursive: true });
    renameSync(dirname(home.dataDir), folder);
  } finally {
    home.remove();
  }
}

/**
 * Messages are divided into chunks and their senders assessed in the background after an import. Without this wait every copy would
 * do so while it is measured.
 */
async function untilProcessed({ dataDir }: Home): Promise<void> {
  const db = openReader(storeFiles(dataDir));
  const isDivided = () => db.get(sql`SELECT 1 FROM idx.semantic_undivided LIMIT 1`) === undefined;
  const isAssessed = () => {
    const newest = db.get<{ id: number | null }>(sql`SELECT max(id) AS id FROM messages`)?.id ?? 0;
    const assessed = db.get<{ newest: number }>(sql`SELECT newest FROM suspicion_scan`)?.newest ?? 0;
    return assessed >= newest || newest > mostAssessed;
  };
  const limits = { withinMs: maxBackgroundMs, everyMs: 500 };
  await until('all messages are processed', () => isDivided() && isAssessed(), limits).finally(db.close);
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
