import { Archive, ChevronDown, Clock, Send } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { useMainLandmark } from '../../../design/use-main-landmark.ts';
import { PopoverPanel } from '../../../design/overlays/popover.tsx';
import { useAfterMenu } from '../../../design/overlays/use-after-menu.ts';
import { Chord } from '../../../keyboard/chord.tsx';
import { describeChord } from '../../../keyboard/key-names.ts';
import { usePresets } from '../../../data/snooze/snooze-menu.tsx';
import { TimePicker } from '../../../data/snooze/time-picker.tsx';
import { strings } from '../../../i18n/strings.ts';
import styles from './send-button.module.css';
import menu from '../menus.module.css';
import type { SendOptions } from './use-send.ts';

const t = strings.compose;

type SendButtonProps = {
  isBusy: boolean;
  /** Whether the message answers a conversation, which can be archived with it. */
  isAnswer: boolean;
  isLaterOpen: boolean;
  onLater: (isOpen: boolean) => void;
  onSend: (options?: SendOptions) => void;
};

/** The send button, with a menu of the other ways to send. */
export function SendButton({ isBusy, isAnswer, isLaterOpen, onLater, onSend }: SendButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { afterMenu, onCloseAutoFocus } = useAfterMenu();
  const mainLandmark = useMainLandmark();
  return (
    <div className={styles['send']}>
      <Button
        look="primary"
        className={styles['main']}
        isBusy={isBusy}
        title={strings.acting.keyed({ name: t.send, key: describeChord('Mod Enter') })}
        onClick={() => onSend()}
      >
        <Send />
        {t.send}
        <span className={styles['keys']} aria-hidden="true">
          <Chord keys="Mod Enter" />
        </span>
      </Button>
      <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={(next) => setIsOpen(next && !isBusy)}>
        <DropdownMenu.Trigger asChild>
          <Button
            look="primary"
            className={styles['more']}
            aria-disabled={isBusy}
            aria-label={t.sendWays}
            title={t.sendWays}
          >
            <ChevronDown />
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal container={mainLandmark}>
          <DropdownMenu.Content
            className={menu['menu']}
            side="top"
            align="start"
            sideOffset={4}
            collisionPadding={8}
            onCloseAutoFocus={onCloseAutoFocus}
          >
            <DropdownMenu.Item className={menu['choice']} onSelect={() => afterMenu(() => onLater(true))}>
              <Clock />
              {t.sendLater}
            </DropdownMenu.Item>
            {isAnswer && (
              <DropdownMenu.Item className={menu['choice']} onSelect={() => onSend({ archives: true })}>
                <Archive />
                {t.sendAndArchive}
              </DropdownMenu.Item>
            )}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {isLaterOpen && (
        <SendLaterPicker
          onClose={() => onLater(false)}
          onChoose={(send_at) => {
            onLater(false);
            onSend({ send_at });
          }}
        />
      )}
    </div>
  );
}

type SendLaterPickerProps = { onClose: () => void; onChoose: (at: string) => void };

function SendLaterPicker({ onClose, onChoose }: SendLaterPickerProps) {
  const times = usePresets();
  return (
    <PopoverPanel name={t.sendLater} side="top" marker={<span />} open onOpenChange={(isOpen) => isOpen || onClose()}>
      {() => (
        <div>
          <TimePicker label={t.sendLater} {...times} onChoose={onChoose} />
        </div>
      )}
    </PopoverPanel>
  );
}
