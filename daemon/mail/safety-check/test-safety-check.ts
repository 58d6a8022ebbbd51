import { defaultConfig, type Config } from '../../config/schema/schema.ts';
import { movableClock } from '../../base/clock.ts';
import { sql, type WriteDb } from '../../store/db.ts';
import { mail, testStart } from '../../test-daemon.ts';
import { addDraft, type Draft, type NewDraft } from '../drafts/drafts.ts';
import { openTestStore, testEngine } from '../mutations/test-kit/test-engine.ts';
import { checkDraft } from './check.ts';
import type { CheckContext } from './check-context.ts';

export const owner = 'owner1@example.test';

type TestMessage = { from?: string; to?: string; subject: string; text?: string; headers?: Record<string, string> };

type Settings = Partial<Config['safety']['recipients']> & { formality_delta_threshold?: number };

/** A store with messages, the last one the newest, and the findings for drafts. Messages from the user are in Sent. */
export async function testSafetyCheck(messages: readonly TestMessage[] = []) {
  const db = await openTestStore();
  const { account, server, sync } = testEngine(db, { number: 1 });
  messages.forEach(({ from = owner, to = owner, subject, text = 'Hello.', headers }, at) => {
    const bytes = mail({
      from,
      subject,
      text,
      minutesAgo: (messages.length - at) * 60,
      headers: { To: to, ...headers },
    });
    server.control.deliver(bytes, { folder: from === owner ? 'Sent' : 'INBOX' });
  });
  if (messages.length > 0) await sync();
  const clock = movableClock(testStart);

  const write = (fields: Partial<NewDraft>): Draft =>
    addDraft({ db, clock }, { subject: 'Hello', body: 'Hello.', account, actor: { origin: 'script' }, ...fields });
  const report = (draft: Draft, settings: Settings = {}, context: Partial<CheckContext> = {}) => {
    const { formality_delta_threshold, ...recipients } = settings;
    const { safety } = defaultConfig();
    return checkDraft(draft, {
      db,
      settings: {
        recipients: { ...safety.recipients, ...recipients },
        tone: { formality_delta_threshold: formality_delta_threshold ?? 1 },
      },
      now: clock.now(),
      zone: 'Europe/Berlin',
      ...context,
    });
  };
  return {
    db,
    clock,
    account,
    write,
    report,
    /** Severity and code of all findings. */
    issuesOf: (fields: Partial<NewDraft>, settings?: Settings, context?: Partial<CheckContext>) =>
      report(write(fields), settings, context).issues.map(({ severity, code }) => `${severity} ${code}`),
    /** The stored message with this subject, by row id. */
    messageRowId: (subject: string) =>
      db.get<{ id: number }>(sql`SELECT id FROM messages WHERE subject = ${subject}`)!.id,
  };
}

/** Attaches a file to a draft. */
export function addTestDraftFile(db: WriteDb, { id, created_at }: Draft, name: string): void {
  db.run(sql`
    INSERT INTO draft_files (file_id, draft, name, mime_type, size, position, created_at)
    VALUES (${name}, ${id}, ${name}, 'application/pdf', 1, 0, ${created_at})`);
}
