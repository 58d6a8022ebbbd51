/** `npm run daemon` and `npm run demo`: daemon and bridge without a window. */
import { toStartFailure } from './daemon/base/disk-failure.ts';
import { Failure } from './daemon/base/failure.ts';
import { endProcess } from './daemon/base/stuck-workers.ts';
import { enableCodeCache } from './headless/code-cache.ts';

// Whatever a part of the program creates, in whatever folder, is readable by its owner only.
const umask = process.umask(0o077);

void run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<never> {
  try {
    enableCodeCache({ isDemo: args.some((word) => word.startsWith('--demo')) });
    const { main } = await import('./headless/main.ts');
    await main(args, { umask });
    endProcess(0);
  } catch (failed) {
    const failure = toStartFailure(failed);
    console.error(failure instanceof Failure ? failure.message : failure);
    endProcess(1);
  }
}
