import { reasonOf } from '../daemon/base/failure.ts';
import { keepCompiled } from '../headless/code-cache.ts';
import type { UtilityNews, UtilityOrder } from './host-calls.ts';

// The utility process: the daemon and its bridge, away from the windows. It says where the page is, at every start and
// whenever that changes, and ends in good order when the main process or somebody at the bridge asks it to.
const stopped = new Promise<void>((resolve) => {
  process.parentPort.on('message', ({ data }: { data: UtilityOrder }) => {
    if (data.kind === 'close') resolve();
  });
});

try {
  keepCompiled();
  const { runHeadless } = await import('../headless/run.ts');
  await runHeadless(
    {},
    {
      stopped,
      onBridge: ({ url, trouble }) =>
        tell(url ? { kind: 'ready', url } : { kind: 'failed', reason: trouble ?? 'The page has no address.' }),
    },
  );
} catch (thrown) {
  tell({ kind: 'failed', reason: reasonOf(thrown) });
  // What was told is read before the process ends.
  await stopped;
}
process.exit(0);

function tell(news: UtilityNews): void {
  process.parentPort.postMessage(news);
}
