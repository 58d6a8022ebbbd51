import { movableClock } from '../../base/clock.ts';
import { createFakeProvider, type FakeProvider } from '../../providers/fake/provider.ts';
import type { Provider } from '../../providers/provider.ts';
import { until } from '../../test-ceiling.ts';
import { ada, testStart, type TestDaemon } from '../../test-daemon.ts';

/** A fake server that outlives the daemons that talk to it. */
export function lastingServer(): FakeProvider {
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

export type Stop = { verb: 'append' | 'apply'; when: 'before' | 'after' };

export type StoppingLine = { line: Provider; arm: () => void; hasStopped: () => boolean };

/**
 * A line over which one call, once it is armed, is the last thing that happens: the server hears it or not, and nobody
 * learns of it.
 */
export function lineThatStops(server: Provider, stop: Stop | undefined): StoppingLine {
  let hasStopped = false;
  let isArmed = false;
  const stopping =
    <Input extends unknown[], Output>(asked: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output> => {
      if (!isArmed) return asked(...input);
      if (stop?.when === 'after') await asked(...input);
      hasStopped = true;
      const signal = input.at(-1) as AbortSignal;
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    };
  const lasting = { ...server, close: async () => undefined };
  const line: Provider = {
    ...lasting,
    ...(stop?.verb === 'append' && { append: stopping(server.append) }),
    ...(stop?.verb === 'apply' && { apply: stopping(server.apply) }),
  };
  return { line, arm: () => void (isArmed = true), hasStopped: () => hasStopped };
}

/** Opens a session on a new message that also lies on the server, and gives how it is changed and what it is called. */
export async function linkedDraft(daemon: TestDaemon, { subject = 'Dinner', body = 'First' } = {}) {
  const { session } = await daemon.ask('compose.open', { kind: 'new', to: 'ben@people.example', subject, body });
  const { draftPath: draft_path, draftId: draft_id } = session;
  await daemon.ask('compose.save', { draft_path, save_to_server: true });
  return draft_id;
}

export async function rewrite(daemon: TestDaemon, id: string, change: object): Promise<void> {
  const { draft } = await daemon.ask('drafts.get', { draft_id: id });
  await daemon.ask('drafts.saveLocal', { ...draft, ...change });
}

/** Lets time pass until something is so. */
export async function passing(daemon: TestDaemon, isSo: () => boolean | Promise<boolean>): Promise<void> {
  await until('what a draft is waited for', async () => {
    if (await isSo()) return true;
    daemon.clock.advance(1000);
    return false;
  });
}

/** Whether the newest revision of a draft lies on its server. */
export const isBrought = (daemon: TestDaemon, draft_id: string) => async () => {
  const summary = (await daemon.ask('drafts.list')).drafts.find(({ id }) => id === draft_id);
  return summary?.on_server === 'yes';
};

/** What lies among the drafts of a server, as text. */
export async function versionsOn(server: FakeProvider): Promise<string[]> {
  const { signal } = new AbortController();
  const places = server.control.lying('Drafts').map(({ uid }) => ({ folder: 'Drafts', uidvalidity: 0, uid }));
  for await (const { arrivals } of server.changes({}, signal))
    for (const { folder, uidvalidity } of arrivals)
      if (folder === 'Drafts') for (const place of places) place.uidvalidity = uidvalidity;
  const texts: string[] = [];
  for await (const { bytes } of server.sources(places, signal)) texts.push(Buffer.from(bytes ?? []).toString());
  return texts;
}
