import { LabelMenu, MoveMenu } from '../labels/label-menu.tsx';
import { rowsOfTarget, type Target } from '../../api/mail-change.ts';
import { SnoozeMenu } from '../snooze/snooze-menu.tsx';
import type { ListChange } from './list-actions-context.ts';

/** A menu that is wanted, for which mail and beside what. */
export type MenuRequest = { kind: 'snooze' | 'label' | 'move'; target: Target; anchor: DOMRect };

type ActionMenuProps = {
  request: MenuRequest;
  isOpen: boolean;
  onChange: (target: Target, change: ListChange) => void;
  onClose: () => void;
};

/** Where mail is to go, or until when, chosen beside what was pointed at. */
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
