/**
 * `npm run soak -- every-write [SCENARIO] [FIRST] [--step N]`: makes every single write of each scenario fail, in every way,
 * and prints the counts. All of it takes hours. FIRST is the number of the write to begin with, to go on with a run that was
 * ended; with `--step` only every Nth write fails.
 */
import { parseArgs } from 'node:util';
import {
  everyWrite,
  faultVariants,
  runEveryWrite,
  variantName,
  type EveryWriteOptions,
} from '../faults/every-write/every-write.ts';
import { runEveryStart, startScenarios, type StartScenarioName } from '../faults/every-write/every-start.ts';
import { scenarios, type ScenarioName } from '../faults/every-write/scenarios.ts';
import { writeFaultsMissing } from '../faults/every-write/write-faults.ts';

const { values, positionals } = parseArgs({
  options: { step: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const [only, first = '1'] = positionals;
const missing = writeFaultsMissing();
if (missing) console.log(`skipped: ${missing}`);
else process.exitCode = await soak();

async function soak(): Promise<number> {
  const names = [...Object.keys(scenarios), ...Object.keys(startScenarios)].filter(
    (name) => only === undefined || name === only,
  );
  let faults = 0;
  for (const name of names) {
    for (const variant of faultVariants) {
      const began = performance.now();
      const options: EveryWriteOptions = {
        choose: everyWrite(variant, Number(first), Number(values.step)),
        onRun: ({ at }, outcome) =>
          process.stdout.write(`\r${name}, ${variantName(variant)}: write ${at}, ${outcome}   `),
      };
      const { writes, runs, injected, failures } = await (name in startScenarios
        ? runEveryStart(name as StartScenarioName, options)
        : runEveryWrite(name as ScenarioName, options));
      faults += failures.length;
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      console.log(
        `\r${name}, ${variantName(variant)}: ${writes} writes, ${runs} runs, ${injected} faults injected, ` +
          `${failures.length} failures, ${seconds} s`,
      );
      for (const sentence of failures) console.log(`FAULT ${sentence}`);
    }
  }
  return faults === 0 ? 0 : 1;
}
