/** `npm run daemon` and `npm run demo`: daemon and bridge without a window. */
import { toStartFailure } from './daemon/base/disk-failure.ts';
import { Failure } from './daemon/base/failure.ts';
import { enableCodeCache } from './headless/code-cache.ts';

try {
  enableCodeCache({ isDemo: process.argv.slice(2).some((word) => word.startsWith('--demo')) });
  const { main } = await import('./headless/main.ts');
  await main(process.argv.slice(2));
  process.exit(0);
} catch (failed) {
  const failure = toStartFailure(failed);
  console.error(failure instanceof Failure ? failure.message : failure);
  process.exit(1);
}
