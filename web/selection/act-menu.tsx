import { LabelMenu, MoveMenu } from '../labels/label-menu.tsx';
import { rowsOfTarget, type Target } from '../mutations/change.ts';
import { SnoozeMenu } from '../snooze/snooze-menu.tsx';
import type { Asked } from './list-acts.tsx';

/** A menu that is wanted, for which mail and beside what. */
export type MenuRequest = { kind: 'snooze' | 'label' | 'move'; target: Target; anchor: DOMRect };

type ActMenuProps = {
  request: MenuRequest;
  isOpen: boolean;
  onChange: (target: Target, change: Asked) => void;
  onClose: () => void;
};

/** Where mail is to go, or until when, chosen beside what was pointed at. */
export function ActMenu({ request: { kind, target, anchor }, isOpen, onChange, onClose }: ActMenuProps) {
  const place = { trigger: null, open: isOpen, anchor, onOpenChange: (next: boolean) => next || onClose() };
  const rows = rowsOfTarget(target);
  switch (kind) {
    case 'snooze':
      return <SnoozeMenu {...place} onChoose={(until, words) => onChange(target, { do: 'snooze', until, words })} />;
    case 'label':
      return <LabelMenu {...place} rows={rows} onApply={(labels) => onChange(target, { do: 'label', ...labels })} />;
    case 'move':
      return <MoveMenu {...place} rows={rows} onChoose={(to) => onChange(target, { do: 'move', to })} />;
  }
}
