import {
  AlarmClock,
  Archive,
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
import { isStarred, isUnread } from '../mutations/act-keys.ts';
import type { Target } from '../mutations/change.ts';
import { keyWords } from '../shell/key-names.ts';
import { type Act, keyOf } from '../shell/keys.ts';
import { strings } from '../strings.ts';

/** What the buttons and menus of a list do. */
export type ListAct =
  'archive' | 'trash' | 'spam' | 'snooze' | 'label' | 'move' | 'read' | 'unread' | 'star' | 'unstar';

const table: Record<ListAct, { Icon: LucideIcon; keys: Act }> = {
  archive: { Icon: Archive, keys: 'archive' },
  trash: { Icon: Trash2, keys: 'trash' },
  spam: { Icon: CircleAlert, keys: 'spam' },
  snooze: { Icon: AlarmClock, keys: 'snooze' },
  label: { Icon: Tag, keys: 'label' },
  move: { Icon: FolderInput, keys: 'move' },
  read: { Icon: MailOpen, keys: 'markRead' },
  unread: { Icon: Mail, keys: 'markUnread' },
  star: { Icon: Star, keys: 'star' },
  unstar: { Icon: StarOff, keys: 'star' },
};

export type ActLook = {
  name: string;
  key: string;
  /** The name with the key, for who points at its button. */
  title: string;
  Icon: LucideIcon;
  opensMenu: boolean;
  /** An act and its opposite have one place among the buttons, which keeps the focus when they change. */
  place: string;
};

/** How an act is called and shown, and by which key it is done. */
export function lookOf(act: ListAct): ActLook {
  const { Icon, keys } = table[act];
  const opensMenu = act === 'snooze' || act === 'label' || act === 'move';
  const name = strings.acting.acts[act];
  const key = keyOf(keys);
  const title = key === '' ? name : strings.acting.keyed({ name, key: keyWords(key) });
  return { name, key, title, Icon, opensMenu, place: act.replace(/^un/, '') };
}

/** The one of two opposite acts that changes something. */
export function readAct(target: Target): 'read' | 'unread' {
  return isUnread(target) ? 'read' : 'unread';
}

export function starAct(target: Target): 'star' | 'unstar' {
  return isStarred(target) ? 'unstar' : 'star';
}
