import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Actor } from '../mutations/apply.ts';

/** What a user writes in a draft: the parts of which an approval shows what an agent has changed. */
export type WrittenParts = {
  to_text: string;
  cc_text: string;
  bcc_text: string;
  subject: string;
  body_kind: 'markdown' | 'html';
  body: string;
  body_text: string | null;
  /** The name of the signature. */
  signature: string | null;
};

/** A draft as it is stored. `origin` says who created it. */
type StoredDraft = WrittenParts & { id: number; origin: string; updated_at: string };
type OwnerVersion = WrittenParts & { written_at: string };

/**
 * Keeps what the owner last wrote of a draft, while agents or tools change it. A draft without a kept version is either
 * only the owner's or only an agent's. Call it in the transaction of the change.
 */
export function keepOwnerVersion(
  db: WriteDb,
  { before, after, actor }: { before: StoredDraft; after: StoredDraft; actor: Pick<Actor, 'origin'> },
) {
  const isKept = ownerVersionOf(db, before.id) !== undefined;
  if (isAgent(actor)) {
    if (!isKept && !isAgent(before)) saveOwnerVersion(db, before);
  } else if (isKept || isAgent(before)) saveOwnerVersion(db, after);
}

export function ownerVersionOf(db: ReadDb, draft: number): OwnerVersion | undefined {
  return db.get<OwnerVersion>(sql`
    SELECT to_text, cc_text, bcc_text, subject, body_kind, body, body_text, signature, written_at
    FROM draft_owner_versions WHERE draft = ${draft}`);
}

function isAgent({ origin }: { origin: string }): boolean {
  return origin === 'agent' || origin === 'mcp';
}

function saveOwnerVersion(db: WriteDb, draft: StoredDraft): void {
  db.run(sql`
    INSERT OR REPLACE INTO draft_owner_versions
      (draft, to_text, cc_text, bcc_text, subject, body_kind, body, body_text, signature, written_at)
    VALUES (${draft.id}, ${draft.to_text}, ${draft.cc_text}, ${draft.bcc_text}, ${draft.subject}, ${draft.body_kind},
      ${draft.body}, ${draft.body_text}, ${draft.signature}, ${draft.updated_at})`);
}
