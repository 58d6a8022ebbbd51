/** `npm run daemon` and `npm run demo`: daemon and bridge without a window. */
import { Failure } from './daemon/base/failure.ts';
import { enableCodeCache } from './headless/code-cache.ts';

void run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<never> {
  try {
    enableCodeCache({ isDemo: args.some((word) => word.startsWith('--demo')) });
    const { main } = await import('./headless/main.ts');
    await main(args);
    process.exit(0);
  } catch (failed) {
    console.error(failed instanceof Failure ? failed.message : failed);
    process.exit(1);
  }
}
