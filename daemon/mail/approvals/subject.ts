import { createHash } from 'node:crypto';
import type { ApprovalContent, ApprovalMessage } from '../../contract/approval.ts';

/** What a request would send: what is shown of it, and all that the approval is bound to. */
export type SendSubject = {
  account_id: string | null;
  draft_id: string | null;
  messages: ApprovalMessage[];
  /** What the owner wrote of it, where an agent has changed that. */
  changed_from?: ApprovalContent['changed_from'];
  binding: unknown;
};

/** What a request would act on: what is shown of it, and all that the approval is bound to, as JSON values. */
export type ApprovalSubject = {
  content: ApprovalContent;
  binding: unknown;
};

/** SHA-256, in hex, of a JSON value, whatever the order of its keys. */
export function hashOfJson(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sortedKeys(value)) ?? '')
    .digest('hex');
}

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, sortedKeys(each)]),
  );
}
