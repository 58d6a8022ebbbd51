import { AlarmClock, Check, Tag } from 'lucide-react';
import { ContextMenu } from 'radix-ui';
import { useLabels } from '../labels/label-list.ts';
import { changesOf, ticked, tickOf } from '../labels/label-ticks.ts';
import { momentShort, momentWords } from '../moments.ts';
import { rowsOfTarget, type Target } from '../mutations/change.ts';
import { useNow } from '../now.ts';
import { lookOf } from '../selection/act-table.ts';
import { useListActs } from '../selection/list-acts.tsx';
import { usePresets } from '../snooze/snooze-menu.tsx';
import { strings } from '../strings.ts';
import { Item, Line, Submenu } from './menu-parts.tsx';
import styles from './row-menu.module.css';

const words = strings.selection;
const labelsAtMost = 12;

type ChoicesProps = {
  target: Target;
  /** What is not among the choices is wanted. */
  onOther: () => void;
};

/** The usual times to snooze until. */
export function SnoozeChoices({ target, onOther }: ChoicesProps) {
  const { change } = useListActs();
  const { presets } = usePresets();
  const now = useNow();
  const { name, key } = lookOf('snooze');
  return (
    <Submenu Icon={AlarmClock} name={name} keys={key}>
      {presets.map(({ id, words, at, mark }) => (
        <ContextMenu.Item
          key={id}
          className={styles['choice']}
          onSelect={() => change(target, { do: 'snooze', until: at.toISOString(), words: momentWords(at, now) })}
        >
          {mark}
          <span className={styles['words']}>{words}</span>
          <span className={styles['detail']}>{momentShort(at, now)}</span>
        </ContextMenu.Item>
      ))}
      {presets.length > 0 && <Line />}
      <Item Icon={AlarmClock} name={words.otherTime} onSelect={onOther} />
    </Submenu>
  );
}

/** The first labels, ticked where all of the mail has them. */
export function LabelChoices({ target, onOther }: ChoicesProps) {
  const { change } = useListActs();
  const rows = rowsOfTarget(target);
  const { labels } = useLabels(rows);
  const { name, key } = lookOf('label');
  return (
    <Submenu Icon={Tag} name={name} keys={key}>
      {labels.slice(0, labelsAtMost).map((label) => {
        const tick = tickOf(label, rows);
        return (
          <ContextMenu.CheckboxItem
            key={label.fullName}
            className={styles['choice']}
            checked={tick === 'mixed' ? 'indeterminate' : tick}
            onSelect={() => change(target, { do: 'label', ...changesOf(ticked(new Map(), label, rows), labels) })}
          >
            <span className={styles['tick']} data-tick={tick}>
              {tick === true && <Check />}
            </span>
            <span className={styles['words']} dir="auto">
              {label.fullName}
            </span>
          </ContextMenu.CheckboxItem>
        );
      })}
      {labels.length > 0 && <Line />}
      <Item Icon={Tag} name={words.otherLabel} onSelect={onOther} />
    </Submenu>
  );
}
