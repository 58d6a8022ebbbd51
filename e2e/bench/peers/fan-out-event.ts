import type { Announcement } from '../../../daemon/contract/events.ts';

export const token = 'a-token-of-the-bench-alone';

/** An event of typical size, of a kind that is never merged with others. */
export function eventNumbered(number: number): Announcement {
  return {
    event: 'OperationStarted',
    operation_id: `01890a5d-ac96-774b-bcce-${String(number).padStart(12, '0')}`,
    operation: 'sync',
    account_id: '5f3c1f5e-6c1b-5a3e-9d57-2b8f4f0f9a11',
    message: 'Checking a mailbox for new mail',
  };
}
