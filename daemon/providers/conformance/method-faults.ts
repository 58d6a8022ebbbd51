import assert from 'node:assert/strict';
import type { FaultKind } from '../fake/faults.ts';
import type { MessageRef } from '../provider.ts';
import { harnessFaultsOf } from './harness.ts';
import type { Check, Harness } from './harness.ts';
import { sampleMessage } from './sample-messages.ts';
import { syncedMirror } from './mirror.ts';
import { collect, drainIterator, failsWith, neverAbortedSignal, only, partOf } from './helpers.ts';

/** Tests of every method when the server is unreachable, refuses the client, or is slow. */
export function methodFaultClaims(checkIf: (kind: FaultKind) => Check): void {
  for (const kind of ['offline', 'auth', 'busy'] as const)
    checkIf(kind)(`every method fails with ${kind} during that fault, and works afterwards`, async (harness) => {
      const { inject, clear } = harnessFaultsOf(harness);
      const methods = Object.entries(methodsOf(harness, await someMail(harness)));
      await inject({ kind });
      for (const [method, act] of methods) await assert.rejects(act(neverAbortedSignal()), failsWith(kind), method);
      await clear();
      for (const [, act] of methods) await act(neverAbortedSignal());
    });

  checkIf('slow')('a method that waits for its server ends when its signal aborts', async (harness) => {
    const { inject, clear } = harnessFaultsOf(harness);
    const { watch: _, ...methods } = methodsOf(harness, await someMail(harness));
    await inject({ kind: 'slow', ms: 60_000 });
    for (const [method, act] of Object.entries(methods)) {
      const abort = new AbortController();
      const acting = assert.rejects(act(abort.signal), method);
      abort.abort();
      await acting;
    }
    await clear();
    for (const act of Object.values(methods)) await act(neverAbortedSignal());
  });

  checkIf('lost-watch')('a lost watch throws, and a new one can be started', async (harness) => {
    const { inject, clear } = harnessFaultsOf(harness);
    const watching = harness.provider.watch(neverAbortedSignal())[Symbol.asyncIterator]();
    const next = watching.next();
    await harness.deliver('INBOX', sampleMessage('delivered'));
    await next;
    const rest = assert.rejects(drainIterator(watching), failsWith('offline'));
    await inject({ kind: 'lost-watch', times: 1 });
    await rest;
    await clear();
    await watchOnce(harness, neverAbortedSignal());
  });
}

async function someMail({ provider, deliver }: Harness): Promise<MessageRef> {
  await deliver('INBOX', sampleMessage('here'));
  return only((await syncedMirror(provider)).inFolder('INBOX'));
}

type MethodCall = (signal: AbortSignal) => Promise<unknown>;

function methodsOf(harness: Harness, ref: MessageRef): Record<string, MethodCall> {
  const { provider } = harness;
  const { server_search, push } = provider.capabilities;
  let made = 0;
  return {
    folders: (signal) => provider.folders(signal),
    changes: (signal) => collect(provider.changes({}, signal)),
    sources: (signal) => collect(provider.sources([ref], signal)),
    part: async (signal) => partOf(provider, ref, '1', { signal }),
    apply: (signal) => provider.apply([{ do: 'flags', ref, add: ['\\Seen'], remove: [] }], signal),
    append: (signal) => provider.append('Drafts', sampleMessage('begun'), ['\\Draft'], signal),
    editFolder: (signal) => provider.editFolder({ do: 'create', path: `Made ${++made}` }, signal),
    ...(server_search && { search: (signal) => provider.search({ terms: [{ field: 'text', text: 'here' }] }, signal) }),
    ...(push && { watch: (signal) => watchOnce(harness, signal) }),
  };
}

async function watchOnce({ provider, deliver }: Harness, signal: AbortSignal): Promise<void> {
  const stop = new AbortController();
  const watching = provider.watch(AbortSignal.any([signal, stop.signal]))[Symbol.asyncIterator]();
  const next = watching.next();
  // Its rejection is handled where it is awaited below.
  next.catch(() => undefined);
  await deliver('INBOX', sampleMessage('knock'));
  assert.deepEqual(await next, { done: false, value: 'changed' });
  stop.abort();
  await drainIterator(watching);
}
