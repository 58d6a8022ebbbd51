/**
 * `npm run soak -- tcp [FRAMES] [SEED]`: random and malformed frames are sent to the TCP transport before Authenticate.
 * Prints the refusals and the memory; fails if anything else was answered, or memory grew.
 */
import { fuzzTcp } from '../faults/tcp-fuzz.ts';

/** Bytes by which memory in use may grow after the first tenth of the frames. */
const maxGrowthBytes = 8_000_000;

const [frames = 100_000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const began = performance.now();
const { frames: sent, refusals, faults, memory } = await fuzzTcp({ frames, seed });
const growth = memory.last - memory.early;
if (growth > maxGrowthBytes) faults.push(`Memory grew by ${megabytes(growth)} MB.`);
for (const fault of faults.slice(0, 50)) console.log(`FAULT ${fault}`);
const seconds = ((performance.now() - began) / 1000).toFixed(0);
console.log(`memory: ${megabytes(memory.early)} MB after a tenth, ${megabytes(memory.last)} MB at the end`);
const verdict = faults.length === 0 ? 'only refusals, memory flat' : `${faults.length} faults`;
console.log(`${sent} frames, ${refusals} refusals, ${seconds} s, seed ${seed}: ${verdict}`);
process.exitCode = faults.length === 0 ? 0 : 1;

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
