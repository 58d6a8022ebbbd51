import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MessageRow } from '../../daemon/contract/fields.ts';
import { type ExportFormat, useExport } from '../exports/exporting.ts';
import { usePlace } from '../mailbox/place-context.ts';
import { useActKeys } from '../mutations/act-keys.ts';
import { type Acts, useActs } from '../mutations/acts.ts';
import type { Change, Target } from '../mutations/change.ts';
import { leaves } from '../mutations/marks.ts';
import { useParts } from '../parts.ts';
import { shellQuery } from '../queries.ts';
import { useKeys } from '../shell/keys.ts';
import { useAnswers } from './reply-buttons.tsx';

export type ThreadMenuName = 'snooze' | 'label' | 'move';

export type ThreadActing = {
  acts: Acts;
  /** The conversation that is open; undefined while it is not known yet. */
  row: MessageRow | undefined;
  target: Target | undefined;
  /** Does what may take the conversation out of its list; then what comes next in it opens. */
  away: (change: Change, act: (target: Target) => unknown) => void;
  /** Opens a menu of the toolbar, which is what its key does. */
  openMenu: (name: ThreadMenuName) => void;
  /** For a menu of the toolbar that is also opened by key. */
  controlled: (name: ThreadMenuName) => { open: boolean; onOpenChange: (isOpen: boolean) => void };
};

/** What can be done to the conversation that is open. Its keys work as long as this is mounted. */
export function useThreadActs(row: MessageRow | undefined, onLeave: () => void): ThreadActing {
  const acts = useActs();
  const { lens } = usePlace();
  const { api } = useParts();
  const client = useQueryClient();
  const [menu, setMenu] = useState<ThreadMenuName>();
  const target = row && { threads: [row] };

  function leaveBy(change: Change): void {
    const sections = client.getQueryData(shellQuery(api).queryKey)?.sidebar.sections ?? [];
    const items = sections.flatMap((section) => section.items);
    if (leaves(lens, change, items)) onLeave();
  }

  useActKeys({
    target: () => target,
    onLeave: (_target, change) => leaveBy(change),
    openSnooze: () => setMenu('snooze'),
    openLabels: () => setMenu('label'),
    openMove: () => setMenu('move'),
    replyLater: () => row && void acts.replyLater(row.id, !row.reply_later),
  });

  const answers = useAnswers(row?.id);
  useKeys(row ? Object.fromEntries(answers.map(({ act, run }) => [act, run])) : {}, () => target);

  const exported = useExport();
  const exportAs = (format: ExportFormat) => () => void (row && exported({ thread_ids: [row.thread_id] }, format));
  useKeys(row ? { exportMarkdown: exportAs('Markdown'), exportMbox: exportAs('Mbox') } : {});

  return {
    acts,
    row,
    target,
    away(change, act) {
      if (!target) return;
      void act(target);
      leaveBy(change);
    },
    openMenu: setMenu,
    controlled: (name) => ({
      open: menu === name,
      onOpenChange: (isOpen) => setMenu((now) => (isOpen ? name : now === name ? undefined : now)),
    }),
  };
}
