/**
 * `npm run bench -- contacts [--size 100000]`: whom a few letters may mean, over HTTP, and the page of subscriptions. A
 * completion is to be there before the next letter is typed.
 */
import { parseArgs } from 'node:util';
import { startDaemon } from '../daemon-process.ts';
import { maildirOf } from './mail/maildir.ts';
import { connectionTo } from './posthorn/http.ts';
import { medianAnswer } from './posthorn/load.ts';
import { preparedHome } from './posthorn/prepared-home.ts';
import { printFigures } from './report/table.ts';

const { values } = parseArgs({ options: { size: { type: 'string', default: '100000' } } });

/** Nothing, a letter that many begin with, and what narrows it down; a domain that all have; two words. */
const prefixes = ['', 's', 'st', 'sta', 'example', 's n'];
const repetitions = 31;

const maildir = maildirOf('S', Number(values.size));
const home = await preparedHome(maildir);
const daemon = await startDaemon(home, { caFile: '', isBundled: true });
const connection = connectionTo(daemon);
try {
  const figures = [];
  for (const q of prefixes) {
    const value = await medianAnswer(
      connection,
      { path: '/mail/contacts/autocomplete', fields: { q, limit: 10 } },
      repetitions,
    );
    figures.push({ name: `completing "${q}"`, value, unit: 'ms', goal: { below: 5 } });
  }
  const value = await medianAnswer(connection, { path: '/platform/subscriptions', fields: {} }, repetitions);
  printFigures(`Contacts of ${maildir.count} messages over HTTP, median of ${repetitions}`, [
    ...figures,
    { name: 'the first 100 subscriptions', value, unit: 'ms' },
  ]);
} finally {
  connection.close();
  await daemon.stop();
}
