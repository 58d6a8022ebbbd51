import type { RelationshipProfile } from '../../contract/relationship.ts';
import type { ReadDb } from '../../store/db.ts';
import type { Correspondent } from '../contacts/latest-correspondence.ts';

/** A summary of a correspondence in words, by a language model. */
export type RelationshipSummaries = {
  /** The stored summary, also where a newer message is not part of it; null if there is none. */
  read(db: ReadDb, correspondent: Correspondent): RelationshipProfile['summary'];
  /** Makes the summary anew, as part of a rebuild. Throws Failure where the model fails. */
  rebuild(correspondent: Correspondent, signal: AbortSignal): Promise<void>;
};
