/**
 * `npm run bench -- analytics [--size 100000] [--million]`: each report of analytics over all mail, against a plain Node program
 * that reads the rows and counts in JavaScript, in turns. `--million` measures ten copies of the mailbox, with the limit of two
 * seconds instead of 300 ms.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { instantOf, movableClock } from '../../daemon/base/clock.ts';
import { silentLog } from '../../daemon/base/log.ts';
import { openConfig } from '../../daemon/config/live-config.ts';
import { JsonText } from '../../daemon/contract/define.ts';
import { openDaemon, type Daemon } from '../../daemon/daemon.ts';
import { openReadOnly, openWritable, sql } from '../../daemon/store/db.ts';
import { storeFiles } from '../../daemon/store/open.ts';
import type { Home } from '../daemon-process.ts';
import { maildirOf } from './mail/maildir.ts';
import { syntheticCorrespondents } from './mail/synthetic.ts';
import { openPlain, plainReports, type PlainRequest } from './peers/plain-reports.ts';
import { millionRows } from './posthorn/million.ts';
import { copyHome, preparedHome } from './posthorn/prepared-home.ts';
import { reportRequests } from './posthorn/reports.ts';
import { median, printComparisons, printFigures } from './report/table.ts';

const { values } = parseArgs({
  options: { size: { type: 'string', default: '100000' }, million: { type: 'boolean', default: false } },
});

const maildir = maildirOf('S', Number(values.size));
const usual = await preparedHome(maildir);
const home = copyHome(values.million ? await millionRows(maildir, usual) : usual);
markSent(home);
const { mail } = storeFiles(home.dataDir);
const { count, newest } = factsOf(home);
const now = new Date((newest + 86_400) * 1000);
const [limit, repetitions] = values.million ? [2_000, 5] : [300, 9];
const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();

const config = openConfig({ configFile: join(home.configDir, 'config.toml') }, { log: silentLog });
const daemon = await openDaemon({
  paths: { instance: 'posthorn-bench', dataDir: home.dataDir },
  config,
  openProvider: () => Promise.reject(new Error('imported mail has no server')),
  openSender: () => Promise.reject(new Error('imported mail has no server')),
  log: silentLog,
  version: '0',
  clock: movableClock(instantOf(now)),
  automaticBackups: false,
});
const plain = openPlain(mail);
try {
  const all = await measured({ now, zone });
  printFigures(
    `Reports on ${count} messages, median of ${repetitions}`,
    all.map(({ name, ours }) => ({ name, value: median(ours), unit: 'ms', goal: { below: limit } })),
  );
  printComparisons(
    `Reports on ${count} messages, and a plain Node program`,
    all.map(({ name, ours, theirs }) => ({
      name,
      unit: 'ms',
      ours: median(ours),
      peer: { name: 'plain', value: median(theirs) },
      goal: { atMost: 1 },
    })),
  );
} finally {
  plain.close();
  await daemon.close();
  config.close();
  home.remove();
}

type Times = { name: string; ours: number[]; theirs: number[] };

/** The peer takes longer, so it runs in every fourth turn only. */
async function measured(request: PlainRequest): Promise<Times[]> {
  const all: Times[] = [];
  for (const [name, report] of Object.entries(plainReports)) {
    const { name: requestName, input } = reportRequests[name as keyof typeof plainReports];
    const times: Times = { name, ours: [], theirs: [] };
    await timeOf(daemon, requestName, input);
    for (let turn = 0; turn < repetitions; turn++) {
      times.ours.push(await timeOf(daemon, requestName, input));
      if (turn % 4 !== 0) continue;
      const began = performance.now();
      JSON.stringify(report(plain, request));
      times.theirs.push(performance.now() - began);
    }
    all.push(times);
  }
  return all;
}

async function timeOf({ dispatch }: Daemon, name: string, input: object): Promise<number> {
  const began = performance.now();
  const reply = await dispatch(name, input, { origin: 'web' });
  if (!(reply instanceof JsonText) || reply.text.length < 20) throw new Error(`${name} replied with nothing`);
  return performance.now() - began;
}

/** Imported mail belongs to no account with an address, so all of it counts as received: this marks the owner's as sent. */
function markSent({ dataDir }: Home): void {
  const { owner } = syntheticCorrespondents();
  const db = openWritable(storeFiles(dataDir).mail, { durability: 'normal' });
  db.transaction(() => {
    db.run(
      sql`UPDATE messages SET direction = 'outbound' WHERE from_email = ${owner.email} COLLATE NOCASE AND direction = 'inbound'`,
    );
    db.run(sql`UPDATE contacts SET sent = received / 2, last_sent = last_received WHERE sent = 0 AND id % 2 = 0`);
  });
  db.close();
}

/** The newest message in unix seconds. */
function factsOf({ dataDir }: Home): { count: number; newest: number } {
  const db = openReadOnly(storeFiles(dataDir).mail);
  const facts = db.get<{ count: number; newest: number }>(
    sql`SELECT count(*) AS count, max(sort_key) AS newest FROM messages`,
  );
  db.close();
  if (!facts) throw new Error('there is no mail');
  return facts;
}
