import { Paperclip, Trash2 } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { type ComponentProps, useRef } from 'react';
import { IconButton } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './composer.module.css';
import type { Mode } from './editor/editor-mode.ts';
import { SaveStatus } from './save-status.tsx';
import { SendButton } from './send/send-button.tsx';
import { SignatureMenu } from './signature-menu.tsx';
import { SnippetMenu } from './snippet-menu.tsx';
import type { SaveState } from '../../data/compose/composition-saving.ts';

const t = strings.compose;
const modes = ['rich', 'markdown'] as const;

type ComposerFooterProps = ComponentProps<typeof SendButton> & {
  saveState: SaveState;
  onFiles: (files: readonly File[]) => void;
  signature: string | null;
  onSignature: (name: string | null) => void;
  snippets: ComponentProps<typeof SnippetMenu>;
  mode: Mode;
  onMode: (mode: Mode) => void;
  onDiscard: () => void;
};

/** The footer of a composer: send button, insert menus and save status. */
export function ComposerFooter(props: ComposerFooterProps) {
  const { saveState, onFiles, signature, onSignature, snippets, mode, onMode, onDiscard, ...sendProps } = props;
  return (
    <footer className={styles['foot']}>
      <SendButton {...sendProps} />
      <AttachButton onFiles={onFiles} />
      <SignatureMenu chosen={signature} onChoose={onSignature} />
      <SnippetMenu {...snippets} />
      <ToggleGroup.Root
        type="single"
        className={styles['modes']}
        aria-label={t.mode}
        value={mode}
        onValueChange={(value) => {
          const next = modes.find((each) => each === value);
          if (next) onMode(next);
        }}
      >
        {modes.map((each) => (
          <ToggleGroup.Item key={each} value={each} className={styles['mode']} title={t.modeHints[each]}>
            {t.modes[each]}
          </ToggleGroup.Item>
        ))}
      </ToggleGroup.Root>
      <SaveStatus saveState={saveState} />
      <IconButton name={t.discard} onClick={onDiscard}>
        <Trash2 />
      </IconButton>
    </footer>
  );
}

function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton name={t.attach} onClick={() => input.current?.click()}>
        <Paperclip />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t.attach}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Reset, so that the same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
