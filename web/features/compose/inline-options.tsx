import { Check, Ellipsis, PictureInPicture2, Type, X } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { IconButton } from '../../design/controls/button.tsx';
import { useMainLandmark } from '../../design/use-main-landmark.ts';
import { strings } from '../../i18n/strings.ts';
import { type Mode, modes } from './editor/editor-mode.ts';
import styles from './menus.module.css';

const t = strings.compose;

export type InlineOptionsProps = {
  mode: Mode;
  onMode: (mode: Mode) => void;
  /** Shows the subject; absent if it is shown. */
  onSubject: (() => void) | undefined;
  /** Moves the composer to the dock. */
  onMove: (() => void) | undefined;
  onClose: () => void;
};

/** What an inline composer offers beside its buttons. */
export function InlineOptions({ mode, onMode, onSubject, onMove, onClose }: InlineOptionsProps) {
  const mainLandmark = useMainLandmark();
  // After the menu has returned the focus, so that the composer can take it.
  const afterwards = (run: () => void) => () => setTimeout(run);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton name={t.options}>
          <Ellipsis />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={mainLandmark}>
        <DropdownMenu.Content className={styles['menu']} side="top" align="end" sideOffset={4} collisionPadding={8}>
          {onSubject && (
            <DropdownMenu.Item className={styles['choice']} onSelect={afterwards(onSubject)}>
              <Type />
              {t.editSubject}
            </DropdownMenu.Item>
          )}
          {onMove && (
            <DropdownMenu.Item className={styles['choice']} onSelect={afterwards(onMove)}>
              <PictureInPicture2 />
              {t.popOut}
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Item className={styles['choice']} onSelect={afterwards(onClose)}>
            <X />
            {t.close}
          </DropdownMenu.Item>
          <DropdownMenu.Separator className={styles['rule']} />
          <DropdownMenu.RadioGroup value={mode} aria-label={t.mode}>
            {modes.map((each) => (
              <DropdownMenu.RadioItem
                key={each}
                value={each}
                className={styles['choice']}
                onSelect={afterwards(() => onMode(each))}
              >
                <span className={styles['tick']}>
                  <DropdownMenu.ItemIndicator>
                    <Check />
                  </DropdownMenu.ItemIndicator>
                </span>
                {t.modes[each]}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
