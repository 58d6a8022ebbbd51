import { ChevronsDownUp, Ellipsis, FileText, LayoutTemplate, ScrollText } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { IconButton } from '../design/button.tsx';
import { strings } from '../strings.ts';
import styles from './message.module.css';

const words = strings.reader;

type MessageMenuProps = {
  /** The way of showing the message that is not in use; absent where there is only one. */
  otherFormat: 'text' | 'html' | undefined;
  onFormat: (format: 'text' | 'html') => void;
  onHeaders: () => void;
  onFold: (() => void) | undefined;
};

/** What else can be seen of a message. */
export function MessageMenu({ otherFormat, onFormat, onHeaders, onFold }: MessageMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton name={words.more}>
          <Ellipsis />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={styles['menu']} align="end" sideOffset={4} collisionPadding={8}>
          {otherFormat && (
            <DropdownMenu.Item className={styles['choice']} onSelect={() => onFormat(otherFormat)}>
              {otherFormat === 'html' ? <LayoutTemplate /> : <FileText />}
              {otherFormat === 'html' ? words.showFormatted : words.showText}
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Item className={styles['choice']} onSelect={onHeaders}>
            <ScrollText />
            {words.showHeaders}
          </DropdownMenu.Item>
          {onFold && (
            <DropdownMenu.Item className={styles['choice']} onSelect={onFold}>
              <ChevronsDownUp />
              {words.fold}
            </DropdownMenu.Item>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
