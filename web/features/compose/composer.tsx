import { useState } from 'react';
import type { ComposeSession } from '../../data/compose/fields.ts';
import { strings } from '../../i18n/strings.ts';
import { ComposerBar } from './composer-bar.tsx';
import { ComposerFooter } from './composer-footer.tsx';
import { ComposerBody } from './composer-body.tsx';
import styles from './composer.module.css';
import { chooseMode, storedMode } from './editor/editor-mode.ts';
import { CompositionConflict } from './save-status.tsx';
import { PreSendChecks } from './send/pre-send-checks.tsx';
import { useComposer } from './use-composer.ts';
import { useSenderAndSignature } from './use-sender-and-signature.ts';

const t = strings.compose;

type ComposerProps = {
  session: ComposeSession;
  /** Whether it was just started, not reopened. */
  isFresh: boolean;
  isActive: boolean;
  isFull: boolean;
  onFull: (isFull: boolean) => void;
  onShow: () => void;
  onCollapse: () => void;
  /** Called after it was sent, kept as a draft or discarded. */
  onClosed: () => void;
};

/** An open composition. */
export function Composer({ session, isFresh, isActive, isFull, onFull, onShow, onCollapse, onClosed }: ComposerProps) {
  const composer = useComposer({ session, isFresh, isActive, onClosed });
  const { composition, state, files, root, sending, closing, snippets } = composer;
  const sender = useSenderAndSignature(composition);
  const [mode, setMode] = useState(storedMode);
  const subject = state.fields.subject.trim() || t.untitled;
  return (
    <>
      {!isActive && (
        <button type="button" className={styles['tab']} aria-label={t.unfold({ subject })} onClick={onShow} dir="auto">
          {subject}
        </button>
      )}
      <section
        data-writing={isActive || undefined}
        ref={root}
        className={styles['composer']}
        data-full={isFull || undefined}
        hidden={!isActive}
        aria-label={t.label({ subject })}
        {...composer.handlers}
      >
        <ComposerBar
          subject={subject}
          isFull={isFull}
          onFull={onFull}
          onCollapse={onCollapse}
          onClose={() => void closing.saveAsDraft()}
        />
        <ComposerBody composer={composer} sender={sender} mode={mode} />
        <CompositionConflict
          composition={composition}
          onCopyToNew={() => void closing.copyToNew()}
          onClose={closing.drop}
        />
        <PreSendChecks
          state={sending.state}
          onSend={(options) => void sending.send(options)}
          onBack={() => {
            sending.back();
            composer.focusText();
          }}
        />
        <ComposerFooter
          saveState={state.saveState}
          isBusy={sending.state.step === 'checking' || sending.state.step === 'handing'}
          isAnswer={state.session.frontmatter['thread-id'] !== undefined}
          isLaterOpen={composer.isLaterOpen}
          onLater={composer.setIsLaterOpen}
          onSend={(options) => void sending.send(options)}
          onFiles={files.attach}
          signature={state.fields.signature}
          onSignature={sender.sign}
          snippets={snippets.menu}
          mode={mode}
          onMode={(next) => {
            chooseMode(next);
            setMode(next);
          }}
          onDiscard={() => void closing.discard()}
        />
      </section>
    </>
  );
}
