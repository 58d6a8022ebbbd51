import type { WriteDb } from '../../store/db.ts';

/**
 * A language model that looks for commitments where rules have looked already. `queue` is called with new messages (internal ids) in
 * the transaction that stores what the rules have found, so that none is lost in a crash; what the model finds then is stored with
 * `saveTodos` and the origin `model`. A sentence that is a commitment already stays one.
 */
export type CommitmentModel = { queue(db: WriteDb, messages: readonly number[]): void };
