import { Paperclip, Trash2 } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { type ComponentProps, useRef } from 'react';
import { IconButton } from '../design/button.tsx';
import { strings } from '../strings.ts';
import styles from './composer.module.css';
import type { Mode } from './editor-mode.ts';
import { KeepingWords } from './keeping-words.tsx';
import { SendButton } from './send-button.tsx';
import { SignatureMenu } from './signature-menu.tsx';
import { SnippetMenu } from './snippet-menu.tsx';
import type { Keeping } from './writing.ts';

const words = strings.compose;
const modes = ['rich', 'markdown'] as const;

type ComposerFootProps = ComponentProps<typeof SendButton> & {
  keeping: Keeping;
  onFiles: (files: readonly File[]) => void;
  signature: string | null;
  onSignature: (name: string | null) => void;
  snippets: ComponentProps<typeof SnippetMenu>;
  mode: Mode;
  onMode: (mode: Mode) => void;
  onDiscard: () => void;
};

/** Sending, what is put in, and whether all is stored. */
export function ComposerFoot(props: ComposerFootProps) {
  const { keeping, onFiles, signature, onSignature, snippets, mode, onMode, onDiscard, ...sending } = props;
  return (
    <footer className={styles['foot']}>
      <SendButton {...sending} />
      <AttachButton onFiles={onFiles} />
      <SignatureMenu chosen={signature} onChoose={onSignature} />
      <SnippetMenu {...snippets} />
      <ToggleGroup.Root
        type="single"
        className={styles['modes']}
        aria-label={words.mode}
        value={mode}
        onValueChange={(value) => {
          const next = modes.find((each) => each === value);
          if (next) onMode(next);
        }}
      >
        {modes.map((each) => (
          <ToggleGroup.Item key={each} value={each} className={styles['mode']} title={words.modeHints[each]}>
            {words.modes[each]}
          </ToggleGroup.Item>
        ))}
      </ToggleGroup.Root>
      <KeepingWords keeping={keeping} />
      <IconButton name={words.discard} onClick={onDiscard}>
        <Trash2 />
      </IconButton>
    </footer>
  );
}

function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton name={words.attach} onClick={() => input.current?.click()}>
        <Paperclip />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={words.attach}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
