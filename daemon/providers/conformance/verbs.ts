import assert from 'node:assert/strict';
import type { FaultKind } from '../fake/faults.ts';
import type { Ref } from '../provider.ts';
import { troubleOf } from './harness.ts';
import type { Check, Harness } from './harness.ts';
import { letter } from './letters.ts';
import { synced } from './mirror.ts';
import { collect, drained, failsWith, never, only, partOf } from './reading.ts';

/** What every verb does when the server cannot be reached, wants no more of us, or takes its time. */
export function verbClaims(checkIf: (kind: FaultKind) => Check): void {
  for (const kind of ['offline', 'auth', 'busy'] as const)
    checkIf(kind)(`every verb that meets ${kind} fails with it, and works again afterwards`, async (harness) => {
      const { make, mend } = troubleOf(harness);
      const verbs = Object.entries(verbsOf(harness, await someMail(harness)));
      await make({ kind });
      for (const [verb, act] of verbs) await assert.rejects(act(never()), failsWith(kind), verb);
      await mend();
      for (const [, act] of verbs) await act(never());
    });

  checkIf('slow')('a verb that waits for its server ends when its signal aborts', async (harness) => {
    const { make, mend } = troubleOf(harness);
    const { watch: _, ...verbs } = verbsOf(harness, await someMail(harness));
    await make({ kind: 'slow', ms: 60_000 });
    for (const [verb, act] of Object.entries(verbs)) {
      const abort = new AbortController();
      const acting = assert.rejects(act(abort.signal), verb);
      abort.abort();
      await acting;
    }
    await mend();
    for (const act of Object.values(verbs)) await act(never());
  });

  checkIf('lost-watch')('a watch that is lost says so, and another can be set up', async (harness) => {
    const { make, mend } = troubleOf(harness);
    const watching = harness.provider.watch(never())[Symbol.asyncIterator]();
    const told = watching.next();
    await harness.deliver('INBOX', letter('heard'));
    await told;
    const rest = assert.rejects(drained(watching), failsWith('offline'));
    await make({ kind: 'lost-watch', times: 1 });
    await rest;
    await mend();
    await watchOnce(harness, never());
  });
}

async function someMail({ provider, deliver }: Harness): Promise<Ref> {
  await deliver('INBOX', letter('here'));
  return only((await synced(provider)).in('INBOX'));
}

type Act = (signal: AbortSignal) => Promise<unknown>;

function verbsOf(harness: Harness, ref: Ref): Record<string, Act> {
  const { provider } = harness;
  const { server_search, push } = provider.capabilities;
  let made = 0;
  return {
    folders: (signal) => provider.folders(signal),
    changes: (signal) => collect(provider.changes({}, signal)),
    sources: (signal) => collect(provider.sources([ref], signal)),
    part: async (signal) => partOf(provider, ref, '1', { signal }),
    apply: (signal) => provider.apply([{ do: 'flags', ref, add: ['\\Seen'], remove: [] }], signal),
    append: (signal) => provider.append('Drafts', letter('begun'), ['\\Draft'], signal),
    editFolder: (signal) => provider.editFolder({ do: 'create', path: `Made ${++made}` }, signal),
    ...(server_search && { search: (signal) => provider.search({ text: 'here' }, signal) }),
    ...(push && { watch: (signal) => watchOnce(harness, signal) }),
  };
}

async function watchOnce({ provider, deliver }: Harness, signal: AbortSignal): Promise<void> {
  const heard = new AbortController();
  const watching = provider.watch(AbortSignal.any([signal, heard.signal]))[Symbol.asyncIterator]();
  const told = watching.next();
  // Handled below, when it is awaited.
  told.catch(() => undefined);
  await deliver('INBOX', letter('knock'));
  assert.deepEqual(await told, { done: false, value: 'changed' });
  heard.abort();
  await drained(watching);
}
