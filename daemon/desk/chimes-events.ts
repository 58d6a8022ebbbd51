import type { Config } from '../config/schema.ts';
import type { Event } from '../contract/events.ts';
import { allAccounts, type Account } from '../mail/accounts.ts';
import type { Did } from '../mail/apply.ts';
import { flagBits } from '../mail/flags.ts';
import { labelById, labelsOfMessages } from '../mail/labels.ts';
import { messageNamed } from '../mail/messages.ts';
import type { Change } from '../mail/mutations/change.ts';
import { mutationNamed } from '../mail/mutations/journal.ts';
import { sendNamed } from '../mail/outbox.ts';
import { syncRecord } from '../mail/sync-state.ts';
import type { ReadDb } from '../store/db.ts';

/** What may sound, by the keys of `[notifications.chimes]`. */
export type Chime = Exclude<keyof Config['notifications']['chimes'], 'enabled' | 'volume'>;

/** The page sounds for what is done in it. */
const isOfPage = ({ origin }: { origin: string }) => origin === 'web';

/** What an act on mail sounds like; undefined where it is silent. `now` is an instant. */
export function chimeOfAct(read: ReadDb, did: Did, now: string): Chime | undefined {
  const { kind, about } = did;
  // Woken at its time: nobody acted just now, whoever put it to sleep.
  if (kind === 'unsnooze' && about.until !== undefined && about.until <= now) return 'unsnoozed';
  if (isOfPage(did) || did.origin === 'daemon') return undefined;
  switch (kind) {
    case 'snooze':
      return did.changes.length > 0 ? 'snoozed' : undefined;
    case 'unsnooze':
      return 'unsnoozed';
    case 'archive':
    case 'read_and_archive':
    case 'trash':
    case 'spam':
    case 'modify_labels':
    case 'move':
    case 'route':
      return placeChime(read, did.changes);
    case 'star':
    case 'set_read':
    case 'set_flags':
    case 'create_label':
    case 'rename_label':
    case 'delete_label':
    case 'undo':
      return undefined;
  }
}

const placeChimes: Record<string, Chime | undefined> = { archive: 'archived', trash: 'trashed', spam: 'spam' };

/** Where mail is put away to decides, by whichever request. */
function placeChime(read: ReadDb, changes: readonly Change[]): Chime | undefined {
  const places = changes.map((change) =>
    change.do === 'move' ? labelById(read, change.to)?.role : change.do === 'archive' ? 'archive' : change.do,
  );
  return places.map((place) => placeChimes[place ?? '']).find((chime) => chime !== undefined);
}

/** What an event sounds like beside acts on mail and trouble with accounts; undefined where it is silent. */
export function chimeOfEvent(read: ReadDb, event: Event, accounts: Config['accounts']): Chime | undefined {
  switch (event.event) {
    case 'NewMessages':
      return hasNews(read, event, accounts) ? 'new_mail' : undefined;
    case 'ReminderTriggered':
      return 'reminder';
    case 'OutboxUpdated': {
      const send = sendNamed(read, event.send_id);
      if (!send || isOfPage(send)) return undefined;
      if (event.state === 'sent') return 'sent';
      return event.state === 'failed' || event.state === 'unknown' ? 'error' : undefined;
    }
    case 'MutationCompleted': {
      if (event.failed === 0 || event.mutation_id === null) return undefined;
      const mutation = mutationNamed(read, event.mutation_id);
      return mutation && !isOfPage(mutation) ? 'error' : undefined;
    }
    default:
      return undefined;
  }
}

/** Whether any of it is mail that somebody wrote to the owner, that lies unread in the inbox of an account that may be heard. */
function hasNews(
  read: ReadDb,
  { account_id, envelopes }: Extract<Event, { event: 'NewMessages' }>,
  accounts: Config['accounts'],
): boolean {
  const key = accountOf(read, account_id)?.key;
  if (key === null || key === undefined || accounts[key]?.notify !== true) return false;
  const silent = flagBits.READ | flagBits.DRAFT | flagBits.SENT | flagBits.TRASH | flagBits.SPAM;
  const arrived = envelopes
    .flatMap(({ id }) => messageNamed(read, id) ?? [])
    .filter(({ flags, direction }) => (flags & silent) === 0 && direction !== 'outbound');
  const labels = labelsOfMessages(
    read,
    arrived.map(({ id }) => id),
  );
  return arrived.some(({ id }) => labels.get(id)?.some(({ role }) => role === 'inbox'));
}

/**
 * Whether an account's sync waits for its owner: a password is refused, or its server is not the one it says it is, or the
 * keychain is locked. What comes right by itself waits for nobody.
 */
export function needsPerson(read: ReadDb, account_id: string): boolean {
  const account = accountOf(read, account_id);
  const record = account && syncRecord(read, account.id);
  if (!record?.last_error) return false;
  if (record.failure_class === 'auth') return record.backoff_until === null;
  return record.failure_class === 'tls' || record.failure_class === 'keychain';
}

/** Of what happened in one moment, what is to be heard: what failed, else new mail, else what came first. */
export function gravest(chimes: readonly Chime[]): Chime | undefined {
  return chimes.find((chime) => chime === 'error') ?? chimes.find((chime) => chime === 'new_mail') ?? chimes[0];
}

function accountOf(read: ReadDb, account_id: string): Account | undefined {
  return allAccounts(read).find((account) => account.account_id === account_id);
}
