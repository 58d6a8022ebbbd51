import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBridge } from '../../bridge/server.ts';
import { silentLog } from '../../daemon/base/log.ts';
import { openConfig } from '../../daemon/config/live.ts';
import { contract } from '../../daemon/contract.ts';
import { schemaCompiler } from '../../daemon/contract/test-schema.ts';
import { ada, bob, testDaemon, type TestAccount } from '../../daemon/test-daemon.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { answerChecker, type LiveAnswer } from './answers.ts';
import type { Document } from './document.ts';
import { openSender, type Given, type Wish } from './sending.ts';
import { watchStores } from './stores.ts';

const base = '/api/v1';
const token = '5e0a7c1c-6f0e-4a55-9a4f-0d9f1d1f5a10';
export const bearer = { authorization: `Bearer ${token}` };

/** Where something is closed when it is no longer needed: a test, or a program that keeps a list. */
export type Ending = { after(close: () => unknown): void };

/**
 * A whole daemon with two accounts of made-up mail, all synced, behind a bridge on a free port: every answer it gives to
 * `send` is held to its own document, as it was fetched over HTTP.
 */
export async function openStage(ending: Ending, { messages = 60, config: more = '' } = {}) {
  const accounts = [
    { ...ada, count: messages },
    { ...bob, count: Math.ceil(messages / 3) },
  ];
  const home = testFolder();
  const [dataDir, configDir] = [join(home, 'data'), join(home, 'config')];
  const configFile = join(configDir, 'config.toml');
  mkdirSync(configDir);
  writeFileSync(configFile, [more, ...accounts.map(accountTable)].join('\n'));
  const config = openConfig({ configFile }, { log: silentLog });
  ending.after(() => config.close());
  const paths = {
    instance: 'posthorn-test',
    dataDir,
    configDir,
    configFile,
    home,
    logFile: join(dataDir, 'daemon.log'),
  };
  const daemon = await testDaemon(ending, { accounts, dataDir, options: { config, paths } });
  await daemon.synced();
  // What is found in mail is written when it is found.
  await daemon.calendarsRead();
  const bridge = await startBridge({
    table: contract,
    dispatch: daemon.dispatch,
    holderOf: daemon.holderOf,
    events: daemon.events,
    settings: { bind: '127.0.0.1', port: 0, host_allowlist: [], cors_allowlist: [], auto_local_token: true },
    token,
    portFile: join(daemon.dataDir, 'bridge-port'),
    log: silentLog,
  });
  ending.after(() => bridge.close());
  const sender = openSender({ port: bridge.port, base });
  ending.after(sender.close);
  const stores = watchStores(daemon.dataDir);
  ending.after(stores.close);

  const document = JSON.parse(
    (await sender.send({ method: 'GET', path: '/openapi.json', headers: bearer })).text,
  ) as Document;
  const faultIn = answerChecker(document);
  const { schemas } = document.components;
  const checkEvent = schemaCompiler(schemas)(schemas['Event'] ?? {});
  return {
    daemon,
    port: bridge.port,
    document,
    stores,
    /** What in the events of this daemon is not as the document has it. */
    faultsInEvents: () =>
      daemon.events.seen.flatMap((event) => {
        const fault = checkEvent(event);
        return fault === undefined ? [] : [`${event.event}: ${fault}`];
      }),
    /** Sends a request and says what in its answer is not as the document has it. */
    async send(wish: Wish): Promise<Given & { fault: string | undefined }> {
      const given = await sender.send(wish);
      return { ...given, fault: faultIn(liveAnswer(wish, given)) };
    },
  };
}
function accountTable({ key, name, email }: TestAccount): string {
  return `[accounts.${key}]\nname = "${name}"\nemail = "${email}"\n[accounts.${key}.sync]\ntype = "fake"\n`;
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

function liveAnswer({ method, path }: Wish, { status, headers, text }: Given): LiveAnswer {
  return { method, path, status, text, type: headers['content-type'] ?? null };
}
