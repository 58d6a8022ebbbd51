/**
 * `npm run bench -- peers [MESSAGES]`: takes in a demo mailbox, index included, and has notmuch index the same messages
 * from a maildir. The demo's servers write their mail while we fetch it, and that time is counted as ours.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../daemon/base/clock.ts';
import { openLog } from '../../daemon/base/log.ts';
import { configSchema } from '../../daemon/config/schema.ts';
import { openDaemon } from '../../daemon/daemon.ts';
import { demoConfig, demoOpener } from '../../daemon/demo.ts';
import { readSource } from '../../daemon/mail/source.ts';
import { sql } from '../../daemon/store/db.ts';
import { openReader, storeFiles } from '../../daemon/store/open.ts';
import { printFigures } from './report/table.ts';

const [messages = 20_000] = process.argv.slice(2).map(Number);

if (spawnSync('notmuch', ['--version']).status !== 0)
  console.log('skipped: peer: notmuch is not here (apt-get install notmuch).');
else {
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));
  try {
    await compare(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function compare(dir: string): Promise<void> {
  const dataDir = join(dir, 'data');
  const ours = await secondsToTakeIn(dataDir);
  const written = writeMaildir(dataDir, join(dir, 'mail'));
  const theirs = secondsToIndex(join(dir, 'mail'), join(dir, 'notmuch-config'));
  printFigures(`Taking in ${written} messages, index included`, [
    { name: 'posthorn', value: ours, unit: 's' },
    { name: 'posthorn', value: written / ours, unit: 'messages/s' },
    { name: 'notmuch new', value: theirs, unit: 's' },
    { name: 'notmuch new', value: written / theirs, unit: 'messages/s' },
    { name: 'posthorn against notmuch', value: theirs / ours, unit: 'times as fast', goal: { atLeast: 8 } },
  ]);
}

async function secondsToTakeIn(dataDir: string): Promise<number> {
  const config = { current: configSchema.parse({}), notes: [], explicit: new Set<string>() };
  const demo = demoConfig(config, messages);
  const began = performance.now();
  const daemon = await openDaemon({
    paths: { instance: 'posthorn-bench', dataDir },
    config: demo,
    openProvider: demoOpener(messages, systemClock),
    log: openLog({ file: join(dataDir, 'daemon.log') }),
    version: '0',
    isDemo: true,
  });
  await new Promise<void>((resolve) => {
    const synced = new Set<string>();
    daemon.events.subscribe((event) => {
      if (event.event === 'SyncFinished') synced.add(event.account_id);
      if (synced.size === Object.keys(demo.current.accounts).length) resolve();
    });
  });
  await daemon.indexed();
  const seconds = (performance.now() - began) / 1000;
  await daemon.close();
  return seconds;
}

/** The messages as they were received, one file each. */
function writeMaildir(dataDir: string, maildir: string): number {
  for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(maildir, part), { recursive: true });
  const files = storeFiles(dataDir);
  const db = openReader(files);
  const ids = db.all<{ id: number }>(sql`SELECT id FROM messages ORDER BY sort_key`);
  for (const { id } of ids)
    writeFileSync(join(maildir, 'cur', `${id}.posthorn:2,S`), readSource(db, files.blobs, id) ?? '');
  db.close();
  return ids.length;
}

function secondsToIndex(maildir: string, config: string): number {
  writeFileSync(
    config,
    `[database]\npath=${maildir}\n[user]\nname=Bench\nprimary_email=bench@example.test\n[new]\ntags=inbox\n`,
  );
  const began = performance.now();
  execFileSync('notmuch', ['new', '--quiet'], { env: { ...process.env, NOTMUCH_CONFIG: config }, stdio: 'inherit' });
  return (performance.now() - began) / 1000;
}
