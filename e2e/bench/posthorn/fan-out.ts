/**
 * Posthorn's side of the benchmark `fan-out`: events are announced, recorded in a log and sent over the bridge. Sends its
 * port to the parent process, and for each number it receives announces that many events.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBridge } from '../../../bridge/server.ts';
import { testSettings } from '../../../bridge/test-settings.ts';
import { systemClock } from '../../../daemon/base/clock.ts';
import { silentLog } from '../../../daemon/base/log.ts';
import { openEvents } from '../../../daemon/mail/events/events.ts';
import { openActivity, storeFiles } from '../../../daemon/store/open.ts';
import { eventNumbered, token } from '../peers/fan-out-event.ts';

const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
const db = await openActivity(storeFiles(folder).activity);
const events = openEvents({ db, clock: systemClock, log: silentLog });
const { port } = await startBridge({
  table: {},
  dispatch: () => Promise.reject(new Error('Nothing is asked here.')),
  events: { ...events, visibleAccountIds: () => undefined, onCallersChange: () => () => undefined },
  settings: testSettings,
  token,
  portFile: join(folder, 'bridge-port'),
  log: silentLog,
});
process.on('message', (count: number) => {
  for (let number = 1; number <= count; number++) events.announce(eventNumbered(number));
});
process.on('disconnect', () => process.exit());
process.send?.(port);
