import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBridge } from '../../../bridge/server.ts';
import { testSettings } from '../../../bridge/test-settings.ts';
import { systemClock } from '../../../daemon/base/clock.ts';
import { openLog } from '../../../daemon/base/log.ts';
import { openConfig } from '../../../daemon/config/live-config.ts';
import { contract } from '../../../daemon/contract.ts';
import { openDaemon } from '../../../daemon/daemon.ts';
import { createFakeProvider } from '../../../daemon/providers/fake/provider.ts';
import { createFakeSender } from '../../../daemon/providers/fake/sender.ts';
import type { Home } from '../../daemon-process.ts';

/** A Posthorn in this process, with its bridge, on the mail of `home` and one account whose server is a fake. */
export async function openInProcess({ dataDir, configDir }: Home) {
  const account = { key: 'live', name: 'Live', email: 'live@posthorn.example' };
  const server = createFakeProvider({ ...account, seed: 1, count: 0, clock: systemClock });
  const log = openLog({ file: join(dataDir, 'daemon.log') });
  const configFile = join(configDir, 'config.toml');
  const { name, email } = account;
  writeFileSync(configFile, `[accounts.live]\nname = "${name}"\nemail = "${email}"\nsync = { type = "fake" }\n`);
  const config = openConfig({ configFile }, { log });
  const daemon = await openDaemon({
    paths: { instance: 'posthorn-bench', dataDir },
    config,
    openProvider: async () => server,
    openSender: async () => createFakeSender(),
    log,
    version: '0',
    automaticBackups: false,
  });
  const synced = new Promise<void>((resolve) => {
    daemon.events.subscribe((recorded) => recorded.some(({ event }) => event === 'SyncFinished') && resolve());
  });
  daemon.begin();
  const token = 'a token that only the benchmark uses';
  const portFile = join(configDir, 'bridge-port');
  const { dispatch, events } = daemon;
  const bridge = await startBridge({ table: contract, dispatch, events, settings: testSettings, token, portFile, log });
  await synced;
  await daemon.whenIndexed();
  return {
    port: bridge.port,
    token,
    /** The server receives a message and reports it, as over IDLE. */
    deliver: (bytes: Uint8Array) => void server.control.deliver(bytes),
    async close(): Promise<void> {
      await bridge.close();
      await daemon.close();
      config.close();
    },
  };
}
