import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../daemon/config/schema/schema.ts';
import type { BridgeState } from '../daemon/daemon.ts';
import { runHeadless } from './run.ts';
import type { Headless, HeadlessOptions } from './start.ts';
import type { StopReason } from '../daemon/daemon-options.ts';

/** Settings that are in order. */
const settings: Headless['settings'] = {
  file: 'config.toml',
  trouble: undefined,
  isRestorable: false,
  repair: () => undefined,
  change: () => undefined,
  current: defaultConfig(),
  onChange: () => () => undefined,
};

/** A fake of `startHeadless`: records events, and stops when asked to. */
function fakeStart(states: BridgeState[]) {
  const happened: string[] = [];
  const stopRequests: ((reason: StopReason) => void)[] = [];
  const start = async ({ lastPort, demo }: HeadlessOptions): Promise<Headless> => {
    happened.push(`start ${demo === undefined ? '' : 'demo '}${lastPort}`);
    const state = states.shift();
    if (!state) throw new Error('The database is newer.');
    const { promise: stopRequested, resolve } = Promise.withResolvers<StopReason>();
    stopRequests.push(resolve);
    return {
      isDemo: false,
      bridge: () => state,
      access: () => ({ token: undefined, remedy: 'none', pageAddress: () => undefined }),
      stopRequested,
      handleResume: () => undefined,
      handleNotificationAction: async () => undefined,
      handleNotificationReply: async () => undefined,
      isSending: () => false,
      survives: () => false,
      dispatch: async () => undefined,
      settings,
      onStoreChange: () => () => undefined,
      close: async () => void happened.push('close'),
    };
  };
  const announced: string[] = [];
  const onBridge = ({ url, trouble }: BridgeState) => {
    announced.push(String(url ?? trouble));
    stopRequests.shift()?.('restart');
  };
  return { happened, announced, onBridge, start };
}

test('a restart request restarts it, on the same port, and reports the page again', async () => {
  const {
    happened,
    announced,
    onBridge,
    start: begin,
  } = fakeStart([
    { url: 'http://127.0.0.1:4040', trouble: null },
    { url: null, trouble: 'The bridge is turned off.' },
  ]);
  await assert.rejects(runHeadless({}, { onBridge, stopped: new Promise(() => {}) }, begin), /The database is newer/);
  assert.deepEqual(happened, ['start undefined', 'close', 'start 4040', 'close', 'start 4040']);
  assert.deepEqual(announced, ['http://127.0.0.1:4040', 'The bridge is turned off.']);
});

test('a stop during the start is executed cleanly after it', async () => {
  const { happened, start: begin } = fakeStart([{ url: 'http://127.0.0.1:4040', trouble: null }]);
  await runHeadless({}, { onBridge: () => undefined, stopped: Promise.resolve() }, begin);
  assert.deepEqual(happened, ['start undefined', 'close']);
});

test('the page can switch from the own accounts to a demo and back, on the same port', async () => {
  const at = (port: number) => ({ url: `http://127.0.0.1:${port}`, trouble: null });
  const reasons: StopReason[] = ['demo', 'own', 'stop'];
  const happened: string[] = [];
  const start = async (options: HeadlessOptions): Promise<Headless> => {
    const reason = reasons.shift() ?? 'stop';
    const { SVC_DATA_DIR, SVC_SOCKET_PATH } = options.env ?? {};
    happened.push(`${options.demo ?? 'own'} ${SVC_DATA_DIR} ${SVC_SOCKET_PATH} ${options.lastPort}`);
    const running = await fakeStart([at(4040)]).start({});
    return { ...running, stopRequested: Promise.resolve(reason) };
  };
  const env = { SVC_DATA_DIR: '/data', SVC_SOCKET_PATH: '/data/socket' };
  const watcher = { onBridge: () => undefined, stopped: new Promise(() => {}) };
  assert.equal(await runHeadless({ env }, watcher, start), 'asked');
  assert.deepEqual(happened, [
    'own /data /data/socket undefined',
    '5000 /data/demo undefined 4040',
    'own /data /data/socket 4040',
  ]);
});
