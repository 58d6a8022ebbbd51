import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  AtSign,
  BookOpenText,
  CalendarCheck,
  CalendarClock,
  CalendarX,
  CheckCheck,
  ChevronsDown,
  ChevronsUp,
  Columns2,
  Download,
  File,
  FilePlus2,
  FolderDown,
  Forward,
  History,
  Image,
  Inbox,
  Keyboard,
  Layers,
  type LucideIcon,
  MailOpen,
  MailX,
  MessageSquareReply,
  Printer,
  Redo2,
  Reply,
  ReplyAll,
  Search,
  Send,
  SendHorizontal,
  Square,
  SquareCheck,
  SquarePen,
  Trash2,
  Undo2,
  UnfoldVertical,
  X,
} from 'lucide-react';
import { lookOf } from '../selection/act-table.ts';
import { canAct, perform } from '../shell/act-wishes.ts';
import { type Act, keyOf, keyTable } from '../shell/keys.ts';
import { strings } from '../strings.ts';
import type { Command } from './commands.tsx';

const words = strings.palette;

const icons: Record<Exclude<Act, 'palette'>, LucideIcon> = {
  next: ArrowDown,
  previous: ArrowUp,
  first: ArrowUpToLine,
  last: ArrowDownToLine,
  halfDown: ChevronsDown,
  halfUp: ChevronsUp,
  open: MailOpen,
  close: X,
  select: SquareCheck,
  extendNext: ArrowDown,
  extendPrevious: ArrowUp,
  selectAll: CheckCheck,
  selectNone: Square,
  reply: Reply,
  replyAll: ReplyAll,
  forward: Forward,
  send: Send,
  sendLater: CalendarClock,
  addCc: AtSign,
  addBcc: AtSign,
  keepDraft: FilePlus2,
  discardDraft: Trash2,
  readerPlace: Columns2,
  compose: SquarePen,
  archive: lookOf('archive').Icon,
  trash: lookOf('trash').Icon,
  spam: lookOf('spam').Icon,
  snooze: lookOf('snooze').Icon,
  star: lookOf('star').Icon,
  markRead: lookOf('read').Icon,
  markUnread: lookOf('unread').Icon,
  label: lookOf('label').Icon,
  move: lookOf('move').Icon,
  replyLater: MessageSquareReply,
  unsubscribe: MailX,
  acceptInvite: CalendarCheck,
  maybeInvite: CalendarClock,
  declineInvite: CalendarX,
  nextView: BookOpenText,
  showAll: UnfoldVertical,
  showImages: Image,
  saveFiles: FolderDown,
  exportMarkdown: Download,
  exportMbox: Download,
  print: Printer,
  undo: Undo2,
  redo: Redo2,
  search: Search,
  inbox: Inbox,
  all: Layers,
  drafts: File,
  outbox: SendHorizontal,
  history: History,
  help: Keyboard,
};

/** Every act of the page by name: mail first, as one is in the middle of it. What nobody would do now says why. */
export function actCommands(): Command[] {
  const order = ['writing', 'mail', 'anywhere', 'list'];
  const rows = keyTable.toSorted((one, other) => order.indexOf(one.place) - order.indexOf(other.place));
  return rows.flatMap(({ act, does, place }): Command[] => {
    if (act === 'palette') return [];
    const Icon = icons[act];
    const { can } = canAct(act);
    // Where nothing is being written, these are of no use to know.
    if (place === 'writing' && !can) return [];
    const why = can ? undefined : words.off[place];
    return [
      {
        key: `act:${act}`,
        words: act === 'help' ? words.help : does(),
        keys: keyOf(act) || undefined,
        mark: <Icon />,
        why,
        run: () => perform(act) || words.off[place],
      },
    ];
  });
}
