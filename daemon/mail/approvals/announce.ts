import type { Announcement } from '../../contract/events.ts';
import type { ReadDb } from '../../store/db.ts';
import { findApproval, type Approval } from './store.ts';
import { actionSummary } from './summary.ts';

export type ApprovalEvents = {
  read: ReadDb;
  announce: (announcement: Announcement) => void;
};

/** Tells the owner and the caller how an approval is now, after the present transaction. */
export function announceApproval(
  { read, announce }: Partial<ApprovalEvents> & Pick<ApprovalEvents, 'read'>,
  approval_id: string,
): void {
  queueMicrotask(() => {
    const approval = findApproval(read, approval_id);
    const announcement = approval && announcementOf(approval);
    if (announcement) announce?.(announcement);
  });
}

function announcementOf(approval: Approval): Announcement | undefined {
  const { approval_id, origin, token_id, state, error } = approval;
  const common = { operation_id: approval_id, operation: 'approval', account_id: null, actor: { origin, token_id } };
  const message = `${approval.caller_name} wants to ${actionSummary(approval)}.`;
  switch (state) {
    case 'pending':
      return { event: 'OperationStarted', ...common, message };
    // The end follows at once.
    case 'approved':
    case 'running':
      return undefined;
    case 'done':
      return { event: 'OperationCompleted', ...common, message };
    case 'failed':
    case 'unknown':
      return { event: 'OperationFailed', ...common, error: error?.message ?? failedMessage, retryable: false };
    case 'declined':
    case 'withdrawn':
    case 'outdated':
    case 'expired':
      return { event: 'OperationCancelled', ...common, message: endMessages[state] };
  }
}

const failedMessage = 'Couldn’t do it.';

const endMessages = {
  declined: 'The owner declined it.',
  withdrawn: 'The caller withdrew it.',
  outdated: 'What it would act on has changed.',
  expired: 'The owner didn’t decide in time.',
};
