import type { Account } from '../../mail/accounts/accounts.ts';
import { muteOf } from '../../mail/arrivals/muted-threads.ts';
import { explainKind } from '../../mail/classification/explanation.ts';
import { kindsOf } from '../../mail/classification/store.ts';
import { labelsOfMessages } from '../../mail/labels/labels.ts';
import { messagesByIds, requireMessage } from '../../mail/messages/messages.ts';
import { conversationsByIds, type ConversationOptions } from '../../mail/modes/conversations.ts';
import { membershipsOf } from '../../mail/modes/membership.ts';
import { modeNames } from '../../mail/modes/modes.ts';
import { explainScreening } from '../../mail/screener/explanation.ts';
import { routeLabelOf } from '../../mail/screener/route-label.ts';
import { screeningsOf, type Screening } from '../../mail/screener/screening.ts';
import type { ReadDb } from '../../store/db.ts';
import { latestRule } from './store.ts';

type Sentence = { about: 'moved' | 'screener' | 'mode' | 'kind' | 'label'; text: string };

/** Why a message is where it is, the nearest reason first. Throws Failure `not_found`. */
export function explainPlace(
  db: ReadDb,
  accounts: readonly Account[],
  { message_id, screening: options }: { message_id: string; screening: ConversationOptions },
) {
  const { id, account } = requireMessage(db, accounts, message_id);
  const [message] = messagesByIds(db, [id]);
  if (!message) return { kind: 'WhyHere' as const, message_id, sentences: [], is_waiting: false };
  const screening = screeningsOf(db, [id], options).get(id);
  const sender = message.from_name || message.from_email || 'The sender';
  const rule = latestRule(db, id);
  const kind = kindsOf(db, [id]).get(id);
  const sentences: Sentence[] = [
    ...(rule ? [{ about: 'moved' as const, text: ruleSentences[rule.rule]?.(rule.to ?? '') ?? '' }] : []),
    ...(screening
      ? [
          {
            about: 'screener' as const,
            text: explainScreening(withPresentLabel(db, account, screening), sender),
          },
        ]
      : []),
    ...modeSentences(db, accounts, message.thread_id, options),
    ...(kind ? [{ about: 'kind' as const, text: explainKind(kind) }] : []),
    ...labelSentences(db, id),
    ...(muteOf(db, message.thread) ? [{ about: 'label' as const, text: mutedSentence }] : []),
  ];
  return { kind: 'WhyHere' as const, message_id: message.message_id, sentences, is_waiting: screening === 'waiting' };
}

/** A label that was renamed has another name than when it was chosen. */
function withPresentLabel(db: ReadDb, account: Pick<Account, 'id'>, screening: Screening): Screening {
  if (screening === 'waiting') return screening;
  const label = routeLabelOf(db, account, screening);
  return label ? { ...screening, route_label: label.name } : screening;
}

const ruleSentences: Record<string, ((to: string) => string) | undefined> = {
  blocked: () => 'Posthorn moved it to Trash when it arrived, because you blocked the sender.',
  screened_out: () => 'Posthorn archived it when it arrived, because you screened out the sender.',
  routed: (to) => `Posthorn moved it to ${to} when it arrived, because you decided so.`,
  muted: () => 'Posthorn archived it when it arrived, because you muted the conversation.',
  rule: (name) => `Your rule “${name}” was applied to it.`,
};

const mutedSentence = 'You muted the conversation, so new messages skip the inbox.';

function modeSentences(
  db: ReadDb,
  accounts: readonly Account[],
  thread_id: string,
  screening: ConversationOptions,
): Sentence[] {
  const [conversation] = conversationsByIds(db, accounts, [thread_id], screening);
  if (!conversation) return [];
  return membershipsOf(conversation).map(({ mode, reason }) => ({
    about: 'mode',
    text: `Its conversation is in ${modeNames[mode]}. ${reason}`,
  }));
}

/** Where the message is on the server. */
function labelSentences(db: ReadDb, id: number): Sentence[] {
  const names = (labelsOfMessages(db, [id]).get(id) ?? []).map(({ name }) => name);
  if (names.length === 0) return [];
  return [{ about: 'label', text: `It’s in ${new Intl.ListFormat('en').format(names)}.` }];
}
