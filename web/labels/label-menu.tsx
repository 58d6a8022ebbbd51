import { FolderInput, Settings2, Tag } from 'lucide-react';
import { useState } from 'react';
import type { MessageRow } from '../../daemon/contract/fields.ts';
import { Button, IconButton } from '../design/button.tsx';
import { Popup, type PopupProps } from '../design/popup.tsx';
import { strings } from '../strings.ts';
import { LabelEditor } from './label-editor.tsx';
import { useLabels } from './label-list.ts';
import styles from './label-menu.module.css';
import { LabelPicker } from './label-picker.tsx';
import { changesOf, ticked, type Ticked, tickOf } from './label-ticks.ts';

const words = strings.labels;
const none: Ticked = new Map();

type LabelChanges = { add: readonly string[]; remove: readonly string[] };
type LabelMenuProps = Partial<PopupProps> & {
  rows: readonly MessageRow[];
  onApply: (changes: LabelChanges) => void;
};

/**
 * Which labels mail has. Enter and a click change one and close; Space and the boxes collect several, which hold once
 * the menu is left by anything but Escape. For `trigger`, `open` and `anchor` see `Popup`.
 */
export function LabelMenu({ rows, onApply, trigger, onOpenChange, ...rest }: LabelMenuProps) {
  const [ticks, setTicks] = useState(none);
  const [isEditing, setIsEditing] = useState(false);
  const list = useLabels(rows);

  function apply(wanted: Ticked): void {
    setTicks(none);
    if (wanted.size > 0) onApply(changesOf(wanted, list.labels));
  }

  return (
    <>
      <Popup
        name={words.choose}
        trigger={trigger === undefined ? <TagButton /> : trigger}
        onLeave={() => apply(ticks)}
        onOpenChange={(isOpen) => {
          setTicks(none);
          onOpenChange?.(isOpen);
        }}
        {...rest}
      >
        {(close) => (
          <>
            <LabelPicker
              label={words.choose}
              placeholder={words.filter}
              list={list}
              ticking={{
                of: (label) => ticks.get(label.fullName) ?? tickOf(label, rows),
                tick: (label) => setTicks(ticked(ticks, label, rows)),
              }}
              onChoose={(label) => {
                apply(ticked(ticks, label, rows));
                close();
              }}
              onMade={(name) => {
                const { add, remove } = changesOf(ticks, list.labels);
                setTicks(none);
                onApply({ add: [...add, name], remove });
                close();
              }}
            />
            <div className={styles['foot']}>
              <Button look="quiet" onClick={() => setIsEditing(true)}>
                <Settings2 />
                {words.edit}
              </Button>
              {ticks.size > 0 && (
                <Button
                  look="primary"
                  onClick={() => {
                    apply(ticks);
                    close();
                  }}
                >
                  {words.apply}
                </Button>
              )}
            </div>
          </>
        )}
      </Popup>
      {isEditing && <LabelEditor onClose={() => setIsEditing(false)} />}
    </>
  );
}

type MoveMenuProps = Partial<PopupProps> & {
  /** What is moved; without them every account's places are listed. */
  rows?: readonly MessageRow[];
  onChoose: (name: string) => void;
};

/** Where mail is to lie: the inbox, or one label alone. */
export function MoveMenu({ rows, onChoose, trigger, ...rest }: MoveMenuProps) {
  const list = useLabels(rows);
  return (
    <Popup name={words.move} trigger={trigger === undefined ? <MoveButton /> : trigger} {...rest}>
      {(close) => {
        const choose = (name: string) => {
          close();
          onChoose(name);
        };
        return (
          <LabelPicker
            label={words.move}
            placeholder={words.filterMove}
            list={list}
            onInbox={() => choose(words.inbox)}
            onChoose={({ name }) => choose(name)}
            onMade={choose}
          />
        );
      }}
    </Popup>
  );
}

type TriggerProps = Omit<Parameters<typeof IconButton>[0], 'name'>;

function TagButton(props: TriggerProps) {
  return (
    <IconButton {...props} name={words.menu}>
      <Tag />
    </IconButton>
  );
}

function MoveButton(props: TriggerProps) {
  return (
    <IconButton {...props} name={words.move}>
      <FolderInput />
    </IconButton>
  );
}
