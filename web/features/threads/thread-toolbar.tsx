import {
  AlarmClock,
  Archive,
  FolderInput,
  Mail,
  MailOpen,
  MessageSquareReply,
  OctagonAlert,
  Star,
  Tag,
  Trash2,
} from 'lucide-react';
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

type ThreadToolbarProps = {
  /** Undefined while it is loading: then the buttons are disabled. */
  row: MessageRow | undefined;
  /** Called when an action removes the conversation from its list. */
  onLeave: () => void;
};

/** The actions on the open conversation, as buttons and keys. */
export function ThreadToolbar({ row, onLeave }: ThreadToolbarProps) {
  const actionContext = useThreadActions(row, onLeave);
  useMarkRead(row);
  return (
    <div className={styles['acts']} role="toolbar" aria-label={strings.acting.toolbar}>
      <RemoveButtons {...actionContext} />
      <span className={styles['gap']} data-rank="third" />
      <FilingMenus {...actionContext} />
      <span className={styles['gap']} data-rank="third" />
      <FlagButtons {...actionContext} />
      <ThreadMenu {...actionContext} />
    </div>
  );
}

function RemoveButtons({ mailActions, row, removeFromList }: ThreadActionContext) {
  return (
    <>
      <ToolbarButton
        command="archive"
        name={t.archive}
        disabled={!row}
        onClick={() => removeFromList({ do: 'archive' }, mailActions.archive)}
      >
        <Archive />
      </ToolbarButton>
      <ToolbarButton
        command="trash"
        name={t.trash}
        disabled={!row}
        onClick={() => removeFromList({ do: 'trash' }, mailActions.trash)}
      >
        <Trash2 />
      </ToolbarButton>
      <ToolbarButton
        command="spam"
        name={t.spam}
        disabled={!row}
        rank="third"
        onClick={() => removeFromList({ do: 'spam' }, mailActions.spam)}
      >
        <OctagonAlert />
      </ToolbarButton>
    </>
  );
}

/** Actions that open a menu to choose a time or a target. */
function FilingMenus({ mailActions, row, removeFromList, controlled }: ThreadActionContext) {
  const rows = row ? [row] : [];
  return (
    <>
      <SnoozeMenu
        {...controlled('snooze')}
        trigger={
          <ToolbarButton command="snooze" name={t.snooze} disabled={!row}>
            <AlarmClock />
          </ToolbarButton>
        }
        onChoose={(until, untilText) =>
          removeFromList({ do: 'snooze', until, text: untilText }, (target) =>
            mailActions.snooze(target, until, untilText),
          )
        }
      />
      <LabelMenu
        {...controlled('label')}
        rows={rows}
        trigger={
          <ToolbarButton command="label" name={t.label} disabled={!row} rank="second">
            <Tag />
          </ToolbarButton>
        }
        onApply={(labels) => removeFromList({ do: 'label', ...labels }, (target) => mailActions.label(target, labels))}
      />
      <MoveMenu
        {...controlled('move')}
        rows={rows}
        trigger={
          <ToolbarButton command="move" name={t.move} disabled={!row} rank="second">
            <FolderInput />
          </ToolbarButton>
        }
        onChoose={(to) => removeFromList({ do: 'move', to }, (target) => mailActions.move(target, to))}
      />
    </>
  );
}

/** Actions that mark the conversation and keep it in its list. */
function FlagButtons({ mailActions, row, target }: ThreadActionContext) {
  const { starred: isStarred = false, unread: isUnread = false, reply_later: isReplyLater = false } = row ?? {};
  return (
    <>
      <ToolbarButton
        command="star"
        name={isStarred ? t.unstar : t.star}
        disabled={!row}
        rank="third"
        isOn={isStarred}
        onClick={() => target && void mailActions.star(target, !isStarred)}
      >
        <Star fill={isStarred ? 'currentColor' : 'none'} />
      </ToolbarButton>
      <ToolbarButton
        command={isUnread ? 'markRead' : 'markUnread'}
        name={isUnread ? t.read : t.unread}
        disabled={!row}
        onClick={() => target && void mailActions.read(target, isUnread)}
      >
        {isUnread ? <MailOpen /> : <Mail />}
      </ToolbarButton>
      <ToolbarButton
        name={isReplyLater ? t.noReplyLater : t.replyLater}
        disabled={!row}
        rank="third"
        isOn={isReplyLater}
        onClick={() => row && void mailActions.replyLater(row.id, !isReplyLater)}
      >
        <MessageSquareReply />
      </ToolbarButton>
    </>
  );
}
