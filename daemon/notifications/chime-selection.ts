import type { Config } from '../config/schema/schema.ts';
import type { Event } from '../contract/events.ts';
import { allAccounts, type Account } from '../mail/accounts/accounts.ts';
import type { UserAction } from '../mail/mutations/apply.ts';
import { flagBits } from '../mail/messages/flags.ts';
import { labelById, labelsOfMessages } from '../mail/labels/labels.ts';
import { findMessage } from '../mail/messages/messages.ts';
import type { Change } from '../mail/mutations/change.ts';
import { mutationByPublicId } from '../mail/mutations/journal.ts';
import { findSend } from '../mail/outbox/outbox.ts';
import { syncRecord } from '../mail/accounts/sync-status.ts';
import { mayNotify, screeningsOf, type ScreeningOptions } from '../mail/screener/screening.ts';
import type { ReadDb } from '../store/db.ts';

/** The events that may have a chime, by the keys of `[notifications.chimes]`. */
export type Chime = Exclude<keyof Config['notifications']['chimes'], 'enabled' | 'volume'>;

/** The page plays the sounds for its own actions. */
const isFromPage = ({ origin }: { origin: string }) => origin === 'web';

/** The chime for a mutation; undefined where it is silent. `now` is an instant. */
export function chimeForAction(read: ReadDb, userAction: UserAction, now: string): Chime | undefined {
  const { kind, details } = userAction;
  // A message woken at its time has no current actor, whichever caller snoozed it.
  if (kind === 'unsnooze' && details.until !== undefined && details.until <= now) return 'unsnoozed';
  if (details.rule !== undefined) return undefined;
  if (isFromPage(userAction) || userAction.origin === 'daemon') return undefined;
  switch (kind) {
    case 'snooze':
      return userAction.changes.length > 0 ? 'snoozed' : undefined;
    case 'unsnooze':
      return 'unsnoozed';
    case 'archive':
    case 'read_and_archive':
    case 'trash':
    case 'spam':
    case 'modify_labels':
    case 'move':
    case 'route':
    case 'mode_done':
      return folderChime(read, userAction.changes);
    case 'star':
    case 'set_read':
    case 'set_flags':
    case 'create_label':
    case 'rename_label':
    case 'delete_label':
    case 'mute':
    case 'block':
    case 'todo':
    case 'screen':
    case 'rule':
    case 'undo':
      return undefined;
  }
}

const folderChimes: Record<string, Chime | undefined> = { archive: 'archived', trash: 'trashed', spam: 'spam' };

/** The target folder of the mail decides, not the request. */
function folderChime(read: ReadDb, changes: readonly Change[]): Chime | undefined {
  const roles = changes.map((change) =>
    change.do === 'move' ? labelById(read, change.to)?.role : change.do === 'archive' ? 'archive' : change.do,
  );
  return roles.map((role) => folderChimes[role ?? '']).find((chime) => chime !== undefined);
}

/** The chime for an event other than mutations and account trouble; undefined where it is silent. */
export function chimeForEvent(
  read: ReadDb,
  event: Event,
  { accounts, screening }: { accounts: Config['accounts']; screening: ScreeningOptions },
): Chime | undefined {
  switch (event.event) {
    case 'NewMessages':
      return hasNewMail(read, event, { accounts, screening }) ? 'new_mail' : undefined;
    case 'ReminderTriggered':
      return 'reminder';
    case 'OutboxUpdated': {
      const send = findSend(read, event.send_id);
      if (!send || isFromPage(send)) return undefined;
      if (event.state === 'sent') return 'sent';
      return event.state === 'failed' || event.state === 'unknown' ? 'error' : undefined;
    }
    case 'MutationCompleted': {
      if (event.failed === 0 || event.mutation_id === null) return undefined;
      const mutation = mutationByPublicId(read, event.mutation_id);
      return mutation && !isFromPage(mutation) ? 'error' : undefined;
    }
    default:
      return undefined;
  }
}

/** Whether any message is personal mail to the owner that is unread in the inbox of an account with chimes. */
function hasNewMail(
  read: ReadDb,
  { account_id, envelopes }: Extract<Event, { event: 'NewMessages' }>,
  { accounts, screening }: { accounts: Config['accounts']; screening: ScreeningOptions },
): boolean {
  const key = accountOf(read, account_id)?.key;
  if (key === null || key === undefined || accounts[key]?.notify !== true) return false;
  const silentFlags = flagBits.READ | flagBits.DRAFT | flagBits.SENT | flagBits.TRASH | flagBits.SPAM;
  const newMail = envelopes
    .flatMap(({ id }) => findMessage(read, id) ?? [])
    .filter(({ flags, direction }) => (flags & silentFlags) === 0 && direction !== 'outbound');
  const ids = newMail.map(({ id }) => id);
  const labels = labelsOfMessages(read, ids);
  const screenings = screeningsOf(read, ids, screening);
  const audible = ids.filter((id) => mayNotify(screenings.get(id)));
  return audible.some((id) => labels.get(id)?.some(({ role }) => role === 'inbox'));
}

/**
 * Whether an account's sync needs its owner: the password is refused, the server has an unexpected identity, or the keychain
 * is locked. Conditions that resolve themselves do not count.
 */
export function needsUserAttention(read: ReadDb, account_id: string): boolean {
  const account = accountOf(read, account_id);
  const record = account && syncRecord(read, account.id);
  if (!record?.last_error) return false;
  if (record.failure_class === 'auth') return record.backoff_until === null;
  return record.failure_class === 'tls' || record.failure_class === 'keychain';
}

/** The chime to play for simultaneous events: failures first, then new mail, then the earliest event. */
export function mostImportantChime(chimes: readonly Chime[]): Chime | undefined {
  return chimes.find((chime) => chime === 'error') ?? chimes.find((chime) => chime === 'new_mail') ?? chimes[0];
}

function accountOf(read: ReadDb, account_id: string): Account | undefined {
  return allAccounts(read).find((account) => account.account_id === account_id);
}
