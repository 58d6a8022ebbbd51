import type { AccountLoopGroup, AccountPart } from './account-loops.ts';
import type { Loop } from './base/loop.ts';
import type { Core, StoredChanges } from './core.ts';
import type { AnyHandler } from './dispatch.ts';
import type { AnyFeature, AnyOpenFeature, SendSubjectFinder } from './feature.ts';
import type { SendSubject } from './mail/approvals/subject.ts';
import type { Account } from './mail/accounts/accounts.ts';
import type { MutationResult } from './mail/mutations/apply.ts';

/** A feature whose handlers are loaded. */
type ReadyFeature = {
  handlers: Partial<Record<string, AnyHandler>>;
  sendSubjects: Partial<Record<string, SendSubjectFinder>>;
};

export type FeatureHost = ReturnType<typeof createFeatureHost>;

/** Opens features when they are needed, each once, and passes on to the open ones what happens in the daemon. */
export function createFeatureHost(features: Readonly<Record<string, AnyFeature>>, core: () => Core) {
  const opening = new Map<string, Promise<AnyOpenFeature>>();
  const opened = new Map<string, AnyOpenFeature>();

  function open(name: string): Promise<AnyOpenFeature> | undefined {
    const feature = features[name];
    if (!feature?.open) return undefined;
    const pending = opening.get(name) ?? feature.open(core()).then((each) => (opened.set(name, each), each));
    opening.set(name, pending);
    return pending;
  }

  const ready = new Map<string, ReadyFeature>();
  const loading = new Map<string, Promise<ReadyFeature | undefined>>();

  /** Loads the handlers of a feature, once. */
  async function load(name: string): Promise<ReadyFeature | undefined> {
    const feature = await open(name);
    if (!feature) return undefined;
    const [handlers, sendSubjects] = await Promise.all([
      typeof feature.handlers === 'function' ? feature.handlers() : feature.handlers,
      feature.sendSubjects?.() ?? {},
    ]);
    const loaded = { handlers: handlers as ReadyFeature['handlers'], sendSubjects };
    ready.set(name, loaded);
    return loaded;
  }

  function startLoading(name: string): Promise<ReadyFeature | undefined> {
    const pending = loading.get(name) ?? load(name).finally(() => loading.delete(name));
    loading.set(name, pending);
    return pending;
  }

  return {
    /** The handler of a request on this thread: at once where the handlers of its feature are loaded. */
    handlerOf(name: string): AnyHandler | undefined | Promise<AnyHandler | undefined> {
      const [feature = '', row = ''] = name.split('.');
      const known = ready.get(feature);
      return known ? known.handlers[row] : startLoading(feature).then((each) => each?.handlers[row]);
    },
    /** What a request would send. Its handler was looked up before. */
    sendSubject(name: string, ...[input, call]: Parameters<SendSubjectFinder>): SendSubject | undefined {
      const [feature = '', row = ''] = name.split('.');
      return ready.get(feature)?.sendSubjects[row]?.(input, call);
    },
    /** Opens every feature with background work and gives its loops. */
    async openBackground(): Promise<Loop[]> {
      const names = Object.keys(features).filter((name) => features[name]?.isBackground);
      const all = await Promise.all(names.map(async (name) => open(name)));
      return all.flatMap((each) => each?.loops ?? []);
    },
    /** The loops of an account. Only after `openBackground`. */
    accountLoops(account: Account): AccountLoopGroup {
      const all = [...opened.values()];
      const parts: AccountPart[] = [];
      const hooks = {
        onConnected: () => parts.forEach((part) => part.onReachable?.()),
        onPassEnd: (pass: number, unreadableFolders: readonly string[]) =>
          parts.forEach((part) => part.onPassEnd?.(pass, unreadableFolders)),
      };
      const syncLoop = all.find((each) => each.syncLoop)?.syncLoop?.(account, hooks);
      if (!syncLoop) throw new Error('no feature syncs accounts');
      parts.push(...all.flatMap((each) => each.accountPart?.(account, syncLoop) ?? []));
      return { ...syncLoop, parts };
    },
    afterSync(account: Account, stored: StoredChanges): void {
      for (const each of opened.values()) each.afterSync?.(account, stored);
    },
    afterMutation(result: MutationResult): void {
      for (const each of opened.values()) each.afterMutation?.(result);
    },
    onRetry(): void {
      for (const each of opened.values()) each.onRetry?.();
    },
    onResume(): void {
      for (const each of opened.values()) each.onResume?.();
    },
    /** Cancels a job of any feature. False where none has it. */
    cancelJob: (job_id: string): boolean => [...opened.values()].some((each) => each.cancel?.(job_id)),
  };
}
