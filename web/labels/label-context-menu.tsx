import { Check, MailOpen, Palette, Pencil, Trash2 } from 'lucide-react';
import { ContextMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { labelColour, palette } from '../design/label-colour.ts';
import { useMainPart } from '../design/main-part.ts';
import { useActs } from '../mutations/acts.ts';
import { strings } from '../strings.ts';
import styles from './label-context-menu.module.css';
import type { EditorStart } from './label-editor.tsx';
import { useLabelEdits } from './label-edits.ts';
import type { LabelRecord } from './queries.ts';

const words = strings.labels;

type SeenLabel = Pick<LabelRecord, 'id' | 'name' | 'color'>;

type LabelContextMenuProps = {
  label: SeenLabel;
  /** How many conversations with something unread it has. */
  unread: number;
  onEdit: (act: EditorStart['act']) => void;
  children: ReactNode;
};

/** What can be done with a label where it stands: a right click, the menu key or a long press opens it. */
export function LabelContextMenu({ label, unread, onEdit, children }: LabelContextMenuProps) {
  const acts = useActs();
  const mainPart = useMainPart();
  const markRead = () => void acts.read({ query: `label:${label.id} is:unread`, count: unread, rows: [] }, true);
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      <ContextMenu.Portal container={mainPart}>
        <ContextMenu.Content className={styles['menu']} collisionPadding={8} aria-label={label.name}>
          <ContextMenu.Item className={styles['choice']} disabled={unread === 0} onSelect={markRead}>
            <MailOpen />
            {words.markRead}
          </ContextMenu.Item>
          <ContextMenu.Separator className={styles['rule']} />
          <ContextMenu.Item className={styles['choice']} onSelect={() => onEdit('rename')}>
            <Pencil />
            {words.renameMore}
          </ContextMenu.Item>
          <Colours label={label} />
          <ContextMenu.Item className={styles['choice']} onSelect={() => onEdit('remove')}>
            <Trash2 />
            {words.removeMore}
          </ContextMenu.Item>
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

const byName = 'by name';

function Colours({ label }: { label: SeenLabel }) {
  const edits = useLabelEdits();
  const mainPart = useMainPart();
  const inks = [
    { value: byName, name: words.ownColour, colour: labelColour({ color: null, name: label.name }) },
    ...palette.map(({ name, colour }) => ({ value: colour as string, name, colour })),
  ];
  return (
    <ContextMenu.Sub>
      <ContextMenu.SubTrigger className={styles['choice']}>
        <Palette />
        {words.colour}
      </ContextMenu.SubTrigger>
      <ContextMenu.Portal container={mainPart}>
        <ContextMenu.SubContent className={styles['menu']} sideOffset={4} collisionPadding={8}>
          <ContextMenu.RadioGroup
            value={label.color ?? byName}
            onValueChange={(value) => void edits.colour(label, value === byName ? null : value)}
          >
            {inks.map(({ value, name, colour }) => (
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
