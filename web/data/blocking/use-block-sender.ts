import type { Api } from '../../api/client.ts';
import { strings } from '../../i18n/strings.ts';
import { useMailActions, useServices } from '../services.ts';
import { useAction } from '../use-action.ts';

const t = strings.blocking;

type BlockRequest = Parameters<Api['blockedSenders']['block']>[0];

/** Blocks and unblocks senders, and offers to undo it. The promises resolve to whether it succeeded. */
export function useBlockSender({ showsToast = false }: { showsToast?: boolean } = {}) {
  const { api } = useServices();
  const mailActions = useMailActions();
  const { runAction, isPending, problem } = useAction({
    affects: ['blocked-senders', 'screener', 'mailbox', 'search', 'thread', 'shell', 'history'],
    showsToast,
  });
  return {
    isBusy: isPending,
    problem,
    block: (request: BlockRequest, sender: string): Promise<boolean> =>
      runAction(async () => {
        const { result } = await api.blockedSenders.block(request);
        if (result.mutation_id) mailActions.offerUndo(t.blocked({ sender }), result.mutation_id);
      }, t.notBlocked({ sender })),
    unblock: (sender: string): Promise<boolean> =>
      runAction(async () => {
        const { result } = await api.blockedSenders.unblock({ sender });
        if (result.mutation_id) mailActions.offerUndo(t.unblocked({ sender }), result.mutation_id);
      }, t.notUnblocked({ sender })),
  };
}
