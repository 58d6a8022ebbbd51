import { reasonOf } from '../daemon/base/failure.ts';
import { startHeadless } from '../headless.ts';
import type { UtilityNews, UtilityOrder } from './host-calls.ts';

// The utility process: the daemon and its bridge, away from the windows. It says once how its start went, and ends in
// good order when the main process or somebody at the bridge asks it to.
const starting = startHeadless();

process.parentPort.on('message', ({ data }: { data: UtilityOrder }) => {
  if (data.kind === 'close') void end();
});

try {
  const { url, bridgeTrouble, stopAsked } = await starting;
  tell(url ? { kind: 'ready', url } : { kind: 'failed', reason: bridgeTrouble ?? 'The page has no address.' });
  void stopAsked.then(end);
} catch (thrown) {
  tell({ kind: 'failed', reason: reasonOf(thrown) });
}

function tell(news: UtilityNews): void {
  process.parentPort.postMessage(news);
}

async function end(): Promise<void> {
  // A start that failed has been told, and left nothing to close.
  const headless = await starting.catch(() => undefined);
  await headless?.close();
  process.exit(0);
}
