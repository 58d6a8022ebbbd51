import { classify, withHistory, type Classification } from '../../../daemon/mail/classification/classify.ts';
import { classifiedMessageOf } from '../../../daemon/mail/classification/evidence.ts';
import type { MailKind } from '../../../daemon/mail/classification/mail-kind.ts';
import type { ParsedMessage } from '../../../daemon/mail/mime/parsed-message.ts';
import { fourthCopyLabels, fourthLabels } from './fourth-labels.ts';
import { labels } from './labels.ts';
import { parsedFile, privateCopyOf } from './private-copy.ts';
import { filesOf, isHeldBack, ownersOf, setOf } from './sample.ts';
import { secondLabels } from './second-labels.ts';
import { privateCopyLabels, thirdLabels } from './third-labels.ts';

const kinds = ['person', 'list', 'newsletter', 'notification', 'transaction', 'bulk'] as const;

/** A labelled message, and what the classifier says. */
type Judged = { path: string; label: MailKind; found: Classification };

/** The halves of the first sample, the second sample, and of the third and the fourth what was received, and the private copies. */
type Part =
  'first_half' | 'second_half' | 'second_sample' | 'third_sample' | 'third_copies' | 'fourth_sample' | 'fourth_copies';

/** Classifies a part of the labelled messages. */
export function judgePart(part: Part): Judged[] {
  const correspondence = new Map(Object.entries(ownersOf).map(([set, own]) => [set, sentMail(set, own)]));
  return labelsOf(part).map(([path, label]) => {
    const parsed = part.endsWith('copies') ? privateCopyOf(path) : parsedFile(path);
    const sent = isSentByOwner(path, parsed) ? undefined : correspondence.get(setOf(path));
    const found = withHistory(classify(classifiedMessageOf(parsed), ownAddresses(path, parsed)), {
      sent: sent?.recipients.get(parsed.from.email.toLowerCase()) ?? 0,
      isAnswer: parsed.in_reply_to !== null && sent?.ids.has(parsed.in_reply_to) === true,
    });
    return { path, label, found };
  });
}

function labelsOf(part: Part): [string, MailKind][] {
  if (part === 'second_sample') return Object.entries(secondLabels);
  if (part === 'third_sample') return Object.entries(thirdLabels);
  if (part === 'third_copies') return Object.entries(privateCopyLabels);
  if (part === 'fourth_sample') return Object.entries(fourthLabels);
  if (part === 'fourth_copies') return Object.entries(fourthCopyLabels);
  return Object.entries(labels).filter(([path]) => isHeldBack(path) === (part === 'second_half'));
}

/**
 * The addresses of the mailbox's owner. Where the owner is not known, or has sent the message, the first address in To counts as one,
 * so that the mail looks as personal as it can.
 */
function ownAddresses(path: string, parsed: ParsedMessage): ReadonlySet<string> {
  const first = parsed.to.slice(0, 1).map(({ email }) => email.toLowerCase());
  return new Set(isSentByOwner(path, parsed) ? first : (ownersOf[setOf(path)] ?? first));
}

function isSentByOwner(path: string, { from }: ParsedMessage): boolean {
  return ownersOf[setOf(path)]?.includes(from.email.toLowerCase()) === true;
}

/** Whom the owner of a mailbox has written to how often, and the Message-IDs of that mail. */
function sentMail(set: string, own: readonly string[]): { recipients: Map<string, number>; ids: Set<string> } {
  const recipients = new Map<string, number>();
  const ids = new Set<string>();
  for (const path of filesOf(set)) {
    const { from, to, cc, header_id } = parsedFile(path);
    if (!own.includes(from.email.toLowerCase())) continue;
    if (header_id !== null) ids.add(header_id);
    for (const email of new Set([...to, ...cc].map((recipient) => recipient.email.toLowerCase())))
      recipients.set(email, (recipients.get(email) ?? 0) + 1);
  }
  return { recipients, ids };
}

/** A share, and the interval that contains the true share with 95 % probability (Wilson). */
type Share = { value: number; low: number; high: number; hits: number; total: number };

export function shareOf(hits: number, total: number): Share {
  const z = 1.96;
  const value = hits / total;
  const middle = (value + z ** 2 / (2 * total)) / (1 + z ** 2 / total);
  const radius = (z / (1 + z ** 2 / total)) * Math.sqrt((value * (1 - value)) / total + z ** 2 / (4 * total ** 2));
  return { value, low: middle - radius, high: middle + radius, hits, total };
}

/** How many of the messages that are called a kind are of that kind, and how many of that kind are called so. */
export function precisionAndRecall(judged: readonly Judged[], kind: MailKind): { precision: Share; recall: Share } {
  const called = judged.filter(({ found }) => found.kind === kind);
  const hits = called.filter(({ label }) => label === kind).length;
  const all = judged.filter(({ label }) => label === kind).length;
  return { precision: shareOf(hits, called.length), recall: shareOf(hits, all) };
}

/** How often each kind was called what, with a row for each label. */
export function confusionMatrix(judged: readonly Judged[]): string {
  const columns = [...kinds, null];
  const cell = (text: string) => text.slice(0, 12).padStart(13);
  const row = (label: MailKind) =>
    columns.map((kind) => judged.filter((each) => each.label === label && each.found.kind === kind).length);
  return [
    `${''.padEnd(13)}${columns.map((kind) => cell(kind ?? 'none')).join('')}`,
    ...kinds.map(
      (label) =>
        `${label.padEnd(13)}${row(label)
          .map((count) => cell(String(count)))
          .join('')}`,
    ),
  ].join('\n');
}
