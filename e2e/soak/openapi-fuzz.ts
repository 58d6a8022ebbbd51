/**
 * `npm run soak -- openapi-fuzz [--seed N] [--requests N] [--messages N]`: random requests made from openapi.json, as every
 * kind of client under every policy. None may be answered with 500 or above, and a refused one may change nothing.
 */
import { parseArgs } from 'node:util';
import { fuzzPolicies } from '../contract/policy-fuzz.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { seed: text, requests: text, messages: text } });
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const requests = Number(values.requests ?? 10_000);
const messages = Number(values.messages ?? 60);

const closes: (() => unknown)[] = [];
try {
  const result = await fuzzPolicies({ after: (close) => void closes.unshift(close) }, { requests, seed, messages });
  for (const fault of result.faults) console.log(`FAULT ${fault}`);
  const counts = Object.entries(result.statuses).map(([status, count]) => `${count} × ${status}`);
  const verdict =
    result.faults.length === 0 ? 'no fault, no refused request with an effect' : `${result.faults.length} faults`;
  console.log(`${result.requestCount} requests: ${counts.join(', ')}: ${verdict} (seed ${seed})`);
  process.exitCode = result.faults.length === 0 ? 0 : 1;
} finally {
  for (const close of closes) await close();
}
