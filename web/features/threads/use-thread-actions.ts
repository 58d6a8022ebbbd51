import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import { type ExportFormat, useExport } from '../../data/exports/use-export.ts';
import { useThreadListData } from '../../data/thread-list/list/list-context.ts';
import { useMailActionKeys } from '../../data/mutations/use-mail-action-keys.ts';
import type { MailActions } from '../../data/mutations/mail-actions.ts';
import type { MailChange, Target } from '../../api/mail-change.ts';
import { isRemovedFromList } from '../../data/mutations/change-effects.ts';
import { useServices, useMailActions } from '../../data/services.ts';
import { type DoneMode, doneModeOf } from '../../data/lens.ts';
import { shellQuery } from '../../data/queries/mail.ts';
import { useKeys } from '../../keyboard/use-keys.ts';
import { useReplyActions } from './reply-buttons.tsx';

type ThreadMenuName = 'snooze' | 'label' | 'move';

export type ThreadActionContext = {
  mailActions: MailActions;
  /** The open conversation; undefined while it is loading. */
  row: MessageRow | undefined;
  target: Target | undefined;
  /** The mode of the list, in which the conversation can be done. */
  doneMode: DoneMode | undefined;
  /** Runs an action that may remove the conversation from its list, and then opens the next one. */
  removeFromList: (change: MailChange, act: (target: Target, onUndone: (() => void) | undefined) => unknown) => void;
  /** Opens a menu of the toolbar, as its key does. */
  openMenu: (name: ThreadMenuName) => void;
  /** The props of a toolbar menu that a key can open. */
  controlled: (name: ThreadMenuName) => { open: boolean; onOpenChange: (isOpen: boolean) => void };
};

/** The actions on the open conversation. Their keys work while the component is mounted. */
export function useThreadActions(row: MessageRow | undefined, onLeave: () => () => void): ThreadActionContext {
  const mailActions = useMailActions();
  const { lens } = useThreadListData();
  const { api } = useServices();
  const client = useQueryClient();
  const [menu, setMenu] = useState<ThreadMenuName>();
  const target = row && { threads: [row] };

  /** Returns a function that opens the conversation again. */
  function leaveIfRemoved(change: MailChange): (() => void) | undefined {
    const sections = client.getQueryData(shellQuery(api).queryKey)?.sidebar.sections ?? [];
    const items = sections.flatMap((section) => section.items);
    return isRemovedFromList(lens, change, items) ? onLeave() : undefined;
  }

  const doneMode = doneModeOf(lens);
  useMailActionKeys({
    doneMode,
    target: () => target,
    onLeave: (_target, change) => leaveIfRemoved(change),
    openSnooze: () => setMenu('snooze'),
    openLabels: () => setMenu('label'),
    openMove: () => setMenu('move'),
    replyLater: () => row && void mailActions.replyLater(row.id, !row.reply_later),
  });

  const replyActions = useReplyActions(row?.id, () => focusedMessage() ?? row?.id);
  useKeys(row ? Object.fromEntries(replyActions.map(({ act: action, run }) => [action, run])) : {}, () => target);

  const exportThread = useExport();
  const exportAs = (format: ExportFormat) => () => void (row && exportThread({ thread_ids: [row.thread_id] }, format));
  useKeys(row ? { exportMarkdown: exportAs('Markdown'), exportMbox: exportAs('Mbox') } : {});

  return {
    mailActions,
    row,
    target,
    doneMode,
    removeFromList(change, action) {
      if (!target) return;
      void action(target, leaveIfRemoved(change));
    },
    openMenu: setMenu,
    controlled: (name) => ({
      open: menu === name,
      onOpenChange: (isOpen) => setMenu((now) => (isOpen ? name : now === name ? undefined : now)),
    }),
  };
}

/** The message with the focus, which the keys answer instead of the newest one. */
function focusedMessage(): string | undefined {
  return document.activeElement?.closest('[data-message]')?.getAttribute('data-message') ?? undefined;
}
