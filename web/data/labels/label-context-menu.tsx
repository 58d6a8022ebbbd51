import { Check, MailOpen, Palette, Pencil, Trash2 } from 'lucide-react';
import { ContextMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { palette } from '../../design/theme/label-colour.ts';
import { useMainLandmark } from '../../design/use-main-landmark.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './label-context-menu.module.css';
import { useLabelColours } from './label-colours.tsx';
import type { EditorStart } from './label-editor.tsx';
import { useLabelActions } from './use-label-actions.ts';
import type { LabelRecord } from '../queries/labels.ts';
import { useMailActions } from '../services.ts';

const t = strings.labels;

type MenuLabel = Pick<LabelRecord, 'id' | 'name' | 'color'>;

type LabelContextMenuProps = {
  label: MenuLabel;
  /** The number of conversations with unread messages. */
  unread: number;
  onEdit: (act: EditorStart['action']) => void;
  children: ReactNode;
};

/** The context menu of a label, opened by a right click, the menu key or a long press. */
export function LabelContextMenu({ label, unread, onEdit, children }: LabelContextMenuProps) {
  const mailActions = useMailActions();
  const mainLandmark = useMainLandmark();
  const markRead = () => void mailActions.read({ query: `label:${label.id} is:unread`, count: unread, rows: [] }, true);
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      <ContextMenu.Portal container={mainLandmark}>
        <ContextMenu.Content className={styles['menu']} collisionPadding={8} aria-label={label.name}>
          <ContextMenu.Item className={styles['choice']} disabled={unread === 0} onSelect={markRead}>
            <MailOpen />
            {t.markRead}
          </ContextMenu.Item>
          <ContextMenu.Separator className={styles['rule']} />
          <ContextMenu.Item className={styles['choice']} onSelect={() => onEdit('rename')}>
            <Pencil />
            {t.renameMore}
          </ContextMenu.Item>
          <Colours label={label} />
          <ContextMenu.Item className={styles['choice']} onSelect={() => onEdit('remove')}>
            <Trash2 />
            {t.removeMore}
          </ContextMenu.Item>
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

const automatic = 'automatic';

function Colours({ label }: { label: MenuLabel }) {
  const edits = useLabelActions();
  const mainLandmark = useMainLandmark();
  const colourOf = useLabelColours();
  const colours = [
    { value: automatic, name: t.ownColour, colour: colourOf({ ...label, color: null }) },
    ...palette.map(({ name, colour }) => ({ value: colour as string, name, colour })),
  ];
  return (
    <ContextMenu.Sub>
      <ContextMenu.SubTrigger className={styles['choice']}>
        <Palette />
        {t.colour}
      </ContextMenu.SubTrigger>
      <ContextMenu.Portal container={mainLandmark}>
        <ContextMenu.SubContent className={styles['menu']} sideOffset={4} collisionPadding={8}>
          <ContextMenu.RadioGroup
            value={label.color ?? automatic}
            onValueChange={(value) => void edits.colour(label, value === automatic ? null : value)}
          >
            {colours.map(({ value, name, colour }) => (
              <ContextMenu.RadioItem key={value} value={value} className={styles['choice']}>
                <span className={styles['swatch']} style={{ '--dot': colour }} />
                <span className={styles['words']}>{name}</span>
                <ContextMenu.ItemIndicator>
                  <Check />
                </ContextMenu.ItemIndicator>
              </ContextMenu.RadioItem>
            ))}
          </ContextMenu.RadioGroup>
        </ContextMenu.SubContent>
      </ContextMenu.Portal>
    </ContextMenu.Sub>
  );
}
