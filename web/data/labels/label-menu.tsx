import { FolderInput, Settings2, Tag } from 'lucide-react';
import { useState } from 'react';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import { Button, IconButton } from '../../design/controls/button.tsx';
import { PopoverPanel, type PopoverPanelProps } from '../../design/overlays/popover.tsx';
import { strings } from '../../i18n/strings.ts';
import { LabelEditor } from './lazy-label-editor.ts';
import { useLabels } from './use-labels.ts';
import styles from './label-menu.module.css';
import { LabelPicker } from './label-picker.tsx';
import { changesOf, withToggledLabel, type CheckedLabels, checkStateOf } from './label-ticks.ts';

const t = strings.labels;
const noneChecked: CheckedLabels = new Map();

type LabelChanges = { add: readonly string[]; remove: readonly string[] };
type LabelMenuProps = Partial<PopoverPanelProps> & {
  rows: readonly MessageRow[];
  onApply: (changes: LabelChanges) => void;
};

/**
 * The labels of mail. Enter and a click change one label and close the menu. Space and the checkboxes collect several
 * changes, which are applied when the menu closes, except by Escape. For `trigger`, `open` and `anchor` see `Popup`.
 */
export function LabelMenu({ rows, onApply, trigger, onOpenChange, ...rest }: LabelMenuProps) {
  const [checked, setChecked] = useState(noneChecked);
  const [isEditing, setIsEditing] = useState(false);
  const list = useLabels(rows);

  function apply(changes: CheckedLabels): void {
    setChecked(noneChecked);
    if (changes.size > 0) onApply(changesOf(changes, list.labels));
  }

  return (
    <>
      <PopoverPanel
        name={t.choose}
        trigger={trigger === undefined ? <TagButton /> : trigger}
        onDismiss={() => apply(checked)}
        onOpenChange={(isOpen) => {
          setChecked(noneChecked);
          onOpenChange?.(isOpen);
        }}
        {...rest}
      >
        {(close) => (
          <>
            <LabelPicker
              label={t.choose}
              placeholder={t.filter}
              list={list}
              checkboxes={{
                of: (label) => checked.get(label.fullName) ?? checkStateOf(label, rows),
                toggle: (label) => setChecked(withToggledLabel(checked, label, rows)),
              }}
              onChoose={(label) => {
                apply(withToggledLabel(checked, label, rows));
                close();
              }}
              onCreated={(name) => {
                const { add, remove } = changesOf(checked, list.labels);
                setChecked(noneChecked);
                onApply({ add: [...add, name], remove });
                close();
              }}
            />
            <div className={styles['foot']}>
              <Button look="quiet" onClick={() => setIsEditing(true)}>
                <Settings2 />
                {t.edit}
              </Button>
              {checked.size > 0 && (
                <Button
                  look="primary"
                  onClick={() => {
                    apply(checked);
                    close();
                  }}
                >
                  {t.apply}
                </Button>
              )}
            </div>
          </>
        )}
      </PopoverPanel>
      {isEditing && <LabelEditor onClose={() => setIsEditing(false)} />}
    </>
  );
}

type MoveMenuProps = Partial<PopoverPanelProps> & {
  /** The mail that is moved; without it the targets of every account are listed. */
  rows?: readonly MessageRow[];
  onChoose: (name: string) => void;
};

/** The target of a move: the inbox, or a single label. */
export function MoveMenu({ rows, onChoose, trigger, ...rest }: MoveMenuProps) {
  const list = useLabels(rows);
  return (
    <PopoverPanel name={t.move} trigger={trigger === undefined ? <MoveButton /> : trigger} {...rest}>
      {(close) => {
        const choose = (name: string) => {
          close();
          onChoose(name);
        };
        return (
          <LabelPicker
            label={t.move}
            placeholder={t.filterMove}
            list={list}
            onInbox={() => choose(t.inbox)}
            onChoose={({ name }) => choose(name)}
            onCreated={choose}
          />
        );
      }}
    </PopoverPanel>
  );
}

type TriggerProps = Omit<Parameters<typeof IconButton>[0], 'name'>;

function TagButton(props: TriggerProps) {
  return (
    <IconButton {...props} name={t.menu}>
      <Tag />
    </IconButton>
  );
}

function MoveButton(props: TriggerProps) {
  return (
    <IconButton {...props} name={t.move}>
      <FolderInput />
    </IconButton>
  );
}
