import { sql, type ReadDb } from '../../store/db.ts';
import { queueArrival } from '../arrivals/queue.ts';
import { recordAdded } from '../changes/changes.ts';
import { addMessageToLists, flagsText, savePlacement, stateInLabel } from '../messages/placements.ts';
import { queueForRules } from '../rules/queue.ts';
import { queueForTodos } from '../todos/queue.ts';
import { startThread } from '../threads/summary.ts';
import { insertMessage, type InsertedMessage } from './insert.ts';
import { addPlacement } from './pass-placements.ts';
import { labelAt, type PassState } from './pass-state.ts';
import type { PreparedMessage } from './prepare.ts';
import { saveServerId } from './recognition.ts';
import { addUncommittedPlacement } from './uncommitted-placements.ts';
import { isVacated } from './vacated-uids.ts';

/** The internal id of the message with a public id. */
export function findMessage(db: ReadDb, message_id: string): number | undefined {
  return db.get<{ id: number }>(sql`SELECT id FROM messages WHERE message_id = ${message_id}`)?.id;
}

/** Stores a message, or adds a placement of the stored message `known`. */
export function storeMessage(pass: PassState, message: PreparedMessage, known: number | undefined): 'added' | 'known' {
  const { deps, db, account, name, labels, live, isAwaited, isOnlyCopy } = pass;
  const { arrival } = message;
  if (known !== undefined) {
    addPlacement(pass, arrival, known);
    return 'known';
  }
  const label = labelAt(pass, arrival.folder);
  const { uidvalidity, uid, modseq = null } = arrival;
  if (isVacated(db, { label: label.id, uidvalidity, uid })) return 'known';
  const flags = flagsText(arrival.flags);
  const state = stateInLabel(label, flags, labels);
  const inserted = insertMessage(deps, pass.owner, message, { ...state, live, isAwaited, isOnlyCopy });
  savePlacement(db, { label: label.id, uidvalidity, uid, message: inserted.id, modseq, flags });
  if (arrival.provider_id !== undefined) saveServerId(db, account, arrival.provider_id, inserted.id);
  if (name) addUncommittedPlacement(db, account, name, { label: label.id, uidvalidity, uid });
  addMessageToLists(db, inserted, state);
  recordAdded(db, { id: inserted.id, account: account.id });
  countContacts(pass, message, inserted);
  if (live) {
    queueArrival(db, { ...inserted, account: account.id, list_id: message.parsed.list_id });
    queueForTodos(db, inserted);
    queueForRules(db, inserted);
  }
  if (inserted.isFirst) startThread(db, inserted.thread, { ...inserted, labels: state.labels });
  else pass.threads.add(inserted.thread);
  pass.added.add(inserted.id);
  return 'added';
}

function countContacts({ contacts }: PassState, { parsed }: PreparedMessage, inserted: InsertedMessage): void {
  const { from, to, cc, bcc, unsubscribe } = parsed;
  const { direction, position, flags } = inserted;
  contacts.addMessage({
    direction,
    flags,
    sort_key: position,
    from,
    recipients: [...to, ...cc, ...bcc],
    isMailing: unsubscribe !== 'None',
  });
}
