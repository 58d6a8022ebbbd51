import type { ScreenerQuestion } from '../../contract/screener.ts';
import type { Disposition } from './decision.ts';

const choices: ScreenerQuestion['choices'] = [
  { kind: 'people', label: 'Messages' },
  { kind: 'paper_trail', label: 'Updates' },
  { kind: 'reading', label: 'Reading' },
  { kind: 'screened_out', label: 'Screen out' },
];

/** Asks where mail from a sender goes. */
export function questionAbout(sender: { account_id: string; email: string; name: string | null }): ScreenerQuestion {
  const { account_id, email, name } = sender;
  return { account_id, sender_email: email, question: `Where should mail from ${name || email} go?`, choices };
}

/** What is decided about mail, as the end of a sentence that begins with whose mail it is. */
export const destinations: Record<Exclude<Disposition, 'unknown'>, string> = {
  allow: 'goes to Messages',
  feed: 'goes to Reading',
  paper_trail: 'goes to Updates',
  deny: 'is screened out',
};
