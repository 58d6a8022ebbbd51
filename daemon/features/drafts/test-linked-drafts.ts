import { movableClock } from '../../base/clock.ts';
import { createFakeProvider, type FakeProvider } from '../../providers/fake/provider.ts';
import type { Provider } from '../../providers/provider.ts';
import { until } from '../../test-until.ts';
import { ada, testStart, type TestDaemon } from '../../test-daemon.ts';

/** A fake server that survives restarts of the daemon. */
export function persistentFakeServer(): FakeProvider {
  const { key, email, name } = ada;
  return createFakeProvider({
    key,
    email,
    name,
    seed: 7,
    count: 0,
    clock: movableClock(testStart),
    anchor: new Date(testStart),
  });
}

export type InterruptPoint = { verb: 'append' | 'apply'; when: 'before' | 'after' };

type InterruptibleProvider = { provider: Provider; arm: () => void; isInterrupted: () => boolean };

/** A provider that hangs at one call, once it is armed: the server executes the call or not, and its result is lost. */
export function interruptibleProvider(server: Provider, point: InterruptPoint | undefined): InterruptibleProvider {
  let isInterrupted = false;
  let isArmed = false;
  const interrupting =
    <Input extends unknown[], Output>(call: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output> => {
      if (!isArmed) return call(...input);
      if (point?.when === 'after') await call(...input);
      isInterrupted = true;
      const signal = input.at(-1) as AbortSignal;
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    };
  const persistent = { ...server, close: async () => undefined };
  const provider: Provider = {
    ...persistent,
    ...(point?.verb === 'append' && { append: interrupting(server.append) }),
    ...(point?.verb === 'apply' && { apply: interrupting(server.apply) }),
  };
  return { provider, arm: () => void (isArmed = true), isInterrupted: () => isInterrupted };
}

/** Opens a session on a new message and saves it to the server too; returns the draft id. */
export async function linkedDraft(daemon: TestDaemon, { subject = 'Dinner', body = 'First' } = {}) {
  const { session } = await daemon.ask('compose.open', { kind: 'new', to: 'ben@people.example', subject, body });
  const { draftPath: draft_path, draftId: draft_id } = session;
  await daemon.ask('compose.save', { draft_path, save_to_server: true });
  return draft_id;
}

export async function changeDraftFields(daemon: TestDaemon, id: string, change: object): Promise<void> {
  const { draft } = await daemon.ask('drafts.get', { draft_id: id });
  await daemon.ask('drafts.saveLocal', { ...draft, ...change });
}

/** Advances the clock until a condition holds. */
export async function advanceUntil(daemon: TestDaemon, condition: () => boolean | Promise<boolean>): Promise<void> {
  await until('the condition on the draft', async () => {
    if (await condition()) return true;
    daemon.clock.advance(1000);
    return false;
  });
}

/** Whether the server has the newest revision of a draft. */
export const isUpToDateOnServer = (daemon: TestDaemon, draft_id: string) => async () => {
  const summary = (await daemon.ask('drafts.list')).drafts.find(({ id }) => id === draft_id);
  return summary?.on_server === 'yes';
};

/** The content of the server's Drafts folder as text. */
export async function versionsOn(server: FakeProvider): Promise<string[]> {
  const { signal } = new AbortController();
  const refs = server.control.messagesIn('Drafts').map(({ uid }) => ({ folder: 'Drafts', uidvalidity: 0, uid }));
  for await (const { arrivals } of server.changes({}, signal))
    for (const { folder, uidvalidity } of arrivals)
      if (folder === 'Drafts') for (const ref of refs) ref.uidvalidity = uidvalidity;
  const texts: string[] = [];
  for await (const { bytes } of server.sources(refs, signal)) texts.push(Buffer.from(bytes ?? []).toString());
  return texts;
}
