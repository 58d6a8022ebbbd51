import type { Random } from './random.ts';
import type { Kind } from './kinds.ts';

const seen = 1;
const flagged = 2;
const answered = 4;
const draft = 8;

export function flagBits(facts: { read: boolean; starred?: boolean; answered?: boolean; draft?: boolean }): number {
  return (
    (facts.read ? seen : 0) |
    (facts.starred ? flagged : 0) |
    (facts.answered ? answered : 0) |
    (facts.draft ? draft : 0)
  );
}

export function flagNames(bits: number): string[] {
  const names: string[] = [];
  if (bits & seen) names.push('\\Seen');
  if (bits & flagged) names.push('\\Flagged');
  if (bits & answered) names.push('\\Answered');
  if (bits & draft) names.push('\\Draft');
  return names;
}

/** The initial flags of a planned message. `hasReply` means that the owner replied to it or to a later message. */
export function randomFlags(
  random: Random,
  facts: { kind: Kind; own: boolean; age: number; answered: boolean; hasReply: boolean },
): number {
  const chance = random.fraction();
  if (facts.kind === 'draft') return flagBits({ read: true, draft: true });
  if (facts.own) return flagBits({ read: true });
  const read = facts.hasReply || chance > unreadShare(facts.age);
  return flagBits({ read, starred: random.chance(0.015), answered: facts.answered });
}

/** New mail is mostly unread and old mail is read; about an eighth of all mail is unread. */
function unreadShare(age: number): number {
  const days = age / 86_400;
  if (days < 14) return 0.7;
  if (days < 42) return 0.5;
  return days < 182 ? 0.3 : 0.1;
}
