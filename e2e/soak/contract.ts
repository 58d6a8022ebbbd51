/**
 * `npm run soak -- contract [--seed N] [--requests N] [--messages N]`: a client made only from openapi.json sends random
 * requests to a daemon with made-up mail; half of them are documented as reads, and must not change a database.
 */
import { parseArgs } from 'node:util';
import { sendRandomRequests, type RandomClientResult } from '../contract/random-client.ts';
import { bearer, openTestBridge } from '../contract/test-bridge.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { seed: text, requests: text, messages: text } });
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const requests = Number(values.requests ?? 10_000);
const messages = Number(values.messages ?? 300);

const closes: (() => unknown)[] = [];
try {
  process.exitCode = await soak();
} finally {
  for (const close of closes) await close();
}

async function soak(): Promise<number> {
  const stage = await openTestBridge({ after: (close) => void closes.unshift(close) }, { messages });
  console.log(`${requests} requests, ${messages} messages, seed ${seed}`);
  const daemon = { document: stage.document, send: stage.send, versions: stage.databases.versions };
  const half = { requests: Math.ceil(requests / 2), seed, headers: bearer };
  const before = stage.databases.contentHash();
  const reads = await sendRandomRequests(daemon, { ...half, operations: 'reads' });
  const isUntouched = stage.databases.contentHash() === before;
  const all = await sendRandomRequests(daemon, { ...half, operations: 'everything' });
  const faults = [
    ...reads.faults,
    ...all.faults,
    ...(isUntouched ? [] : ['Reading has changed a file of a database.']),
  ];
  for (const fault of faults) console.log(`FAULT ${fault}`);
  const verdict = faults.length === 0 ? 'every answer is as the document says' : `${faults.length} faults`;
  console.log(`reads: ${counts(reads)}; everything: ${counts(all)}: ${verdict} (seed ${seed})`);
  return faults.length === 0 ? 0 : 1;
}

function counts({ statuses }: RandomClientResult): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');
}
