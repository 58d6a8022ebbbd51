/**
 * `npm run soak -- events [EVENTS]`: two hundred clients on one bridge, twenty of them slow and twenty cut repeatedly.
 * Prints what they received, and the memory; fails if a client that keeps up missed an event, or memory grew.
 */
import { runEventFlood, type EventFloodResult, type MemoryFigures } from '../faults/event-flood.ts';

/** Bytes by which memory in use may grow in the second half of the events. */
const maxGrowthBytes = 16_000_000;

const [events = 10_000] = process.argv.slice(2).map(Number);
const readers = { 'keeps up': 160, slow: 20, cut: 20 };
const began = performance.now();
process.exitCode = report(await runEventFlood({ readers, events, meanEventLength: 3_000 }));

function report({ reports, faults, memory }: EventFloodResult): number {
  for (const kind of Object.keys(readers)) {
    const ofKind = reports.filter((reading) => reading.kind === kind);
    const rangeOf = (fact: 'received' | 'missed' | 'cuts') => {
      const values = ofKind.map((reading) => reading[fact]);
      return `${Math.min(...values)} to ${Math.max(...values)}`;
    };
    console.log(
      `${ofKind.length} ${kind}: got ${rangeOf('received')}, missed ${rangeOf('missed')}, cut ${rangeOf('cuts')} times`,
    );
  }
  printMemory(memory);
  const complaints = [
    ...faults,
    ...(reports.some(({ kind, missed }) => kind === 'slow' && missed > 0) ? [] : ['No slow client missed anything.']),
    ...(memory.used.published <= memory.used.halfWay + maxGrowthBytes
      ? []
      : ['Memory grew as long as events were announced.']),
  ];
  for (const complaint of complaints) console.log(`FAULT ${complaint}`);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const verdict =
    complaints.length === 0 ? 'nothing missed, nothing twice, memory flat' : `${complaints.length} faults`;
  console.log(`${reports.length} clients, ${events} events, ${seconds} s: ${verdict}`);
  return complaints.length === 0 ? 0 : 1;
}

function printMemory(memory: MemoryFigures): void {
  for (const [what, figures] of Object.entries(memory)) {
    const words = Object.entries(figures).map(([when, bytes]) => `${when} ${Math.round(bytes / 1e6)} MB`);
    console.log(`memory ${what}: ${words.join(', ')}`);
  }
}
