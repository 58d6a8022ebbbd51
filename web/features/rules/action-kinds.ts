import type { RuleAction } from '../../data/queries/rules.ts';
import { strings } from '../../i18n/strings.ts';
import { dayOf } from './days.ts';

const t = strings.rules;

export const actionKinds = [
  'add_label',
  'remove_label',
  'move',
  'archive',
  'trash',
  'star',
  'mark_read',
  'mark_unread',
  'snooze',
  'stop',
  'shell_hook',
] as const;
export type ActionKind = (typeof actionKinds)[number];

/** An action of another kind; a label is kept. */
export function actionOfKind(kind: ActionKind, from: RuleAction): RuleAction {
  switch (kind) {
    case 'add_label':
    case 'remove_label':
    case 'move':
      return { type: kind, label: 'label' in from ? from.label : '' };
    case 'snooze':
      return { type: kind, duration: { type: 'days', count: 1 } };
    case 'shell_hook':
      return { type: kind, command: '' };
    default:
      return { type: kind };
  }
}

/** An action in words. */
export function actionText(action: RuleAction): string {
  if ('label' in action) return t.labelAction({ action: t.actions[action.type], label: action.label });
  if ('command' in action) return t.labelAction({ action: t.actions[action.type], label: action.command });
  if ('duration' in action) {
    const { duration } = action;
    const time =
      duration.type === 'until'
        ? t.until({ date: dayOf(duration.date) })
        : strings.lengths[duration.type]({ count: duration.count });
    return t.snoozeAction({ action: t.actions.snooze, time });
  }
  return t.actions[action.type];
}
