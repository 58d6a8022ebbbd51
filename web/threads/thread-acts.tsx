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
import type { MessageRow } from '../../daemon/contract/fields.ts';
import { LabelMenu, MoveMenu } from '../labels/label-menu.tsx';
import { SnoozeMenu } from '../snooze/snooze-menu.tsx';
import { strings } from '../strings.ts';
import { ActButton } from './act-button.tsx';
import styles from './thread-acts.module.css';
import { ThreadMenu } from './thread-menu.tsx';
import { useSeen } from './use-seen.ts';
import { type ThreadActing, useThreadActs } from './use-thread-acts.ts';

const words = strings.acting.acts;

type ThreadActsProps = {
  /** Undefined while it is not known yet: then the buttons wait. */
  row: MessageRow | undefined;
  /** Called when the conversation goes from its list by what was asked for. */
  onLeave: () => void;
};

/** What can be done to the conversation that is open, by button and by key. */
export function ThreadActs({ row, onLeave }: ThreadActsProps) {
  const acting = useThreadActs(row, onLeave);
  useSeen(row);
  return (
    <div className={styles['acts']} role="toolbar" aria-label={strings.acting.toolbar}>
      <AwayButtons {...acting} />
      <span className={styles['gap']} data-rank="third" />
      <FilingMenus {...acting} />
      <span className={styles['gap']} data-rank="third" />
      <MarkButtons {...acting} />
      <ThreadMenu {...acting} />
    </div>
  );
}

function AwayButtons({ acts, row, away }: ThreadActing) {
  return (
    <>
      <ActButton
        act="archive"
        name={words.archive}
        disabled={!row}
        onClick={() => away({ do: 'archive' }, acts.archive)}
      >
        <Archive />
      </ActButton>
      <ActButton act="trash" name={words.trash} disabled={!row} onClick={() => away({ do: 'trash' }, acts.trash)}>
        <Trash2 />
      </ActButton>
      <ActButton
        act="spam"
        name={words.spam}
        disabled={!row}
        rank="third"
        onClick={() => away({ do: 'spam' }, acts.spam)}
      >
        <OctagonAlert />
      </ActButton>
    </>
  );
}

/** What needs to be told when, or where to. */
function FilingMenus({ acts, row, away, controlled }: ThreadActing) {
  const rows = row ? [row] : [];
  return (
    <>
      <SnoozeMenu
        {...controlled('snooze')}
        trigger={
          <ActButton act="snooze" name={words.snooze} disabled={!row}>
            <AlarmClock />
          </ActButton>
        }
        onChoose={(until, said) =>
          away({ do: 'snooze', until, words: said }, (target) => acts.snooze(target, until, said))
        }
      />
      <LabelMenu
        {...controlled('label')}
        rows={rows}
        trigger={
          <ActButton act="label" name={words.label} disabled={!row} rank="second">
            <Tag />
          </ActButton>
        }
        onApply={(labels) => away({ do: 'label', ...labels }, (target) => acts.label(target, labels))}
      />
      <MoveMenu
        {...controlled('move')}
        rows={rows}
        trigger={
          <ActButton act="move" name={words.move} disabled={!row} rank="second">
            <FolderInput />
          </ActButton>
        }
        onChoose={(to) => away({ do: 'move', to }, (target) => acts.move(target, to))}
      />
    </>
  );
}

/** What stays where it is and is marked. */
function MarkButtons({ acts, row, target }: ThreadActing) {
  const { starred: isStarred = false, unread: isUnread = false, reply_later: isKept = false } = row ?? {};
  return (
    <>
      <ActButton
        act="star"
        name={isStarred ? words.unstar : words.star}
        disabled={!row}
        rank="third"
        isOn={isStarred}
        onClick={() => target && void acts.star(target, !isStarred)}
      >
        <Star fill={isStarred ? 'currentColor' : 'none'} />
      </ActButton>
      <ActButton
        act={isUnread ? 'markRead' : 'markUnread'}
        name={isUnread ? words.read : words.unread}
        disabled={!row}
        onClick={() => target && void acts.read(target, isUnread)}
      >
        {isUnread ? <MailOpen /> : <Mail />}
      </ActButton>
      <ActButton
        name={isKept ? words.noReplyLater : words.replyLater}
        disabled={!row}
        rank="third"
        isOn={isKept}
        onClick={() => row && void acts.replyLater(row.id, !isKept)}
      >
        <MessageSquareReply />
      </ActButton>
    </>
  );
}
