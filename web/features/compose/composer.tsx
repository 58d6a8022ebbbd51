import { useQuery } from '@tanstack/react-query';
import { Maximize2, Minimize2, Minus, X } from 'lucide-react';
import { type DragEvent, type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../design/button.tsx';
import { useServices } from '../../data/services.ts';
import { type CommandHandlers, useKeys } from '../../keyboard/use-keys.ts';
import { strings } from '../../i18n/strings.ts';
import { parseRecipients, formatRecipients, withRecipients } from '../../data/compose/address-list.ts';
import { ComposerFooter } from './composer-footer.tsx';
import { ComposerHeader } from './composer-header.tsx';
import styles from './composer.module.css';
import type { EditorHandle } from './editor/editor-props.ts';
import { chooseMode, storedMode } from './editor/editor-mode.ts';
import { AttachmentsBar } from './attachments-bar.tsx';
import { PreSendChecks } from './send/pre-send-checks.tsx';
import { CompositionConflict } from './save-status.tsx';
import { RecipientSuggestion } from './recipients/recipient-suggestion.tsx';
import { snippetsQuery } from '../../data/queries/signatures-and-snippets.ts';
import { SignatureText } from './signature-menu.tsx';
import { fillSnippet, knownValues, missingVariables, snippetBefore } from './snippets.ts';
import type { Snippet } from './snippet-menu.tsx';
import { TextEditor } from './editor/text-editor.tsx';
import { useComposerFocus } from './use-composer-focus.ts';
import { useComposeAttachments } from './use-compose-attachments.ts';
import { isUnchanged, useCloseComposition } from './use-close-composition.ts';
import { useSend } from './send/use-send.ts';
import { useSenderAndSignature } from './use-sender-and-signature.ts';
import { useComposition } from './use-composition.ts';
import type { ComposeSession } from '../../data/compose/composition.ts';
import type { RecipientKind } from './recipients/recipient-kind.ts';

const t = strings.compose;

type ComposerProps = {
  session: ComposeSession;
  /** Begun just now, rather than opened again. */
  isFresh: boolean;
  isActive: boolean;
  isFull: boolean;
  onFull: (isFull: boolean) => void;
  onShow: () => void;
  onCollapse: () => void;
  /** It is over: sent, kept as a draft or thrown away. */
  onClosed: () => void;
};

/** One message being written. */
export function Composer({
  session: initialSession,
  isFresh,
  isActive,
  isFull,
  onFull,
  onShow,
  onCollapse,
  onClosed,
}: ComposerProps) {
  const { api, openCompositions, live } = useServices();
  const { composition, state } = useComposition(initialSession);
  const { fields, session, saveState, epoch } = state;
  const files = useComposeAttachments(composition);
  const editor = useRef<EditorHandle>(null);
  const root = useRef<HTMLElement>(null);
  const [mode, setMode] = useState(storedMode);
  const [shown, setShown] = useState<ReadonlySet<RecipientKind>>(new Set());
  const [requestedField, setRequestedField] = useState<{ kind: RecipientKind; at: number }>();
  const [isLaterOpen, setIsLaterOpen] = useState(false);
  const [snippetToFill, setSnippetToFill] = useState<Snippet>();
  const sendControls = useSend({ composition, isUploading: files.uploads.length > 0, onSent: onClosed });
  const closeActions = useCloseComposition({
    composition,
    isUntouched: isFresh && isUnchanged(initialSession, state),
    onClosed,
  });
  const senderControls = useSenderAndSignature(composition);
  const { snippets = [] } = useQuery(snippetsQuery(api)).data ?? {};
  const values = knownValues(parseRecipients(fields.to)[0]);
  const ready = useComposerFocus({ root, editor, isActive, onFocused: openCompositions.handleFocus });
  useEffect(
    () => live.subscribe(() => live.state().connection === 'open' && void composition.save()),
    [live, composition],
  );

  function show(kind: RecipientKind): void {
    setShown(new Set([...shown, kind]));
    setRequestedField({ kind, at: (requestedField?.at ?? 0) + 1 });
  }

  const commands = {
    send: () => void sendControls.send(),
    sendLater: () => setIsLaterOpen(true),
    addCc: () => show('cc'),
    addBcc: () => show('bcc'),
    keepDraft: () => void closeActions.saveAsDraft(),
    discardDraft: () => void closeActions.discard(),
  };
  // By name alone: the keys are heard below, where one writes.
  useKeys(isActive ? withoutTrustedKeys(commands) : {});

  /** Before the editor hears of them, which has other uses for some. */
  function pressFirst(event: ReactKeyboardEvent): void {
    if (!isWithin(root.current, event) || !(event.ctrlKey || event.metaKey)) return;
    const keys: Record<string, (() => void) | undefined> = {
      Enter: event.shiftKey ? commands.sendLater : commands.send,
      C: commands.addCc,
      B: commands.addBcc,
    };
    const command = keys[event.key];
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    command();
  }

  function press(event: ReactKeyboardEvent): void {
    if (!isWithin(root.current, event)) return;
    // The rich editor prevents what Escape does by default, and does nothing by it itself.
    const isInText = event.target instanceof HTMLElement && event.target.isContentEditable;
    if (event.key === 'Escape' && (isInText || !event.defaultPrevented)) commands.keepDraft();
    // The keys of lists and conversations mean nothing here; the palette opens from everywhere.
    const isPalette = event.key === 'k' && (event.ctrlKey || event.metaKey);
    if (!isPalette) event.nativeEvent.stopPropagation();
  }

  function addFiles(added: readonly File[]): boolean {
    const isPictures = added.length > 0 && added.every(({ type }) => type.startsWith('image/'));
    if (!isPictures) files.attach(added);
    else
      for (const file of added) {
        files.inline(file, ({ cid, filename }) => editor.current?.insert(`![${plain(filename)}](cid:${cid})`));
      }
    return added.length > 0;
  }

  function expand(before: string): number | undefined {
    const found = snippetBefore(before, snippets);
    if (!found) return undefined;
    const { snippet, length } = found;
    if (missingVariables(snippet, values).length > 0) setSnippetToFill(snippet);
    else setTimeout(() => editor.current?.insert(fillSnippet(snippet, values)));
    return length;
  }

  const handlers = {
    onKeyDownCapture: pressFirst,
    onKeyDown: press,
    onBlur: () => void composition.save(),
    onDragOver: (event: DragEvent) => event.dataTransfer.types.includes('Files') && event.preventDefault(),
    onDrop(event: DragEvent) {
      if (event.defaultPrevented || event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      files.attach([...event.dataTransfer.files]);
    },
  };
  const subject = fields.subject.trim() || t.untitled;
  const listed = session.files.filter(({ path }) => fields.attach.includes(path));
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
        {...handlers}
      >
        <header className={styles['bar']}>
          <h2 className={styles['title']} dir="auto">
            {subject}
          </h2>
          <IconButton name={t.fold} onClick={onCollapse}>
            <Minus />
          </IconButton>
          <IconButton name={isFull ? t.smaller : t.larger} className={styles['size']} onClick={() => onFull(!isFull)}>
            {isFull ? <Minimize2 /> : <Maximize2 />}
          </IconButton>
          <IconButton
            name={t.close}
            title={strings.acting.keyed({ name: t.close, key: 'Esc' })}
            onClick={commands.keepDraft}
          >
            <X />
          </IconButton>
        </header>
        <div className={styles['page']}>
          <ComposerHeader
            fields={fields}
            shown={shown}
            requestedField={requestedField}
            onShow={show}
            onChange={composition.change}
            onFrom={senderControls.setSender}
            onText={() => editor.current?.focus()}
          />
          <RecipientSuggestion
            session={session}
            onAdd={(entry) => {
              const kind = fields.cc === '' ? 'to' : 'cc';
              composition.change({ [kind]: formatRecipients(withRecipients(parseRecipients(fields[kind]), [entry])) });
            }}
          />
          <TextEditor
            key={epoch}
            body={fields.body}
            mode={mode}
            onBody={(body) => composition.change({ body })}
            onReady={ready}
            onFiles={addFiles}
            onTab={expand}
            show={files.show}
          >
            <SignatureText name={fields.signature} />
          </TextEditor>
          <AttachmentsBar
            files={listed}
            uploads={files.uploads}
            onRemove={({ path }) => composition.change({ attach: fields.attach.filter((each) => each !== path) })}
            onRetry={files.retry}
            onCancel={files.cancel}
          />
        </div>
        <CompositionConflict
          composition={composition}
          onCopyToNew={() => void closeActions.copyToNew()}
          onClose={closeActions.drop}
        />
        <PreSendChecks
          state={sendControls.state}
          onSend={(options) => void sendControls.send(options)}
          onBack={() => {
            sendControls.back();
            editor.current?.focus();
          }}
        />
        <ComposerFooter
          saveState={saveState}
          isBusy={sendControls.state.step === 'checking' || sendControls.state.step === 'handing'}
          isAnswer={session.frontmatter['thread-id'] !== undefined}
          isLaterOpen={isLaterOpen}
          onLater={setIsLaterOpen}
          onSend={(options) => void sendControls.send(options)}
          onFiles={files.attach}
          signature={fields.signature}
          onSignature={senderControls.sign}
          snippets={{
            values,
            snippetToFill,
            onSnippetToFill: setSnippetToFill,
            onInsert: (text) => editor.current?.insert(text),
          }}
          mode={mode}
          onMode={(next) => {
            chooseMode(next);
            setMode(next);
          }}
          onDiscard={commands.discardDraft}
        />
      </section>
    </>
  );
}

function withoutTrustedKeys(handlers: CommandHandlers): CommandHandlers {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, run]) => [
      name,
      (event: KeyboardEvent) => (event.isTrusted ? false : run(event)),
    ]),
  );
}

/** Sheets of the composer that float elsewhere have keys of their own. */
function isWithin(root: Element | null, { target }: ReactKeyboardEvent): boolean {
  return target instanceof Node && root?.contains(target) === true;
}

/** A name that means nothing in Markdown. */
function plain(name: string): string {
  return name.replaceAll(/[[\]\\]/g, '');
}
