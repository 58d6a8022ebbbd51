/** Test files with this suffix run in `.ci/run`, or if an argument of `npm test` names them. */
export const ciSuffix = '.ci.test.ts';

/** Of a run of all tests: `test` is what `npm test` runs, `ci` adds what `.ci/run` runs, and `full` leaves nothing out. */
const tiers = ['test', 'ci', 'full'] as const;
type Tier = (typeof tiers)[number];

const tier = tierNamed(process.env['POSTHORN_TESTS'] ?? 'test');

/** Whether this run includes the tests of the CI tier, as the full tier does. */
export const isCiTier = tier !== 'test';

/** Whether this run has no limit of time. */
export const isFullTier = tier === 'full';

/** Set in the processes of a run of all tests. Set for a run of named files, it makes that take samples as well. */
export const wholeRunVariable = 'POSTHORN_TESTS_WHOLE';

/** How much a run does of what has many similar cases: `few` of them, `some`, or `all`. */
export type Extent = 'few' | 'some' | 'all';

/** The extent of a run of all tests; one of named files is complete. */
export function extentOf({ isWhole }: { isWhole: boolean }): Extent {
  return isWhole ? ({ test: 'few', ci: 'some', full: 'all' } as const)[tier] : 'all';
}

/** The extent of the run of this process. */
export const extent: Extent = extentOf({ isWhole: process.env[wholeRunVariable] !== undefined });

/** Whether this run takes samples of what the full tier checks completely. */
export const takesSamples = extent !== 'all';

/** Every nth of similar cases, beginning with the first: all of them unless this run takes samples. */
export function sampleOf<T>(cases: readonly T[], every: { few: number; some: number }): T[] {
  const step = extent === 'all' ? 1 : every[extent];
  return cases.filter((_, place) => place % step === 0);
}

/** A count of random acts, kills or faults: `all` unless this run takes samples, and then `some`. */
export function countOf({ some, all }: { some: number; all: number }): number {
  return takesSamples ? some : all;
}

function tierNamed(name: string): Tier {
  const known = tiers.find((each) => each === name);
  if (known === undefined) throw new Error(`POSTHORN_TESTS is ${tiers.join(', ')}, and not "${name}".`);
  return known;
}
