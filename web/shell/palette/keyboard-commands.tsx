import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  AtSign,
  Ban,
  BellOff,
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
  Paperclip,
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
  TextSearch,
  Trash2,
  Undo2,
  UnfoldVertical,
  X,
} from 'lucide-react';
import { listActionInfo } from '../../data/selection/list-action-info.ts';
import { canRunCommand, runCommand } from '../../keyboard/command-registry.ts';
import { type Command, commandTable } from '../../keyboard/command-table.ts';
import { keyFor } from '../../keyboard/use-keys.ts';
import { strings } from '../../i18n/strings.ts';
import { railIcons } from '../sidebar/rail-icons.ts';
import type { PaletteCommand } from './palette-command.ts';

const t = strings.palette;

const icons: Record<Exclude<Command, 'palette'>, LucideIcon> = {
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
  attachFiles: Paperclip,
  keepDraft: FilePlus2,
  discardDraft: Trash2,
  readerPlace: Columns2,
  compose: SquarePen,
  archive: listActionInfo('archive').Icon,
  doneSender: CheckCheck,
  trash: listActionInfo('trash').Icon,
  spam: listActionInfo('spam').Icon,
  snooze: listActionInfo('snooze').Icon,
  star: listActionInfo('star').Icon,
  markRead: listActionInfo('read').Icon,
  markUnread: listActionInfo('unread').Icon,
  label: listActionInfo('label').Icon,
  move: listActionInfo('move').Icon,
  replyLater: MessageSquareReply,
  mute: BellOff,
  blockSender: Ban,
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
  find: TextSearch,
  undo: Undo2,
  redo: Redo2,
  search: Search,
  now: railIcons.now,
  messages: railIcons.messages,
  todo: railIcons.todo,
  updates: railIcons.updates,
  reading: railIcons.reading,
  records: railIcons.archive,
  inbox: Inbox,
  all: Layers,
  drafts: File,
  outbox: SendHorizontal,
  history: History,
  help: Keyboard,
};

/** Every command of the command table by name, commands on mail first. Unavailable ones show the reason. */
export function keyboardCommands(): PaletteCommand[] {
  const order = ['writing', 'mail', 'anywhere', 'list'];
  const hasMail = canRunCommand('archive').canRun;
  const whyNot = (scope: keyof typeof t.off) => (scope === 'mail' && hasMail ? t.notHere : t.off[scope]);
  const rows = commandTable.toSorted((one, other) => order.indexOf(one.scope) - order.indexOf(other.scope));
  return rows.flatMap(({ command, label, scope }): PaletteCommand[] => {
    if (command === 'palette') return [];
    const Icon = icons[command];
    const { canRun } = canRunCommand(command);
    // Without an open composer these commands are not listed.
    if (scope === 'writing' && !canRun) return [];
    const disabledReason = canRun ? undefined : whyNot(scope);
    return [
      {
        key: `act:${command}`,
        label: command === 'help' ? t.help : label(),
        keys: keyFor(command) || undefined,
        icon: <Icon />,
        disabledReason,
        run: () => runCommand(command) || whyNot(scope),
      },
    ];
  });
}
