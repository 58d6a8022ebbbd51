import type { Announcement } from './events.ts';

/**
 * Whether a caller that may see only these accounts (public ids) may see an event: all accounts of the event must be among
 * them. Events without an account are visible to all callers, except settings, which are visible to the owner only.
 */
export function isVisibleTo(event: Announcement, accounts: ReadonlySet<string>): boolean {
  if (event.event === 'ConfigChanged') return false;
  if ('account_ids' in event && event.account_ids) return event.account_ids.every((id) => accounts.has(id));
  return !('account_id' in event) || event.account_id === null || accounts.has(event.account_id);
}
