import { useLayoutEffect, useState } from 'react';
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
  focusRequest: number;
  /** In its conversation, under the message that it answers; otherwise in the dock. */
  isInline: boolean;
  isFull: boolean;
  onFull: (isFull: boolean) => void;
  /** Moves it to the dock, or back to its conversation; absent if that is not open. */
  onMove: (() => void) | undefined;
  onFocused: () => void;
  onShow: () => void;
  onCollapse: () => void;
  /** Called after it was sent, kept as a draft or discarded. */
  onClosed: () => void;
};

/** An open composition. */
export function Composer({ session, isFresh, isInline, isFull, onFull, onMove, ...props }: ComposerProps) {
  const { isActive, focusRequest, onFocused, onShow, onCollapse, onClosed } = props;
  const composer = useComposer({ session, isFresh, isActive, isInline, focusRequest, onFocused, onClosed });
  const { composition, state, root, sending, closing } = composer;
  useComposingMark(isActive);
  const sender = useSenderAndSignature(composition);
  const [mode, setMode] = useState(storedMode);
  /** The footer of an inline composer has the formatting buttons of the editor. */
  const [toolbarPlace, setToolbarPlace] = useState<HTMLElement | null>(null);
  const [isSubjectOpen, setIsSubjectOpen] = useState(false);
  const subject = state.fields.subject.trim() || t.untitled;
  const { intent } = state.session.frontmatter;
  return (
    <>
      {!isActive && !isInline && (
        <button type="button" className={styles['tab']} aria-label={t.unfold({ subject })} onClick={onShow} dir="auto">
          {subject}
        </button>
      )}
      <section
        data-writing={isActive || undefined}
        data-inline={isInline || undefined}
        ref={root}
        className={styles['composer']}
        data-full={(isFull && !isInline) || undefined}
        hidden={!isActive && !isInline}
        aria-label={t.label({ subject })}
        {...composer.handlers}
      >
        {!isInline && (
          <ComposerBar
            subject={subject}
            isFull={isFull}
            onFull={onFull}
            onMove={onMove}
            onCollapse={onCollapse}
            onClose={() => void closing.saveAsDraft()}
          />
        )}
        <ComposerBody
          composer={composer}
          sender={sender}
          mode={mode}
          toolbarPlace={isInline ? toolbarPlace : undefined}
          subject={!isInline || intent === 'forward' ? 'shown' : isSubjectOpen ? 'opened' : 'hidden'}
        />
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
          composer={composer}
          sender={sender}
          mode={mode}
          onMode={(next) => {
            chooseMode(next);
            setMode(next);
          }}
          onToolbarPlace={setToolbarPlace}
          inline={
            isInline
              ? { onSubject: isSubjectOpen || intent === 'forward' ? undefined : () => setIsSubjectOpen(true), onMove }
              : undefined
          }
        />
      </section>
    </>
  );
}

/** Marks the root element while a composer is open. A style that looks for the composer would be computed at every change. */
function useComposingMark(isActive: boolean): void {
  useLayoutEffect(() => {
    if (!isActive) return;
    const { dataset } = document.documentElement;
    dataset['composing'] = '';
    return () => void delete dataset['composing'];
  }, [isActive]);
}
