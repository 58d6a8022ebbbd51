import {
  Archive,
  CircleAlert,
  File,
  Inbox,
  Layers,
  Newspaper,
  Send,
  Star,
  Tag,
  Trash2,
  type LucideIcon,
} from 'lucide-react';

/** By the role of a mailbox, or the list it shows. */
export const mailboxIcons: Record<string, LucideIcon> = {
  inbox: Inbox,
  starred: Star,
  sent: Send,
  drafts: File,
  spam: CircleAlert,
  trash: Trash2,
  archive: Archive,
  all_mail: Layers,
  subscription: Newspaper,
  important: Tag,
};
