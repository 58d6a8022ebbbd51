/**
 * `npm run bench -- arrival [--size 100000] [--rounds 15]`: the time from the arrival of a message at the running daemon
 * until a search over HTTP finds it, and storing and indexing alone, against `notmuch new` with one new file (goal 12).
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startDaemon, type Home } from '../daemon-process.ts';
import { maildirOf, type Maildir } from './mail/maildir.ts';
import { hasNotmuch, indexedByNotmuch } from './peers/notmuch.ts';
import { commitTimes } from './posthorn/commit.ts';
import { connectionTo, type Connection } from './posthorn/http.ts';
import { openInProcess } from './posthorn/in-process.ts';
import { copyHome, preparedHome } from './posthorn/prepared-home.ts';
import { socketOf } from './posthorn/import-run.ts';
import { median, printComparisons, printFigures } from './report/table.ts';

const { values } = parseArgs({
  options: { size: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '15' } },
});
const rounds = Number(values.rounds);

const maildir = maildirOf('S', Number(values.size));
const home = copyHome(await preparedHome(maildir));
try {
  await compare(maildir, home);
} finally {
  home.remove();
}

async function compare(maildir: Maildir, home: Home): Promise<void> {
  const commits = await commitTimes(home, newMessages(rounds, 'commit'));
  const deliveries = await deliveryTimes(home);
  const imports = await importTimes(home);
  const figures = [
    { name: 'stored and indexed, in the workers', value: median(commits) },
    { name: 'delivered by a server until HTTP finds it', value: median(deliveries) },
    { name: 'imported from a file until HTTP finds it', value: median(imports) },
  ];
  const title = `One message comes to ${maildir.count}, median of ${rounds} (goal 12)`;
  if (!hasNotmuch()) {
    console.log('skipped: peer: notmuch is not here (apt-get install notmuch).');
    return printFigures(
      title,
      figures.map((figure) => ({ ...figure, unit: 'ms' })),
    );
  }
  const peer = { name: 'notmuch new', value: median(await notmuchTimes(maildir)) };
  printComparisons(
    title,
    figures.map(({ name, value }) => ({ name, unit: 'ms', ours: value, peer, goal: { atMost: 0.1 } })),
  );
}

/** The time from the arrival of a message on the server until a search over HTTP finds it. */
async function deliveryTimes(home: Home): Promise<number[]> {
  const live = await openInProcess(home);
  const connection = connectionTo(live);
  const times: number[] = [];
  for (const { word, bytes } of newMessages(rounds, 'delivery')) {
    const began = performance.now();
    live.deliver(bytes);
    await untilFound(connection, word);
    times.push(performance.now() - began);
  }
  connection.close();
  await live.close();
  return times;
}

/** The time from the request to import one file until a search over HTTP finds it. */
async function importTimes(home: Home): Promise<number[]> {
  const daemon = await startDaemon(home, { caFile: '', isBundled: true });
  const socket = await socketOf(home);
  const connection = connectionTo(daemon);
  const times: number[] = [];
  for (const [i, { word, bytes }] of newMessages(rounds, 'import').entries()) {
    const path = join(home.dataDir, '..', `${i}.eml`);
    writeFileSync(path, bytes);
    const began = performance.now();
    await socket.ask('import.start', { path });
    await untilFound(connection, word);
    times.push(performance.now() - began);
  }
  connection.close();
  socket.close();
  await daemon.stop();
  return times;
}

async function untilFound({ ask }: Connection, word: string): Promise<void> {
  for (;;) {
    const { text } = await ask('/mail/search', { q: word, scope: 'messages', limit: 1 });
    if ((JSON.parse(text) as { total: number }).total > 0) return;
  }
}

/** `notmuch new` with one more file; the file is removed afterwards. */
async function notmuchTimes(maildir: Maildir): Promise<number[]> {
  const notmuch = await indexedByNotmuch(maildir);
  const times: number[] = [];
  for (const { word, bytes } of newMessages(rounds, 'notmuch')) {
    const file = join(maildir.path, 'cur', `1900000000.${word}.bench:2,`);
    writeFileSync(file, bytes);
    try {
      times.push(notmuch.run('new', '--quiet'));
    } finally {
      rmSync(file);
      notmuch.run('new', '--quiet');
    }
  }
  return times;
}

/** Short messages, each with a word that no other message has. */
function newMessages(count: number, name: string): { word: string; bytes: Buffer }[] {
  return Array.from({ length: count }, (_, i) => {
    const word = `${name}${i}x${process.pid}`;
    const head =
      `From: Somebody <somebody@there.example>\r\nTo: Owner <owner@posthorn.example>\r\nSubject: ${word}\r\n` +
      `Date: Sun, 01 Mar 2026 12:00:${String(i).padStart(2, '0')} +0000\r\nMessage-ID: <${word}@there.example>\r\n`;
    return { word, bytes: Buffer.from(`${head}\r\nA short letter.\r\n`) };
  });
}
