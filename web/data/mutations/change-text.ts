import { strings } from '../../i18n/strings.ts';
import type { MailChange, TargetCount } from '../../api/mail-change.ts';

const t = strings.acting;

/** "Archived 3 conversations". */
export const describeDone = (change: MailChange, count: TargetCount): string => t.did(textValuesOf(change, count));

/** "Archiving 3 conversations…" */
export const describeStart = (change: MailChange, count: TargetCount): string =>
  t.doing({ ...textValuesOf(change, count), far: t.what(count) });

/** "Archiving 1,200 of 16,041…". The progress is in messages. */
export const describeProgress = (
  change: MailChange,
  count: TargetCount,
  { current, total }: { current: number; total: number },
): string => {
  const unit = total === count.count ? '' : 'messages';
  return t.doing({ ...textValuesOf(change, count), far: t.far({ current, total, unit }) });
};

/** "Couldn’t archive 3 conversations". */
export const describeFailure = (change: MailChange, count: TargetCount): string =>
  t.notDone(textValuesOf(change, count));

/** "Archive 3 conversations?" */
export const describeQuestion = (change: MailChange, count: TargetCount): string =>
  t.question(textValuesOf(change, count));

/** The label of the button for a change. */
export const describeVerb = (change: MailChange): string => t.verb({ kind: kindOf(change) });

/** The label message that fits the added and removed labels. */
export function labelKind(added: readonly string[], removed: readonly string[]): 'label' | 'unlabel' | 'relabel' {
  if (removed.length === 0) return 'label';
  return added.length === 0 ? 'unlabel' : 'relabel';
}

/** Names of labels in quotation marks. */
export const quoted = (names: readonly string[]): string[] => names.map((name) => t.quoted({ name }));

function textValuesOf(change: MailChange, count: TargetCount) {
  return {
    kind: kindOf(change),
    what: t.what(count),
    added: change.do === 'label' ? quoted(change.add) : [],
    removed: change.do === 'label' ? quoted(change.remove) : [],
    place: change.do === 'move' ? change.to : '',
    until: change.do === 'snooze' ? change.text : '',
  };
}

export function kindOf(change: MailChange): string {
  switch (change.do) {
    case 'star':
      return change.starred ? 'star' : 'unstar';
    case 'read':
      return change.read ? 'read' : 'unread';
    case 'mute':
      return change.muted ? 'mute' : 'unmute';
    case 'label':
      return labelKind(change.add, change.remove);
    default:
      return change.do;
  }
}
