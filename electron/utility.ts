import { parseArgs } from 'node:util';
import { Failure, reasonOf } from '../daemon/base/failure.ts';
import { instances } from '../daemon/config/paths.ts';
import { keepCompiled } from '../headless/code-cache.ts';
import type { UtilityNews } from './host-calls.ts';
import { logLastWords } from './last-words.ts';
import { takeOrders } from './utility-orders.ts';

// The utility process: the daemon and its bridge, away from the windows. It says where the page is, at every start and
// whenever that changes, and ends in good order when the main process or somebody at the bridge asks it to.

const { values } = parseArgs({ options: { release: { type: 'boolean' } } });
const instance = values.release ? instances.release : instances.source;

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (thrown: unknown) => {
    logLastWords(thrown, instance);
    process.exit(1);
  });
}

/** For as long a message that is being handed over may be when somebody ends the daemon, in milliseconds. */
const sendingPatience = 15_000;

const tell = (news: UtilityNews) => process.parentPort.postMessage(news);
const orders = takeOrders(process.parentPort, tell);

try {
  keepCompiled({ instance });
  const { runHeadless } = await import('../headless/run.ts');
  const { newsDesk } = await import('./news-desk.ts');
  const { desk, close } = newsDesk(tell);
  const ended = await runHeadless(
    { instance, desk, sendingPatience },
    {
      stopped: orders.closed,
      onStart: orders.serve,
      onBridge({ url, trouble }, { token, remedy }) {
        if (url !== null && token !== undefined) tell({ kind: 'ready', url, token, isDemo: orders.isDemo() });
        else tell({ kind: 'pageless', reason: trouble ?? 'The page has no address.', remedy });
      },
    },
  );
  close();
  if (ended === 'asked') await said({ kind: 'shut_down' });
} catch (thrown) {
  const code = thrown instanceof Failure ? thrown.code : 'internal';
  if (!(thrown instanceof Failure)) logLastWords(thrown, instance);
  await said({ kind: 'failed', reason: reasonOf(thrown), code });
}
process.exit(0);

/** What a process says as it ends may be lost, so it waits until the main process has it. */
async function said(news: UtilityNews): Promise<void> {
  tell(news);
  await orders.closed;
}
