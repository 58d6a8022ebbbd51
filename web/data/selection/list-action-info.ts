import {
  AlarmClock,
  Archive,
  Ban,
  Bell,
  BellOff,
  Check,
  CircleAlert,
  FolderInput,
  type LucideIcon,
  Mail,
  MailOpen,
  Star,
  StarOff,
  Tag,
  Trash2,
} from 'lucide-react';
import { isMuted, isStarred, isUnread } from '../mutations/use-mail-action-keys.ts';
import { rowsOfTarget, type Target } from '../../api/mail-change.ts';
import { describeChord } from '../../keyboard/key-names.ts';
import type { Command } from '../../keyboard/command-table.ts';
import { keyFor } from '../../keyboard/use-keys.ts';
import { strings } from '../../i18n/strings.ts';
import { doneModeOf, type Lens } from '../lens.ts';

/** The actions of the buttons and menus of a list. */
export type ListAction =
  | 'archive'
  | 'done'
  | 'trash'
  | 'spam'
  | 'snooze'
  | 'label'
  | 'move'
  | 'read'
  | 'unread'
  | 'star'
  | 'unstar'
  | 'mute'
  | 'unmute'
  | 'block';

const actionTable: Record<ListAction, { Icon: LucideIcon; command: Command }> = {
  archive: { Icon: Archive, command: 'archive' },
  // In a mode, its key and its place are those of archiving elsewhere.
  done: { Icon: Check, command: 'archive' },
  trash: { Icon: Trash2, command: 'trash' },
  spam: { Icon: CircleAlert, command: 'spam' },
  snooze: { Icon: AlarmClock, command: 'snooze' },
  label: { Icon: Tag, command: 'label' },
  move: { Icon: FolderInput, command: 'move' },
  read: { Icon: MailOpen, command: 'markRead' },
  unread: { Icon: Mail, command: 'markUnread' },
  star: { Icon: Star, command: 'star' },
  unstar: { Icon: StarOff, command: 'star' },
  mute: { Icon: BellOff, command: 'mute' },
  unmute: { Icon: Bell, command: 'mute' },
  block: { Icon: Ban, command: 'blockSender' },
};

type ListActionInfo = {
  name: string;
  key: string;
  /** The name with the key, for the tooltip of a button. */
  title: string;
  Icon: LucideIcon;
  opensMenu: boolean;
  /** Opposite actions share one button, which keeps the focus when the action changes. */
  slot: string;
};

/** The name, the icon and the key of an action. */
export function listActionInfo(action: ListAction): ListActionInfo {
  const { Icon, command } = actionTable[action];
  const opensMenu = action === 'snooze' || action === 'label' || action === 'move' || action === 'block';
  const name = strings.acting.acts[action];
  const key = keyFor(command);
  const title = key === '' ? name : strings.acting.keyed({ name, key: describeChord(key) });
  return { name, key, title, Icon, opensMenu, slot: action.replace(/^un/, '') };
}

/** How mail leaves a list: in a mode it is done, elsewhere it is archived. */
export function filingAction(lens: Lens): 'archive' | 'done' {
  return doneModeOf(lens) === undefined ? 'archive' : 'done';
}

/** The one of two opposite actions that changes something. */
export function readAction(target: Target): 'read' | 'unread' {
  return isUnread(target) ? 'read' : 'unread';
}

/** Whether the target has exactly one sender, who can be blocked. */
export function hasOneSender(target: Target | undefined): boolean {
  return target !== undefined && new Set(rowsOfTarget(target).map(({ sender_detail }) => sender_detail)).size === 1;
}

export function muteAction(target: Target): 'mute' | 'unmute' {
  return isMuted(target) ? 'unmute' : 'mute';
}

export function starAction(target: Target): 'star' | 'unstar' {
  return isStarred(target) ? 'unstar' : 'star';
}
