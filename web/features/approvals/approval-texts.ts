import type { Approval } from '../../data/queries/approvals.ts';
import { strings } from '../../i18n/strings.ts';

const t = strings.approvals;

/** What a request would do, as a phrase: "send a message", "archive 3 messages". */
export function actionText({ request, action, content }: Pick<Approval, 'request' | 'action' | 'content'>): string {
  const { message_count, mail_count: count } = content;
  if (action === 'send' && message_count > 0) return t.actions.send({ count: message_count });
  switch (request) {
    case 'mutations.archive':
    case 'mutations.readAndArchive':
    case 'mutations.mute':
      return t.actions.archive({ count });
    case 'mutations.trash':
    case 'blockedSenders.block':
      return count > 0 ? t.actions.trash({ count }) : t.actions.block;
    case 'mutations.spam':
      return t.actions.spam({ count });
    case 'mutations.star':
      return t.actions.star({ count });
    case 'mutations.read':
    case 'mutations.flags':
      return t.actions.mark({ count });
    case 'mutations.labels':
      return t.actions.label({ count });
    case 'mutations.move':
    case 'mutations.route':
      return t.actions.move({ count });
    case 'snooze.create':
      return t.actions.snooze({ count });
    case 'mutations.undo':
      return t.actions.undo;
    case 'subscriptions.unsubscribe':
    case 'subscriptions.purge':
      return t.actions.unsubscribe;
    default:
      return otherText(request, action);
  }
}

function otherText(request: string, action: Approval['action']): string {
  const [feature = ''] = request.split('.');
  if (feature === 'rules') return t.actions.rule;
  if (feature === 'labels') return t.actions.editLabel;
  if (request === 'accounts.remove') return t.actions.removeAccount;
  return action === 'send' ? t.actions.sendOther : t.actions.other;
}

/** How an approval ended. */
export function outcomeText({ status, decline_reason, error }: Approval): string {
  switch (status) {
    case 'declined':
      return decline_reason ? t.outcomes.declinedBecause({ reason: decline_reason }) : t.outcomes.declined;
    case 'failed':
      return error ? t.outcomes.failedBecause({ reason: error.message }) : t.outcomes.failed;
    default:
      return t.outcomes[status];
  }
}

/** The name of an input field. */
export function fieldName(name: string): string {
  const known: Record<string, string | undefined> = t.fields;
  return known[name] ?? name.replaceAll('_', ' ');
}
