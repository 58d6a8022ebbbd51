import { AlarmClock, Archive, Check, Tag, Trash2 } from 'lucide-react';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import { LabelMenu, MoveMenu } from '../../data/labels/label-menu.tsx';
import { SnoozeMenu } from '../../data/snooze/snooze-menu.tsx';
import { strings } from '../../i18n/strings.ts';
import { ToolbarButton } from './toolbar-button.tsx';
import styles from './thread-toolbar.module.css';
import { ThreadMenu } from './thread-menu.tsx';
import { useMarkRead } from './use-mark-read.ts';
import { type ThreadActionContext, useThreadActions } from './use-thread-actions.ts';

const t = strings.acting.acts;
const { words } = strings.acting;

type ThreadToolbarProps = {
  /** Undefined while it is loading: then the buttons are disabled. */
  row: MessageRow | undefined;
  /** Called when an action removes the conversation from its list. Returns a function that opens it again. */
  onLeave: () => () => void;
  onClose: () => void;
};

/** The actions on the open conversation, as buttons and keys. */
export function ThreadToolbar({ row, onLeave, onClose }: ThreadToolbarProps) {
  const actionContext = useThreadActions(row, onLeave);
  const { mailActions, removeFromList } = actionContext;
  useMarkRead(row);
  return (
    <div className={styles['acts']} role="toolbar" aria-label={strings.acting.toolbar}>
      <FilingButton {...actionContext} />
      <SnoozeAndLabel {...actionContext} />
      <ToolbarButton
        command="trash"
        name={t.trash}
        word={words.trash}
        disabled={!row}
        onClick={() => removeFromList({ do: 'trash' }, mailActions.trash)}
      >
        <Trash2 />
      </ToolbarButton>
      <ThreadMenu {...actionContext} onClose={onClose} />
      <MoveToLabel {...actionContext} />
    </div>
  );
}

/** Archives the conversation, or in a mode marks it as done. */
function FilingButton({ mailActions, row, doneMode: mode, removeFromList }: ThreadActionContext) {
  if (mode === undefined)
    return (
      <ToolbarButton
        command="archive"
        name={t.archive}
        word={words.archive}
        disabled={!row}
        onClick={() => removeFromList({ do: 'archive' }, mailActions.archive)}
      >
        <Archive />
      </ToolbarButton>
    );
  return (
    <ToolbarButton
      command="archive"
      name={t.done}
      word={words.done}
      disabled={!row}
      onClick={() =>
        removeFromList({ do: 'done', mode }, (target, onUndone) => mailActions.done(target, mode, { onUndone }))
      }
    >
      <Check />
    </ToolbarButton>
  );
}

function SnoozeAndLabel({ mailActions, row, removeFromList, controlled }: ThreadActionContext) {
  return (
    <>
      <SnoozeMenu
        {...controlled('snooze')}
        trigger={
          <ToolbarButton command="snooze" name={t.snooze} word={words.snooze} disabled={!row}>
            <AlarmClock />
          </ToolbarButton>
        }
        onChoose={(until, untilText) =>
          removeFromList({ do: 'snooze', until, text: untilText }, (target, onUndone) =>
            mailActions.snooze(target, until, untilText, onUndone),
          )
        }
      />
      <LabelMenu
        {...controlled('label')}
        rows={row ? [row] : []}
        trigger={
          <ToolbarButton command="label" name={t.label} word={words.label} disabled={!row}>
            <Tag />
          </ToolbarButton>
        }
        onApply={(labels) =>
          removeFromList({ do: 'label', ...labels }, (target, onUndone) => mailActions.label(target, labels, onUndone))
        }
      />
    </>
  );
}

/** Opened by its key and from the menu, beside which it appears. */
function MoveToLabel({ mailActions, row, removeFromList, controlled }: ThreadActionContext) {
  const { open, onOpenChange } = controlled('move');
  if (!open || !row) return null;
  return (
    <MoveMenu
      open
      onOpenChange={onOpenChange}
      rows={[row]}
      trigger={null}
      marker={<span className={styles['anchor']} />}
      onChoose={(to) =>
        removeFromList({ do: 'move', to }, (target, onUndone) => mailActions.move(target, to, onUndone))
      }
    />
  );
}
