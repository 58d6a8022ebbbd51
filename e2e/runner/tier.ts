/** Test files with this suffix run in `.ci/run`, or if an argument of `npm test` names them. */
export const ciSuffix = '.ci.test.ts';

/** Whether this run includes the tests of the CI tier. */
export const isCiTier = process.env['POSTHORN_TESTS'] === 'all';

/** Set in the processes of a run of all tests. */
export const wholeRunVariable = 'POSTHORN_TESTS_WHOLE';

/** Whether this is a run of all tests without the CI tier, which takes samples of what the CI tier checks completely. */
export const takesSamples = !isCiTier && process.env[wholeRunVariable] !== undefined;
