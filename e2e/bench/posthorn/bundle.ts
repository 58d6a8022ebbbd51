import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Plain JavaScript, without types. */
const outdated: string = '../../../outdated.mjs';

const project = join(import.meta.dirname, '../../..');

/** Why the bundled daemon cannot be measured, in one sentence; undefined if it can. */
export async function bundleError(): Promise<string | undefined> {
  if (!existsSync(join(project, 'dist/bundle/headless.cjs')))
    return 'The bundled daemon is not built: run `npm run build` first.';
  const { isBundleOutdated } = (await import(outdated)) as { isBundleOutdated: () => boolean };
  return isBundleOutdated() ? 'The bundled daemon is older than its sources: run `npm run build` first.' : undefined;
}
