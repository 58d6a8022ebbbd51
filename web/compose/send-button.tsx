import { Archive, ChevronDown, Clock, Send } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { useMainPart } from '../design/main-part.ts';
import { Popup } from '../design/popup.tsx';
import { keyWords } from '../shell/key-names.ts';
import { usePresets } from '../snooze/snooze-menu.tsx';
import { WhenChoices } from '../snooze/when-choices.tsx';
import { strings } from '../strings.ts';
import styles from './send-button.module.css';
import menu from './menus.module.css';
import type { SendWish } from './use-sending.ts';

const words = strings.compose;

type SendButtonProps = {
  isBusy: boolean;
  /** Whether it answers a conversation, which could be archived with that. */
  isAnswer: boolean;
  isLaterOpen: boolean;
  onLater: (isOpen: boolean) => void;
  onSend: (wish?: SendWish) => void;
};

/** Sends it; beside that are the other ways to. */
export function SendButton({ isBusy, isAnswer, isLaterOpen, onLater, onSend }: SendButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const mainPart = useMainPart();
  return (
    <div className={styles['send']}>
      <Button
        look="primary"
        className={styles['main']}
        isBusy={isBusy}
        title={strings.acting.keyed({ name: words.send, key: `${strings.keys.control} ${keyWords('Enter')}` })}
        onClick={() => onSend()}
      >
        <Send />
        {words.send}
      </Button>
      <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={(next) => setIsOpen(next && !isBusy)}>
        <DropdownMenu.Trigger asChild>
          <Button
            look="primary"
            className={styles['more']}
            aria-disabled={isBusy}
            aria-label={words.sendWays}
            title={words.sendWays}
          >
            <ChevronDown />
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal container={mainPart}>
          <DropdownMenu.Content className={menu['menu']} side="top" align="start" sideOffset={4} collisionPadding={8}>
            <DropdownMenu.Item
              className={menu['choice']}
              // After the menu has given the focus back, so that the sheet can take it.
              onSelect={() => setTimeout(() => onLater(true))}
            >
              <Clock />
              {words.sendLater}
            </DropdownMenu.Item>
            {isAnswer && (
              <DropdownMenu.Item className={menu['choice']} onSelect={() => onSend({ archives: true })}>
                <Archive />
                {words.sendAndArchive}
              </DropdownMenu.Item>
            )}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {isLaterOpen && (
        <LaterSheet
          onShut={() => onLater(false)}
          onChoose={(send_at) => {
            onLater(false);
            onSend({ send_at });
          }}
        />
      )}
    </div>
  );
}

type LaterSheetProps = { onShut: () => void; onChoose: (at: string) => void };

function LaterSheet({ onShut, onChoose }: LaterSheetProps) {
  const { presets, hours, trouble } = usePresets();
  return (
    <Popup name={words.sendLater} trigger={<span />} open onOpenChange={(isOpen) => isOpen || onShut()}>
      {() => (
        <div>
          <WhenChoices label={words.sendLater} presets={presets} hours={hours} trouble={trouble} onChoose={onChoose} />
        </div>
      )}
    </Popup>
  );
}
