import { useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';
import {
  type Decision,
  type Disposition,
  type QueueEntry,
  type Screener,
  screenerQuery,
} from '../../data/queries/screener.ts';
import { useMailActions, useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { strings } from '../../i18n/strings.ts';

const t = strings.screener;

/** The sender, the list or the domain that a decision is about. */
type DecisionTarget = Pick<Decision, 'account_id' | 'scope' | 'value'>;

type DecideRequest = DecisionTarget & {
  disposition: Disposition;
  route_label?: string | null;
  apply_to_existing?: boolean;
};

/** What a decision is about, as it is named to the user. */
type Decided = { name: string; disposition: Disposition };

/** Decides where mail goes, and offers to undo it. The promises resolve to whether it succeeded. */
export function useDecide() {
  const { api } = useServices();
  const client = useQueryClient();
  const mailActions = useMailActions();
  const { runAction } = useAction({
    affects: ['screener', 'blocked-senders', 'mailbox', 'search', 'thread', 'shell', 'history'],
  });
  const { queryKey } = screenerQuery(api);

  /** The next sender is shown at once. */
  function hide(entries: readonly QueueEntry[]): void {
    const hidden = new Set(entries.map(entryKey));
    client.setQueryData<Screener>(queryKey, (queue) => {
      if (!queue) return queue;
      const rest = queue.entries.filter((each) => !hidden.has(entryKey(each)));
      return { ...queue, entries: rest, total: queue.total - (queue.entries.length - rest.length) };
    });
  }

  return {
    /** Decides about mail. `hidden` are the entries of the queue that the decision answers. */
    decide: async (request: DecideRequest, about: Decided, hidden: readonly QueueEntry[] = []): Promise<boolean> => {
      await client.cancelQueries({ queryKey });
      hide(hidden);
      return runAction(
        async () => {
          const { result } = await sendDecision(api, request);
          if (result.mutation_id) mailActions.offerUndo(t.decided(about), result.mutation_id);
        },
        t.notDecided({ name: about.name }),
      );
    },
    /** Screens out several senders; those of an account with one undo. */
    screenOutAll: async (entries: readonly QueueEntry[]): Promise<boolean> => {
      await client.cancelQueries({ queryKey });
      hide(entries);
      return runAction(async () => {
        for (const [account_id, own] of Map.groupBy(entries, (entry) => entry.account_id)) {
          const decisions = own.map((entry) => ({ ...targetOf(entry), disposition: 'deny' }));
          const file = { account_id, format: 'json', content: JSON.stringify({ decisions }) } as const;
          const { result } = await api.screener.import(file);
          if (result.mutation_id) mailActions.offerUndo(t.screenedOutAll({ count: own.length }), result.mutation_id);
        }
      }, t.notScreenedOut);
    },
    clear: ({ account_id, scope, value }: DecisionTarget, name: string): Promise<boolean> =>
      runAction(async () => {
        const { result } =
          scope === 'sender'
            ? await api.screener.clear({ account_id, sender_email: value })
            : await api.screener.clearGroup({ account_id, scope, value });
        if (result.mutation_id) mailActions.offerUndo(t.cleared({ name }), result.mutation_id);
      }, t.notDecided({ name })),
  };
}

function sendDecision(api: Api, { scope, value, disposition, ...request }: DecideRequest) {
  if (scope === 'sender') return api.screener.decide({ ...request, sender_email: value, disposition });
  // Only a sender can be asked about again.
  return api.screener.decideGroup({
    ...request,
    scope,
    value,
    disposition: disposition === 'unknown' ? 'allow' : disposition,
  });
}

/** What is asked about: a sender, or a list with all who write there. */
export function targetOf({ sender_email, list_id }: QueueEntry): Pick<Decision, 'scope' | 'value'> {
  return list_id === null ? { scope: 'sender', value: sender_email } : { scope: 'list', value: list_id };
}

export function entryKey({ account_id, sender_email, list_id }: QueueEntry): string {
  return `${account_id} ${list_id ?? sender_email}`;
}

/** How a sender is named. */
export function nameOf({ display_name, sender_email }: QueueEntry): string {
  return display_name || sender_email;
}
