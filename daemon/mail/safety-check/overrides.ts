import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { DraftSafetyIssue, DraftSafetyReport } from '../../contract/draft.ts';
import { isPerson } from '../../safety/policy.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Actor } from '../mutations/apply.ts';
import { emptyDraftContent, listedFiles, type Draft, type DraftContent } from '../drafts/drafts.ts';

/** Findings that a person may override, and their codes in a token. Mail without recipients cannot be sent at all. */
const overridable = { s: 'sensitive_domain', c: 'confidential_marker', p: 'pii_secret' } as const;

const validForMs = 600_000;

type Overrides = {
  /**
   * Adds an override token to the blockers of a report if a person asks: one token for all of them, usable once, within
   * ten minutes, for this draft as it is written now. Writes nothing.
   */
  addOverrideTokens(db: ReadDb, draft: Draft, report: DraftSafetyReport, actor: Actor): DraftSafetyReport;
  /**
   * Redeems a token and returns the codes that it covers. Call it in the transaction that queues the draft: if the
   * transaction is rolled back, the token stays unused. Throws Failure `bad_override`.
   */
  redeemOverride(db: WriteDb, draft: Draft, token: string, actor: Actor): string[];
};

/**
 * A token contains its codes and expiry, and is signed with the draft and its text, so unused tokens need no storage.
 * `key` is known to this process only: a token is invalid after a restart.
 */
export function createOverrides({ clock, key }: { clock: Clock; key: Uint8Array }): Overrides {
  const signatureOf = (db: ReadDb, draft: Draft, payload: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([payload, draft.draft_id, draftContentHash(db, draft)]))
      .digest('base64url');
  return {
    addOverrideTokens(db, draft, report, actor) {
      const codeKeys = codeKeysOf(report.issues.filter(isBlocker));
      if (codeKeys === undefined || !isPerson(actor)) return report;
      const payload = [codeKeys, clock.now().getTime() + validForMs, randomBytes(9).toString('base64url')].join('.');
      const override_token = `${payload}.${signatureOf(db, draft, payload)}`;
      return { ...report, issues: report.issues.map((each) => (isBlocker(each) ? { ...each, override_token } : each)) };
    },
    redeemOverride(db, draft, token, actor) {
      if (!isPerson(actor)) throw badOverride('Only the owner can send a message that the safety check stopped.');
      const [codeKeys = '', expires = '', nonce = '', signature = ''] = token.split('.');
      if (!isEqualConstantTime(signature, signatureOf(db, draft, [codeKeys, expires, nonce].join('.'))))
        throw badOverride('The message has changed since you chose to send it anyway.');
      if (Number(expires) <= clock.now().getTime())
        throw badOverride('You chose to send it anyway more than ten minutes ago.');
      const codes = Object.entries(overridable).flatMap(([codeKey, code]) =>
        codeKeys.includes(codeKey) ? [code] : [],
      );
      if (!recordUse({ db, clock }, token, { draft, codes, expires_at: instantOf(new Date(Number(expires))) }))
        throw badOverride('The message was already sent with this confirmation.');
      return codes;
    },
  };
}

const isBlocker = ({ severity }: DraftSafetyIssue) => severity === 'blocker';

/** Undefined if there are no blockers, or one that cannot be overridden. */
function codeKeysOf(blockers: readonly DraftSafetyIssue[]): string | undefined {
  const covering = Object.entries(overridable).filter(([, code]) => blockers.some((each) => each.code === code));
  const covered = blockers.every(({ code }) => covering.some(([, each]) => each === code));
  return blockers.length > 0 && covered ? covering.map(([codeKey]) => codeKey).join('') : undefined;
}

function isEqualConstantTime(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

type OverrideUse = { draft: Draft; codes: readonly string[]; expires_at: string };

/** Records the use of a token. Expired records are deleted, because expired tokens are refused anyway. */
function recordUse(
  { db, clock }: { db: WriteDb; clock: Clock },
  token: string,
  { draft, codes, expires_at }: OverrideUse,
): boolean {
  db.run(sql`DELETE FROM safety_overrides WHERE expires_at <= ${instantOf(clock.now())}`);
  const { changes } = db.run(sql`
    INSERT INTO safety_overrides (token_hash, draft_id, codes, content_hash, expires_at)
    VALUES (${sha256(token)}, ${draft.draft_id}, ${JSON.stringify(codes)}, ${draftContentHash(db, draft)}, ${expires_at})
    ON CONFLICT DO NOTHING`);
  return changes === 1;
}

/** SHA-256, in hex, of everything of a draft that will be sent: a permission is only valid for the text that was checked. */
export function draftContentHash(db: ReadDb, draft: Draft): string {
  const content = (Object.keys(emptyDraftContent) as (keyof DraftContent)[]).toSorted().map((key) => draft[key]);
  const files = listedFiles(db, draft.id).map(({ file_id, name, size, cid }) => [file_id, name, size, cid]);
  return sha256(JSON.stringify([content, files]));
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function badOverride(why: string): Failure {
  return new Failure('invalid', 'bad_override', `${why} Check it again, then send it.`);
}
