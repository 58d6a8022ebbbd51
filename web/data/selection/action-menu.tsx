import { LabelMenu, MoveMenu } from '../labels/label-menu.tsx';
import { rowsOfTarget, type Target } from '../../api/mail-change.ts';
import { SnoozeMenu } from '../snooze/snooze-menu.tsx';
import type { ListChange } from './list-actions-context.ts';

/** An open menu, the mail it is for, and its anchor. */
export type MenuRequest = { kind: 'snooze' | 'label' | 'move'; target: Target; anchor: DOMRect };

type ActionMenuProps = {
  request: MenuRequest;
  isOpen: boolean;
  onChange: (target: Target, change: ListChange) => void;
  onClose: () => void;
};

/** Chooses the target of a move or the end of a snooze, next to the anchor. */
export function ActionMenu({ request: { kind, target, anchor }, isOpen, onChange, onClose }: ActionMenuProps) {
  const position = { trigger: null, open: isOpen, anchor, onOpenChange: (next: boolean) => next || onClose() };
  const rows = rowsOfTarget(target);
  switch (kind) {
    case 'snooze':
      return (
        <SnoozeMenu
          {...position}
          onChoose={(until, untilText) => onChange(target, { do: 'snooze', until, text: untilText })}
        />
      );
    case 'label':
      return <LabelMenu {...position} rows={rows} onApply={(labels) => onChange(target, { do: 'label', ...labels })} />;
    case 'move':
      return <MoveMenu {...position} rows={rows} onChoose={(to) => onChange(target, { do: 'move', to })} />;
  }
}
