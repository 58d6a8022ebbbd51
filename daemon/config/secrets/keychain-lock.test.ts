import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { waitLimitMs } from '../../test-until.ts';
import { busBytes, busValues, type BusValue } from './dbus-values.ts';
import { secretServiceLock } from './keychain-lock.ts';

const skip = process.platform === 'win32' && 'Windows has no session bus';
const item = '/org/freedesktop/secrets/collection/login/1';
const lockRequest = { service: 'posthorn', name: 'work', isToWrite: false, canPrompt: true };
const testTimeout = () => AbortSignal.timeout(waitLimitMs);
const secret = 'org.freedesktop.Secret';

test(
  'a locked entry is open after the user unlocks it, and stays locked when the user dismisses the prompt',
  { skip },
  async (t) => {
    for (const [dismissed, lock] of [
      [false, 'open'],
      [true, 'locked'],
    ] as const) {
      const { env, called } = await fakeBus(t, {
        SearchItems: ['aoao', [[], [item]]],
        Unlock: ['aoo', [[], '/prompt/1']],
        Prompt: ['', [], ['/prompt/1', `${secret}.Prompt`, 'Completed', 'bv', [dismissed, ['ao', [item]]]]],
      });
      assert.equal(await secretServiceLock(env)(lockRequest, testTimeout()), lock);
      assert.deepEqual(called, ['Hello', 'SearchItems', 'Unlock', 'AddMatch', 'Prompt']);
    }
  },
);

test(
  'a keychain that unlocks without a prompt is open, and without permission no prompt is shown',
  { skip },
  async (t) => {
    const { env, called } = await fakeBus(t, { SearchItems: ['aoao', [[], [item]]], Unlock: ['aoo', [[item], '/']] });
    assert.equal(await secretServiceLock(env)(lockRequest, testTimeout()), 'open');
    assert.equal(await secretServiceLock(env)({ ...lockRequest, canPrompt: false }, testTimeout()), 'locked');
    assert.deepEqual(called, ['Hello', 'SearchItems', 'Unlock', 'Hello', 'SearchItems']);
  },
);

test('without a keychain the lock state is unknown', { skip }, async (t) => {
  const { env } = await fakeBus(t, { ReadAlias: ['o', ['/']] });
  assert.equal(await secretServiceLock(env)({ ...lockRequest, isToWrite: true }, testTimeout()), 'unknown');
  assert.equal(await secretServiceLock({})(lockRequest, testTimeout()), 'unknown');
  assert.equal(await secretServiceLock({ XDG_RUNTIME_DIR: '/nowhere' })(lockRequest, testTimeout()), 'unknown');
});

test(
  'the state is unknown when the bus refuses, disconnects or sends invalid data, and a silent bus times out',
  { skip },
  async (t) => {
    const refused = await fakeBus(t, {});
    assert.equal(await secretServiceLock(refused.env)(lockRequest, testTimeout()), 'unknown');
    const long = Buffer.from('6c0200010000007f0200000000000000', 'hex');
    for (const reply of [
      Buffer.from('REJECTED EXTERNAL\r\n'),
      Buffer.concat([Buffer.from('OK 1\r\n'), long]),
      'OK\r\nBIG BIG BIG BIG BIG',
      '',
    ])
      assert.equal(await secretServiceLock(await rawBus(t, reply, true))(lockRequest, testTimeout()), 'unknown');
    const silent = secretServiceLock(await rawBus(t, 'OK 1\r\n', false))(lockRequest, AbortSignal.timeout(50));
    assert.equal(await silent, 'unknown');
  },
);

test('values read from the bus equal the values written', { skip }, () => {
  const values = [
    7,
    [
      [1, ['s', 'é']],
      [2, ['ao', ['/a', '/b']]],
    ],
    [['k', 'v']],
    [],
    ['/s', [], [1, 2], 'text/plain'],
  ];
  const signature = 'ya(yv)a{ss}ao(oayays)';
  const read = busValues(signature, busBytes(signature, values)).values;
  assert.deepEqual(read, [
    7,
    [
      [1, 'é'],
      [2, ['/a', '/b']],
    ],
    [['k', 'v']],
    [],
    ['/s', [], [1, 2], 'text/plain'],
  ]);
  const whole = busBytes('sao', ['words', ['/a', '/b']]);
  for (let end = 0; end < whole.length; end++) assert.throws(() => busValues('sao', whole.subarray(0, end)));
});

type BusSignal = [path: string, interfaceName: string, member: string, signature: string, body: BusValue[]];
type Answers = Record<string, [signature: string, body: BusValue[], signal?: BusSignal]>;

/** A bus that answers methods by name and refuses all others. */
async function fakeBus(t: TestContext, answers: Answers) {
  const called: string[] = [];
  const all: Answers = { Hello: ['s', [':1.1']], AddMatch: ['', []], ...answers };
  const env = await listening(t, (socket) => {
    let held = Buffer.alloc(0);
    let isAdmitted = false;
    socket.on('data', (bytes) => {
      held = Buffer.concat([held, bytes]);
      const begin = held.indexOf('BEGIN\r\n');
      if (!isAdmitted && begin < 0) return void socket.write('OK 1234\r\n');
      if (!isAdmitted) held = held.subarray(begin + 7);
      isAdmitted = true;
      while (held.length >= 16) {
        const bodyStart = Math.ceil((16 + held.readUInt32LE(12)) / 8) * 8;
        const size = bodyStart + held.readUInt32LE(4);
        if (held.length < size) return;
        const [, , , , , serial = 0, fields] = busValues('yyyyuua(yv)', held).values;
        const member = String(new Map(fields as unknown as [number, BusValue][]).get(3));
        held = held.subarray(size);
        called.push(member);
        const [signature, body, emittedSignal] = all[member] ?? ['s', ['no such method']];
        socket.write(message(all[member] ? 2 : 3, [[5, ['u', serial]]], signature, body));
        if (!emittedSignal) continue;
        const [path, interfaceName, name, inner, values] = emittedSignal;
        socket.write(
          message(
            4,
            [
              [1, ['o', path]],
              [2, ['s', interfaceName]],
              [3, ['s', name]],
            ],
            inner,
            values,
          ),
        );
      }
    });
  });
  return { env, called };
}

function message(kind: number, fields: BusValue[], signature: string, body: BusValue[]): Buffer {
  const content = busBytes(signature, body);
  const all = signature ? [...fields, [8, ['g', signature]]] : fields;
  const head = busBytes('yyyyuua(yv)', ['l'.charCodeAt(0), kind, 0, 1, content.length, 9, all]);
  return Buffer.concat([head, Buffer.alloc((8 - (head.length % 8)) % 8), content]);
}

function rawBus(t: TestContext, reply: string | Buffer, ends: boolean) {
  return listening(t, (socket) => void (ends ? socket.end(reply) : socket.write(reply)));
}

async function listening(t: TestContext, serve: (socket: Socket) => void) {
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-bus-'));
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => socket.destroy()));
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(join(dir, 'bus'), resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    rmSync(dir, { recursive: true, force: true });
  });
  return { DBUS_SESSION_BUS_ADDRESS: `tcp:host=x;unix:guid=1,path=${join(dir, 'bus')}` };
}
