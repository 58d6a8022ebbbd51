import type { DraftSafetyIssue } from '../../contract/draft.ts';
import { sql, type ReadDb } from '../../store/db.ts';
import { flagBits } from '../messages/flags.ts';
import { snippetOf } from '../text/snippet.ts';
import { formalityOf } from './formality.ts';
import type { CheckedDraft } from './checked-draft.ts';
import type { CheckContext } from './check-context.ts';

/** The usual tone is unknown with fewer messages to a recipient. */
const minMessages = 3;
/** Maximum number of newest messages to a recipient that are compared, and of sent messages searched for them. */
const maxComparedMessages = 8;
const maxScannedMessages = 2_000;
/** Maximum number of recipients whose earlier messages are compared. */
const maxRecipients = 3;

/**
 * The tone differs from the user's earlier messages to the recipients. Only the first words are compared, because the
 * store has them at hand.
 */
export function toneIssues(
  { recipients, ownText, ownAddresses, history }: CheckedDraft,
  { db, settings }: CheckContext,
): DraftSafetyIssue[] {
  const { formality_delta_threshold: threshold } = settings.tone;
  if (threshold >= 1 || ownText.trim() === '') return [];
  const formality = formalityOf(snippetOf(ownText));
  const people = recipients.filter(({ key, kind }) => kind === 'to' && !ownAddresses.has(key));
  for (const { email, key } of people.slice(0, maxRecipients)) {
    const earlierTexts = (history.get(key)?.sent ?? 0) < minMessages ? [] : textsSentTo(db, key, [...ownAddresses]);
    if (earlierTexts.length < minMessages) continue;
    const usual = earlierTexts.reduce((sum, text) => sum + formalityOf(text), 0) / earlierTexts.length;
    if (!isToneMismatch(formality - usual, threshold)) continue;
    const how = formality > usual ? 'more formal' : formality < usual ? 'less formal' : 'as formal';
    const message = `This is ${how} ${how === 'as formal' ? 'as' : 'than'} what you usually write to ${email}. Check that it sounds the way you want.`;
    const detail = `${Math.round(formality * 100)} of 100 here, ${Math.round(usual * 100)} in ${earlierTexts.length} earlier messages`;
    return [{ code: 'tone_mismatch', severity: 'warning', message, detail }];
  }
  return [];
}

/** With a threshold of 0 every tone differs, with 1 none. */
export function isToneMismatch(difference: number, threshold: number): boolean {
  if (threshold <= 0) return true;
  return threshold < 1 && Math.abs(difference) > threshold;
}

/**
 * The first words of the newest messages to a recipient. Recipients are not indexed, so the latest messages are
 * searched.
 */
function textsSentTo(db: ReadDb, key: string, own: readonly string[]): string[] {
  const contacts = db.all<{ account: number; last_sent: number }>(sql`
    SELECT account, last_sent FROM contacts
    WHERE account IN (SELECT id FROM accounts) AND email = ${key} AND sent > 0 ORDER BY last_sent DESC`);
  const rows = contacts.flatMap(({ account, last_sent }) =>
    own.flatMap((from) =>
      db.all<{ sort_key: number; snippet: string }>(sql`
        SELECT sort_key, snippet FROM (
          SELECT sort_key, snippet, recipients FROM messages
          WHERE account = ${account} AND from_email = ${from} COLLATE NOCASE AND sort_key <= ${last_sent}
            AND direction = 'outbound' AND flags & ${flagBits.DRAFT} = 0
          ORDER BY sort_key DESC LIMIT ${maxScannedMessages})
        WHERE instr(lower(recipients), ${JSON.stringify(key)}) > 0 LIMIT ${maxComparedMessages}`),
    ),
  );
  return rows
    .toSorted((a, b) => b.sort_key - a.sort_key)
    .slice(0, maxComparedMessages)
    .map(({ snippet }) => snippet);
}
