import type { ApprovalContent } from '../../contract/approval.ts';
import { formatInteger } from '../../base/numbers.ts';
import type { Approval } from './store.ts';

/** What a caller wants to do, as the end of "Helper wants to …". */
export function actionSummary({ request, content, effect }: Pick<Approval, 'request' | 'content' | 'effect'>): string {
  const { message_count: messages, mail_count: mail } = content;
  if (messages > 0)
    return `send ${messages === 1 ? 'a message' : `${formatInteger(messages)} messages`}${toWhom(content)}`;
  const what = effect.safety === 'destroy' ? destructiveVerbs[effect.action] : (verbs[request] ?? 'change');
  if (mail > 0) return `${what} ${mail === 1 ? '1 message' : `${formatInteger(mail)} messages`}`;
  return effect.safety === 'send' ? 'send mail' : 'make a change';
}

const destructiveVerbs: Record<Extract<Approval['effect'], { safety: 'destroy' }>['action'], string> = {
  archive: 'archive',
  trash: 'move to the trash',
  spam: 'report as spam',
  move: 'move',
  delete_label: 'delete a label of',
  remove_account: 'remove an account with',
  unsubscribe: 'unsubscribe from',
  redact_activity: 'redact',
  prune_activity: 'prune',
};

const verbs: Record<string, string> = {
  'mutations.star': 'star',
  'mutations.read': 'mark',
  'mutations.labels': 'label',
  'snooze.create': 'snooze',
};

function toWhom({ messages }: ApprovalContent): string {
  const [first, ...others] = messages.flatMap(({ to, cc, bcc }) => [...to, ...cc, ...bcc]);
  if (!first) return '';
  const name = first.name || first.email;
  return others.length === 0
    ? ` to ${name}`
    : ` to ${name} and ${others.length} ${others.length === 1 ? 'other' : 'others'}`;
}
