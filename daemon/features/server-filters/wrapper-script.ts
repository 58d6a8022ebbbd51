import { filtersName } from './filter-script.ts';
import { withHeader } from './script-header.ts';
import { sieveString } from './sieve-string.ts';

/** The name of the script that runs the user's own script and then the filters. */
export const wrapperName = 'posthorn';

/**
 * The script that is active where the user has another one (RFC 6609). A script that has been deleted since then is passed
 * over, so that the other one still runs.
 */
export function wrapperScript(included: string): string {
  const include = (name: string) => `include :personal :optional ${sieveString(name)};`;
  return withHeader({ kind: 'wrapper', includes: included }, [
    'require ["include"];',
    '',
    include(included),
    include(filtersName),
  ]);
}
