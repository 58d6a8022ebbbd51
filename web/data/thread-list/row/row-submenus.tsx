import { AlarmClock, Check, Tag } from 'lucide-react';
import { ContextMenu } from 'radix-ui';
import { useLabels } from '../../labels/use-labels.ts';
import { changesOf, withToggledLabel, checkStateOf } from '../../labels/label-ticks.ts';
import { formatMomentShort, formatMoment } from '../../../i18n/upcoming-dates.ts';
import { rowsOfTarget, type Target } from '../../../api/mail-change.ts';
import { useNow } from '../../../design/use-now.ts';
import { listActionInfo } from '../../selection/list-action-info.ts';
import { usePresets } from '../../snooze/snooze-menu.tsx';
import { strings } from '../../../i18n/strings.ts';
import { Item, MenuSeparator, Submenu } from './row-menu-items.tsx';
import styles from './row-menu.module.css';
import { useListActions } from '../../selection/list-actions-context.ts';

const t = strings.selection;
const maxLabels = 12;

type ChoicesProps = {
  target: Target;
  /** Called for a value that is not among the choices. */
  onOther: () => void;
};

/** The usual times to snooze until. */
export function SnoozeChoices({ target, onOther }: ChoicesProps) {
  const { change } = useListActions();
  const { presets } = usePresets();
  const now = useNow();
  const { name, key } = listActionInfo('snooze');
  return (
    <Submenu Icon={AlarmClock} name={name} keys={key}>
      {presets.map(({ id, label, at, icon }) => (
        <ContextMenu.Item
          key={id}
          className={styles['choice']}
          onSelect={() => change(target, { do: 'snooze', until: at.toISOString(), text: formatMoment(at, now) })}
        >
          {icon}
          <span className={styles['words']}>{label}</span>
          <span className={styles['detail']}>{formatMomentShort(at, now)}</span>
        </ContextMenu.Item>
      ))}
      {presets.length > 0 && <MenuSeparator />}
      <Item Icon={AlarmClock} name={t.otherTime} onSelect={onOther} />
    </Submenu>
  );
}

/** The first labels, ticked if all of the mail has them. */
export function LabelChoices({ target, onOther }: ChoicesProps) {
  const { change } = useListActions();
  const rows = rowsOfTarget(target);
  const { labels } = useLabels(rows);
  const { name, key } = listActionInfo('label');
  return (
    <Submenu Icon={Tag} name={name} keys={key}>
      {labels.slice(0, maxLabels).map((label) => {
        const checkState = checkStateOf(label, rows);
        return (
          <ContextMenu.CheckboxItem
            key={label.fullName}
            className={styles['choice']}
            checked={checkState === 'mixed' ? 'indeterminate' : checkState}
            onSelect={() =>
              change(target, { do: 'label', ...changesOf(withToggledLabel(new Map(), label, rows), labels) })
            }
          >
            <span className={styles['tick']} data-tick={checkState}>
              {checkState === true && <Check />}
            </span>
            <span className={styles['words']} dir="auto">
              {label.fullName}
            </span>
          </ContextMenu.CheckboxItem>
        );
      })}
      {labels.length > 0 && <MenuSeparator />}
      <Item Icon={Tag} name={t.otherLabel} onSelect={onOther} />
    </Submenu>
  );
}
