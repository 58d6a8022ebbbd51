/**
 * `npm run bench -- classification [--size 20000]`: what it costs to find out the kind of a message that is parsed already, for
 * synthetic mail and for the mailing-list mail of the corpus where it exists.
 */
import { parseArgs } from 'node:util';
import { classify } from '../../daemon/mail/classification/classify.ts';
import { classifiedMessageOf } from '../../daemon/mail/classification/evidence.ts';
import { parseMessage } from '../../daemon/mail/mime/parse.ts';
import { corpusMissing } from '../corpus.ts';
import { realMail } from './mail/real.ts';
import { syntheticMail, type SyntheticMail } from './mail/synthetic.ts';
import { printFigures, type Figure } from './report/table.ts';

const { values } = parseArgs({ options: { size: { type: 'string', default: '20000' } } });
const size = Number(values.size);
/** So many different messages are kept in memory. */
const distinctCount = Math.min(size, 2_000);
const own: ReadonlySet<string> = new Set(['ada@example.test']);
const maxMicroseconds = 30;

const figures = [measured('synthetic mail', syntheticMail(distinctCount))];
if (corpusMissing() === undefined) figures.push(measured('mailing lists', realMail(distinctCount)));
printFigures(`The kind of a parsed message, ${size} times`, figures);

function measured(name: string, mail: Iterable<SyntheticMail>): Figure {
  const messages = [...mail].map(({ bytes }) => classifiedMessageOf(parseMessage(bytes)));
  for (const message of messages) classify(message, own);
  const started = process.cpuUsage();
  for (let at = 0; at < size; at++) classify(messages[at % messages.length]!, own);
  const { user, system } = process.cpuUsage(started);
  return { name, value: (user + system) / size, unit: 'µs', goal: { below: maxMicroseconds } };
}
