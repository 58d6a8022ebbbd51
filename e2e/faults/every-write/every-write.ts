import { randomFrom } from '../../../daemon/demo/random.ts';
import { until } from '../../../daemon/test-until.ts';
import { RefusedRequestError } from '../../daemon-process.ts';
import { openFixture, untilQuiet, type Fixture, type FixtureProgram } from './fixture.ts';
import { scenarios, type Outcome, type Scenario, type ScenarioName } from './scenarios.ts';
import type { WriteFault } from './write-faults.ts';

/** A way in which a write fails. */
type FaultVariant = Omit<WriteFault, 'at'>;

export const faultVariants: readonly FaultVariant[] = [
  { kind: 'ENOSPC', isLasting: false },
  { kind: 'ENOSPC', isLasting: true },
  { kind: 'EIO', isLasting: false },
  { kind: 'EIO', isLasting: true },
  { kind: 'EROFS', isLasting: true },
  { kind: 'SIGKILL', isLasting: false },
];

export function variantName({ kind, isLasting }: FaultVariant): string {
  return isLasting ? `${kind} from then on` : kind;
}

/** Faults at writes that the seed chooses: one of each variant, or of the variants at these places in the list. */
export function sampleOfFaults(seed: number, places = [0, 1, 2, 3, 4, 5]): EveryWriteOptions['choose'] {
  const random = randomFrom(seed);
  const variants = faultVariants.filter((_, place) => places.includes(place));
  // An act does not always make the same number of writes, so a single fault is at a write that there is in any case.
  const most = (writes: number) => (variants.length > 1 ? writes : Math.ceil(writes / 2));
  return (writes) => variants.map((variant) => ({ ...variant, at: 1 + random.below(most(writes)) }));
}

/** Every write, or every `step`th one. */
export function everyWrite(variant: FaultVariant, writes: number, step = 1): WriteFault[] {
  return Array.from({ length: Math.ceil(writes / step) }, (_, index) => ({ ...variant, at: 1 + index * step }));
}

export type EveryWriteResult = {
  /** The writes of an act in which nothing fails. */
  writes: number;
  runs: number;
  /** The runs in which the fault occurred: an act does not always make the same number of writes. */
  injected: number;
  /** A sentence for each thing that went wrong. */
  failures: string[];
};

export type EveryWriteOptions = {
  /** Chooses the faults, one for each run, of an act that makes so many writes. */
  choose: (writes: number) => readonly WriteFault[];
} & FixtureProgram;

/**
 * Carries out a scenario once for each chosen fault. After each run the disk works again: then nothing
 * may be lost, nothing may be doubled, and store, index and server have to agree.
 */
export async function runEveryWrite(
  name: ScenarioName,
  { choose, ...program }: EveryWriteOptions,
): Promise<EveryWriteResult> {
  const scenario: Scenario = scenarios[name];
  const fixture = await openFixture(program);
  const failures: string[] = [];
  let injected = 0;
  let run = 0;
  const runOnce = async (fault: WriteFault): Promise<{ isInjected: boolean; found: string[] }> => {
    try {
      return await runWith(fixture, scenario, fault, ++run);
    } catch (thrown) {
      await fixture.restart();
      return { isInjected: fixture.faults.injected() > 0, found: [messageOf(thrown)] };
    }
  };
  try {
    const writes = await countWrites(fixture, scenario, ++run);
    const chosen = choose(writes);
    for (const fault of chosen) {
      const { isInjected, found } = await runOnce(fault);
      injected += Number(isInjected);
      failures.push(...found.map((sentence) => `${runName(name, fault)}: ${sentence}`));
    }
    for (const sentence of await fixture.audit()) failures.push(`${name}: ${sentence}`);
    return { writes, runs: chosen.length, injected, failures };
  } finally {
    await fixture.end();
  }
}

export function runName(scenario: string, fault: WriteFault): string {
  return `${scenario}, ${variantName(fault)} at write ${fault.at}`;
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

async function countWrites(fixture: Fixture, scenario: Scenario, run: number): Promise<number> {
  await untilQuiet(fixture);
  await scenario.prepare?.(fixture, run);
  await untilQuiet(fixture);
  fixture.faults.arm();
  await scenario.act(fixture, run);
  await untilDone(fixture, scenario, run);
  return fixture.faults.count();
}

async function untilDone(fixture: Fixture, { finished }: Scenario, run: number): Promise<void> {
  if (finished) await until('the act has ended', () => finished(fixture, run));
  await untilQuiet(fixture);
}

async function runWith(fixture: Fixture, scenario: Scenario, fault: WriteFault, run: number) {
  const { faults } = fixture;
  await scenario.prepare?.(fixture, run);
  await untilQuiet(fixture);
  faults.arm(fault);
  const { pid } = fixture.daemon();
  const outcome = await outcomeOf(scenario.act(fixture, run), fault);
  // An act may end without this fault, because it makes fewer writes.
  const ended = new AbortController();
  const done = outcome === 'accepted' ? untilDone(fixture, scenario, run).catch(() => undefined) : Promise.resolve();
  void done.then(() => ended.abort());
  await until('the fault has occurred, or the act has ended', () => faults.injected() > 0 || ended.signal.aborted);
  const isInjected = faults.injected() > 0;
  if (isInjected && fault.kind === 'SIGKILL') {
    await until('the daemon is gone', () => !isRunning(pid));
    await fixture.restart();
  } else if (!isRunning(pid)) throw new Error('The daemon ended.');
  faults.disarm();
  await done;
  if (outcome === 'accepted') await untilDone(fixture, scenario, run);
  else await untilQuiet(fixture);
  return { isInjected, found: await scenario.check(fixture, run, outcome) };
}

/** A refusal says that the disk cannot store anything. */
async function outcomeOf(act: Promise<unknown>, { kind }: WriteFault): Promise<Outcome> {
  try {
    await act;
    return 'accepted';
  } catch (thrown) {
    if (!(thrown instanceof RefusedRequestError)) {
      if (kind === 'SIGKILL') return 'unanswered';
      throw thrown;
    }
    if (thrown.status !== 507 && thrown.status !== 503) throw thrown;
    return 'refused';
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // There is no such process.
    return false;
  }
}
