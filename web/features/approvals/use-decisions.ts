import { useQueryClient } from '@tanstack/react-query';
import { approvalsQuery, type Approval, type Approvals } from '../../data/queries/approvals.ts';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { strings } from '../../i18n/strings.ts';

const t = strings.approvals;

/** Approves and declines requests. The promises resolve to whether it succeeded. */
export function useDecisions() {
  const { api, toasts } = useServices();
  const client = useQueryClient();
  const { runAction } = useAction({ affects: ['approvals'] });
  const { queryKey } = approvalsQuery(api);

  /** The next request is shown at once. */
  function moveToDecided(decided: Approval): void {
    client.setQueryData<Approvals>(
      queryKey,
      (known) =>
        known && {
          waiting: known.waiting.filter(({ approval_id }) => approval_id !== decided.approval_id),
          decided: [decided, ...known.decided],
        },
    );
  }

  return {
    approve: ({ approval_id, payload_hash, action, content }: Approval): Promise<boolean> =>
      runAction(async () => {
        const { approval } = await api.approvals.approve({ approval_id, payload_hash });
        moveToDecided(approval);
        const { draft_id } = content;
        const isSend = action === 'send' && draft_id !== null;
        const undo = () => void runAction(() => api.outbox.cancel({ draft_id: draft_id ?? '' }), t.notUndone);
        toasts.show({
          tone: 'plain',
          text: isSend ? t.sending : t.approved,
          ...(isSend && { button: { label: strings.acting.undo, run: undo } }),
        });
      }, t.notApproved),
    decline: ({ approval_id }: Approval, reason: string): Promise<boolean> =>
      runAction(async () => {
        const { approval } = await api.approvals.decline({ approval_id, ...(reason !== '' && { reason }) });
        moveToDecided(approval);
        toasts.show({ tone: 'plain', text: t.declined });
      }, t.notDeclined),
  };
}
