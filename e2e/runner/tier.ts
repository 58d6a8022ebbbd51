/** Test files with this suffix run in `.ci/run`, or if an argument of `npm test` names them. */
export const ciSuffix = '.ci.test.ts';

/** Whether this run includes the tests of the CI tier. */
export const isCiTier = process.env['POSTHORN_TESTS'] === 'all';
