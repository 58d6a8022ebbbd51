import type { Announcement, EventKind } from './events.ts';
import { isVisibleFor, type Viewer } from './ownership.ts';

/** Kinds that name nothing of an account, so that every caller may see them. */
export const eventsForEveryone: readonly EventKind[] = ['SavedSearchesUpdated', 'EventsLagged', 'StoreStateChanged'];

/** Whether a caller other than the user may see an event. */
export function isVisibleTo(event: Announcement, viewer: Viewer): boolean {
  if (eventsForEveryone.includes(event.event)) return true;
  return isVisibleFor(viewer, { accounts: accountsOfEvent(event), actor: event.actor });
}

function accountsOfEvent(event: Announcement): readonly string[] {
  if ('account_ids' in event && event.account_ids) return event.account_ids;
  return 'account_id' in event && event.account_id !== null ? [event.account_id] : [];
}
