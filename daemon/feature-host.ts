import type { AccountLoopGroup, AccountPart } from './account-loops.ts';
import type { Loop } from './base/loop.ts';
import type { Core, StoredChanges } from './core.ts';
import type { AnyHandler } from './dispatch.ts';
import type { AnyFeature, AnyOpenFeature, SendSubjectFinder } from './feature.ts';
import type { SendSubject } from './mail/approvals/subject.ts';
import type { Account } from './mail/accounts/accounts.ts';
import type { MutationResult } from './mail/mutations/apply.ts';

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

  const handlerIn = (feature: AnyOpenFeature | undefined, row: string) =>
    (feature?.handlers as Record<string, AnyHandler> | undefined)?.[row];

  return {
    /** The handler of a request on this thread: at once where its feature is open. */
    handlerOf(name: string): AnyHandler | undefined | Promise<AnyHandler | undefined> {
      const [feature = '', row = ''] = name.split('.');
      const known = opened.get(feature);
      return known ? handlerIn(known, row) : open(feature)?.then((each) => handlerIn(each, row));
    },
    /** What a request would send. Its feature is open, because its handler was looked up. */
    sendSubject(name: string, ...[input, call]: Parameters<SendSubjectFinder>): SendSubject | undefined {
      const [feature = '', row = ''] = name.split('.');
      return opened.get(feature)?.sendSubjects?.[row]?.(input, call);
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
