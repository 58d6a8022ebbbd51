/**
 * `npm run soak -- gmail-sync [MESSAGES] [CUTS] [UNITS]`: the first sync of a Gmail account through the API alone, over connections
 * that are cut. Prints when the newest 30 days are listed and when all mail is stored. UNITS are the quota units of a minute; Google
 * grants 6,000.
 */
import { join } from 'node:path';
import { randomFrom } from '../../daemon/demo/random.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { startGmailServer } from '../../testing/servers/gmail/server.ts';
import { startProxy } from '../../testing/servers/proxy.ts';
import { startGmailProcess } from '../faults/gmail-process.ts';
import { gmailContents } from '../peers/support/gmail-contents.ts';
import { auditStore } from '../peers/support/store-audit.ts';
import { buildMessage } from '../peers/support/test-messages.ts';

const [count = 2_000, cuts = 3, units = 1_000_000] = process.argv.slice(2).map(Number);
const days = 365;
const pollMs = 250;

const server = await startGmailServer();
const proxy = await startProxy(server.port);
const dataDir = join(testFolder(), 'data');
const start = Date.now() / 1000 - days * 86_400;
for (let number = 1; number <= count; number++) {
  const sentAt = Math.floor(start + (number / count) * days * 86_400);
  const bytes = buildMessage({ id: `${number}@gmail.example`, subject: `Message ${number}`, text: 'Hello.', sentAt });
  const labelIds = ['INBOX', ...(number % 3 === 0 ? ['UNREAD'] : [])];
  const internalDate = String(sentAt * 1000);
  await server.call('POST', '/messages', { raw: bytes.toString('base64url'), labelIds, internalDate });
}
const recent = Math.floor((count * 30) / days);
console.log(`${count} messages, ${recent} of them of the newest 30 days, ${cuts} cuts, ${units} units a minute`);

const random = randomFrom(count);
const began = performance.now();
const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
const daemon = await startGmailProcess(`http://127.0.0.1:${proxy.port}`, dataDir, units);
const isComplete = async () => {
  const { incomplete_accounts } = await daemon.ask('search.find', { q: 'Hello', limit: 1 });
  return incomplete_accounts.length === 0;
};
let listed = 0;
let isRecentListed = false;
let cutsLeft = cuts;
while (listed < count || !(await isComplete())) {
  await new Promise((resolve) => setTimeout(resolve, pollMs));
  ({ count: listed } = await daemon.ask('search.count', { q: 'in:anywhere' }));
  if (!isRecentListed && listed >= recent) console.log(`${seconds()}  the newest 30 days are listed`);
  isRecentListed ||= listed >= recent;
  if (cutsLeft === 0 || listed < (count / (cuts + 1)) * (cuts - cutsLeft + 1)) continue;
  cutsLeft--;
  proxy.breakAfterReceived(random.below(5_000));
}
console.log(`${seconds()}  all mail is stored, with ${server.requests.length} requests`);
await daemon.kill();
await proxy.stop();
const faults = auditStore(dataDir, gmailContents(server, dataDir));
await server.stop();
for (const fault of faults) console.log(`FAULT ${fault}`);
console.log(faults.length === 0 ? 'store and Gmail agree' : `${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
