import { Paperclip, Trash2 } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import type { RefObject } from 'react';
import { IconButton } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './composer.module.css';
import { type Mode, modes } from './editor/editor-mode.ts';
import { InlineOptions, type InlineOptionsProps } from './inline-options.tsx';
import { SaveStatus } from './save-status.tsx';
import { SendButton } from './send/send-button.tsx';
import { SignatureMenu } from './signature-menu.tsx';
import { SnippetMenu } from './snippet-menu.tsx';
import { WriterMenu } from './writer/lazy-writer.ts';
import type { useComposer } from './use-composer.ts';
import type { useSenderAndSignature } from './use-sender-and-signature.ts';

const t = strings.compose;

type ComposerFooterProps = {
  composer: ReturnType<typeof useComposer>;
  sender: ReturnType<typeof useSenderAndSignature>;
  mode: Mode;
  onMode: (mode: Mode) => void;
  /** Of an inline composer: its further options, and where its formatting buttons are. */
  inline: Pick<InlineOptionsProps, 'onSubject' | 'onMove'> | undefined;
  onToolbarPlace: (place: HTMLElement | null) => void;
};

/** The footer of a composer: send button, insert menus and save status. */
export function ComposerFooter({ composer, sender, mode, onMode, inline, onToolbarPlace }: ComposerFooterProps) {
  const { state, sending, closing, files, snippets } = composer;
  return (
    <footer className={styles['foot']}>
      <SendButton
        isBusy={sending.state.step === 'checking' || sending.state.step === 'handing'}
        isAnswer={state.session.frontmatter['thread-id'] !== undefined}
        isLaterOpen={composer.isLaterOpen}
        onLater={composer.setIsLaterOpen}
        onSend={(options) => void sending.send(options)}
      />
      {inline && <div ref={onToolbarPlace} className={styles['tools']} />}
      <AttachButton input={composer.fileInput} onFiles={files.attach} />
      <SignatureMenu chosen={state.fields.signature} onChoose={sender.sign} />
      <SnippetMenu {...snippets.menu} />
      <WriterMenu composition={composer.composition} />
      {inline ? (
        <InlineOptions mode={mode} onMode={onMode} {...inline} onClose={() => void closing.saveAsDraft()} />
      ) : (
        <ModeSwitch mode={mode} onMode={onMode} />
      )}
      <SaveStatus saveState={state.saveState} hasOwnContent={composer.hasOwnContent} isInline={inline !== undefined} />
      <IconButton name={t.discard} onClick={() => void closing.discard()}>
        <Trash2 />
      </IconButton>
    </footer>
  );
}

function ModeSwitch({ mode, onMode }: Pick<ComposerFooterProps, 'mode' | 'onMode'>) {
  return (
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
  );
}

type AttachButtonProps = { input: RefObject<HTMLInputElement | null>; onFiles: (files: readonly File[]) => void };

function AttachButton({ input, onFiles }: AttachButtonProps) {
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
