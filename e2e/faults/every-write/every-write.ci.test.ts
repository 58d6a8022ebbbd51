import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takesSamples } from '../../runner/tier.ts';
import { runEveryStart, startScenarios, type StartScenarioName } from './every-start.ts';
import { runEveryWrite, sampleOfFaults } from './every-write.ts';
import { scenarios, type ScenarioName } from './scenarios.ts';
import { writeFaultsMissing } from './write-faults.ts';

/** `npm run soak -- every-write` injects a fault at every write. */
const skip = writeFaultsMissing();

/**
 * A kill and half of the other faults, by their places in the list: neighbouring scenarios share the rest. A run of samples
 * makes one fault in each scenario, which is a kill in every second one.
 */
function variantsFor(index: number): number[] {
  if (takesSamples) return [index % 2 === 0 ? 5 : index % 5];
  return index % 2 === 0 ? [0, 3, 5] : [1, 2, 4, 5];
}

for (const [index, name] of (Object.keys(scenarios) as ScenarioName[]).entries())
  test(`after a fault at a single write nothing is lost or doubled: ${name}`, { skip }, async () => {
    const { injected, failures } = await runEveryWrite(name, { choose: sampleOfFaults(index + 1, variantsFor(index)) });
    assert.deepEqual(failures, []);
    assert.ok(injected > 0);
  });

for (const [index, name] of (Object.keys(startScenarios) as StartScenarioName[]).entries())
  test(`after a fault at a single write nothing is lost or doubled: a start with ${name}`, { skip }, async () => {
    const { injected, failures } = await runEveryStart(name, { choose: sampleOfFaults(index + 1, variantsFor(index)) });
    assert.deepEqual(failures, []);
    assert.ok(injected > 0);
  });
