/**
 * `npm run soak -- every-write [SCENARIO…] [--fault NAME…] [--jobs N] [--step N] [--resume]`: makes every single write of
 * each scenario fail, in every way, and prints the counts. N daemons run at once, 6 if nothing is given; with `--fault`
 * only in the named ways, such as "EIO from then on"; with `--step` only every Nth write fails. What has been done is
 * recorded in dist/every-write.jsonl: `--resume` goes on with a run that was ended, and repeats what failed.
 */
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  everyWrite,
  faultVariants,
  runEveryWrite,
  variantName,
  type EveryWriteOptions,
  type EveryWriteResult,
} from '../faults/every-write/every-write.ts';
import { runEveryStart, startScenarios, type StartScenarioName } from '../faults/every-write/every-start.ts';
import { scenarios, type ScenarioName } from '../faults/every-write/scenarios.ts';
import { writeFaultsMissing, type WriteFault } from '../faults/every-write/write-faults.ts';

type AnyScenario = ScenarioName | StartScenarioName;
type Counts = Pick<EveryWriteResult, 'runs' | 'injected' | 'failures'>;
type Batch = { scenario: AnyScenario; variant: string; faults: WriteFault[] };
/** A line of the record: the writes of a scenario, or the result of a batch. */
type Line = { scenario: AnyScenario; writes: number } | ({ batch: string } & Counts);

/** The runs that share the profile and the servers of one daemon, which compares them in the end. */
const batchSize = 16;
/** An act does not always make the same number of writes: the highest of these counts. */
const countings = 3;

const { values, positionals } = parseArgs({
  options: {
    fault: { type: 'string', multiple: true, default: [] },
    jobs: { type: 'string', default: '6' },
    step: { type: 'string', default: '1' },
    resume: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const missing = writeFaultsMissing();
if (missing) console.log(`skipped: ${missing}`);
else process.exitCode = await soak();

async function soak(): Promise<number> {
  const began = performance.now();
  const record = openRecord();
  const all = [...Object.keys(scenarios), ...Object.keys(startScenarios)] as AnyScenario[];
  const names = all.filter((name) => positionals.length === 0 || positionals.includes(name));
  await inParallel(names, async (name) => {
    if (record.writes.has(name)) return;
    const counts: number[] = [];
    for (let n = 0; n < countings; n++) counts.push((await run(name, { choose: () => [] })).writes);
    record.add({ scenario: name, writes: Math.max(...counts) });
  });
  const batches = names.flatMap((name) => batchesOf(name, record.writes.get(name) ?? 0));
  const rest = batches.filter((batch) => record.batches.get(keyOf(batch))?.failures.length !== 0);
  let done = batches.length - rest.length;
  await inParallel(rest, async (batch) => {
    const result = await run(batch.scenario, { choose: () => batch.faults }).catch((thrown: unknown): Counts => ({
      runs: 0,
      injected: 0,
      failures: [`${keyOf(batch)}: ${String(thrown)}`],
    }));
    record.add({ batch: keyOf(batch), runs: result.runs, injected: result.injected, failures: result.failures });
    for (const sentence of result.failures) console.log(`FAULT ${sentence}`);
    const minutes = ((performance.now() - began) / 60_000).toFixed(1);
    console.log(`${++done} of ${batches.length} batches, ${minutes} min: ${keyOf(batch)}`);
  });
  return printTable(batches, record.batches);
}

function run(name: AnyScenario, options: Pick<EveryWriteOptions, 'choose'>): Promise<EveryWriteResult> {
  return name in startScenarios
    ? runEveryStart(name as StartScenarioName, { ...options, isBundled: true })
    : runEveryWrite(name as ScenarioName, { ...options, isBundled: true });
}

function batchesOf(scenario: AnyScenario, writes: number): Batch[] {
  const variants = faultVariants.filter(
    (variant) => values.fault.length === 0 || values.fault.includes(variantName(variant)),
  );
  return variants.flatMap((variant) => {
    const faults = everyWrite(variant, writes, Number(values.step));
    const count = Math.ceil(faults.length / batchSize);
    return Array.from({ length: count }, (_, index) => ({
      scenario,
      variant: variantName(variant),
      faults: faults.slice(index * batchSize, (index + 1) * batchSize),
    }));
  });
}

function keyOf({ scenario, variant, faults }: Batch): string {
  return `${scenario}, ${variant} at ${faults.map(({ at }) => at).join(' ')}`;
}

/** Runs work for each item, `--jobs` at a time. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const workThrough = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, workThrough));
}

function openRecord() {
  const folder = join(import.meta.dirname, '../../dist');
  const file = join(folder, 'every-write.jsonl');
  const writes = new Map<AnyScenario, number>();
  const batches = new Map<string, Counts>();
  const take = (line: Line) => {
    if ('batch' in line) batches.set(line.batch, line);
    else writes.set(line.scenario, line.writes);
  };
  if (values.resume) for (const text of readFileSync(file, 'utf8').trim().split('\n')) take(JSON.parse(text) as Line);
  else rmSync(file, { force: true });
  mkdirSync(folder, { recursive: true });
  return {
    writes,
    batches,
    add(line: Line) {
      appendFileSync(file, `${JSON.stringify(line)}\n`);
      take(line);
    },
  };
}

/** Prints the counts of each scenario and kind of fault, and returns the exit code. */
function printTable(batches: readonly Batch[], results: ReadonlyMap<string, Counts>): number {
  const groups = Map.groupBy(batches, ({ scenario, variant }) => `${scenario}, ${variant}`);
  const rows = [...groups, ['all', batches] as const].map(([name, group]) => {
    const counts = group.map((batch) => results.get(keyOf(batch)) ?? { runs: 0, injected: 0, failures: [] });
    const sum = (count: (each: Counts) => number) => counts.reduce((total, each) => total + count(each), 0);
    return {
      fault: name,
      runs: sum(({ runs }) => runs),
      injected: sum(({ injected }) => injected),
      failures: sum(({ failures }) => failures.length),
    };
  });
  console.table(rows);
  return rows.every(({ failures }) => failures === 0) ? 0 : 1;
}
