/**
 * `npm run bench -- contacts [--size 100000]`: the completion of an address from a few letters over HTTP, and the page of
 * subscriptions. A completion should be there before the user types the next letter.
 */
import { parseArgs } from 'node:util';
import { startDaemon } from '../daemon-process.ts';
import { maildirOf } from './mail/maildir.ts';
import { connectionTo } from './posthorn/http.ts';
import { medianAnswer } from './posthorn/load.ts';
import { preparedHome } from './posthorn/prepared-home.ts';
import { printFigures } from './report/table.ts';

const { values } = parseArgs({ options: { size: { type: 'string', default: '100000' } } });

/** An empty text, a letter that many addresses begin with, and longer prefixes; a domain that all have; two words. */
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
