/** Test files with this suffix run in `.ci/run`, or where a word of `npm test` names them. */
export const ciSuffix = '.ci.test.ts';

/** Whether this run includes the tests of the CI tier. */
export const isCiTier = process.env['POSTHORN_TESTS'] === 'all';

/** The `skip` option of a single test of the CI tier. */
export const onlyInCi: string | false = isCiTier ? false : 'only in .ci/run, which sets POSTHORN_TESTS=all';
