import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBridge } from '../../bridge/server.ts';
import { testSettings } from '../../bridge/test-settings.ts';
import { silentLog } from '../../daemon/base/log.ts';
import { openConfig } from '../../daemon/config/live-config.ts';
import { contractWithoutDemo } from '../../daemon/contract.ts';
import { schemaCompiler } from '../../daemon/contract/test-schema.ts';
import { ada, bob, testDaemon, type TestAccount } from '../../daemon/test-daemon.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { createResponseChecker, type ReceivedResponse } from './response-checker.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { openRawHttpClient, type RawResponse, type RawRequest } from './raw-http-client.ts';
import { watchDatabases } from './database-watch.ts';

const base = '/api/v1';
const token = '5e0a7c1c-6f0e-4a55-9a4f-0d9f1d1f5a10';
export const bearer = { authorization: `Bearer ${token}` };

/** The scope that closes resources: a test, or a program that keeps a list. */
type CleanupScope = { after(close: () => unknown): void };

/**
 * A whole daemon with two accounts of made-up mail, all synced, behind a bridge on a free port: every answer to `send` is
 * checked against the document, as fetched over HTTP.
 */
export async function openTestBridge(cleanup: CleanupScope, { messages = 60, config: extraConfig = '' } = {}) {
  const accounts = [
    { ...ada, count: messages },
    { ...bob, count: Math.ceil(messages / 3) },
  ];
  const home = testFolder();
  const [dataDir, configDir] = [join(home, 'data'), join(home, 'config')];
  const configFile = join(configDir, 'config.toml');
  mkdirSync(configDir);
  writeFileSync(configFile, [extraConfig, ...accounts.map(accountTable)].join('\n'));
  const config = openConfig({ configFile }, { log: silentLog });
  cleanup.after(() => config.close());
  const paths = {
    instance: 'posthorn-test',
    dataDir,
    configDir,
    configFile,
    home,
    logFile: join(dataDir, 'daemon.log'),
  };
  const daemon = await testDaemon(cleanup, { accounts, dataDir, options: { config, paths } });
  await daemon.synced();
  // Derived data of a message is written when it is first found.
  await daemon.calendarsRead();
  const bridge = await startBridge({
    table: contractWithoutDemo,
    dispatch: daemon.dispatch,
    holderOf: daemon.callerForToken,
    events: daemon.events,
    settings: testSettings,
    token,
    portFile: join(daemon.dataDir, 'bridge-port'),
    log: silentLog,
  });
  cleanup.after(() => bridge.close());
  const client = openRawHttpClient({ port: bridge.port, base });
  cleanup.after(client.close);
  const databases = watchDatabases(daemon.dataDir);
  cleanup.after(databases.close);
  await databases.untilAtRest(daemon.clock);

  const { text } = await client.send({ method: 'GET', path: '/openapi.json', headers: bearer });
  const { document, faultIn, checkEvent } = checksOf(text);
  return {
    daemon,
    /** The settings, which a test can change where a request may not. */
    config,
    port: bridge.port,
    document,
    databases,
    /** How the events of this daemon differ from the document. */
    eventErrors: () =>
      daemon.events.recordedEvents.flatMap((event) => {
        const fault = checkEvent(event);
        return fault === undefined ? [] : [`${event.event}: ${fault}`];
      }),
    /** Sends a request and describes how its answer differs from the document. */
    async send(request: RawRequest): Promise<RawResponse & { fault: string | undefined }> {
      const response = await client.send(request);
      return { ...response, fault: faultIn(receivedResponse(request, response)) };
    },
  };
}

/** The checks by a document, by its text: compiling its schemas takes longer than most tests, and all daemons have the same. */
const knownChecks = new Map<string, ReturnType<typeof createChecks>>();

function checksOf(text: string): ReturnType<typeof createChecks> {
  const checks = knownChecks.get(text) ?? createChecks(text);
  knownChecks.set(text, checks);
  return checks;
}

function createChecks(text: string) {
  const document = JSON.parse(text) as OpenApiDocument;
  const { schemas } = document.components;
  return {
    document,
    faultIn: createResponseChecker(document),
    checkEvent: schemaCompiler(schemas)(schemas['Event'] ?? {}),
  };
}

function accountTable({ key, name, email }: TestAccount): string {
  return `[accounts.${key}]\nname = "${name}"\nemail = "${email}"\n[accounts.${key}.sync]\ntype = "fake"\n`;
}

export type TestBridge = Awaited<ReturnType<typeof openTestBridge>>;

function receivedResponse({ method, path }: RawRequest, { status, headers, text }: RawResponse): ReceivedResponse {
  return { method, path, status, text, type: headers['content-type'] ?? null };
}
