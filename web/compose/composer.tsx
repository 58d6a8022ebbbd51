import { useQuery } from '@tanstack/react-query';
import { Maximize2, Minimize2, Minus, X } from 'lucide-react';
import { type DragEvent, type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '../design/button.tsx';
import { useParts } from '../parts.ts';
import { type KeyActs, useKeys } from '../shell/keys.ts';
import { strings } from '../strings.ts';
import { entriesOf, lineOf, withEntries } from './address-line.ts';
import { ComposerFoot } from './composer-foot.tsx';
import { ComposerHead } from './composer-head.tsx';
import styles from './composer.module.css';
import type { EditorHandle } from './editing.ts';
import { chooseMode, storedMode } from './editor-mode.ts';
import { FilesBar } from './files-bar.tsx';
import { Findings } from './findings.tsx';
import { WritingTrouble } from './keeping-words.tsx';
import { MissingPerson } from './missing-person.tsx';
import { snippetsQuery } from '../texts/queries.ts';
import { SignatureText } from './signature-menu.tsx';
import { filled, knownValues, missing, snippetBefore } from './snippets.ts';
import type { Snippet } from './snippet-menu.tsx';
import { TextPane } from './text-pane.tsx';
import { useComposerFocus } from './use-composer-focus.ts';
import { useFiles } from './use-files.ts';
import { isAsBegun, useLeaving } from './use-leaving.ts';
import { useSending } from './use-sending.ts';
import { useSigning } from './use-signing.ts';
import { useWriting } from './use-writing.ts';
import type { ComposeSession } from './writing.ts';
import type { RecipientKind } from './recipients-field.tsx';

const words = strings.compose;

type ComposerProps = {
  session: ComposeSession;
  /** Begun just now, rather than opened again. */
  isFresh: boolean;
  isActive: boolean;
  isFull: boolean;
  onFull: (isFull: boolean) => void;
  onShow: () => void;
  onFold: () => void;
  /** It is over: sent, kept as a draft or thrown away. */
  onGone: () => void;
};

/** One message being written. */
export function Composer({ session: begun, isFresh, isActive, isFull, onFull, onShow, onFold, onGone }: ComposerProps) {
  const { api, composers, live } = useParts();
  const { writing, state } = useWriting(begun);
  const { fields, session, keeping, epoch } = state;
  const files = useFiles(writing);
  const editor = useRef<EditorHandle>(null);
  const root = useRef<HTMLElement>(null);
  const [mode, setMode] = useState(storedMode);
  const [shown, setShown] = useState<ReadonlySet<RecipientKind>>(new Set());
  const [wanted, setWanted] = useState<{ kind: RecipientKind; at: number }>();
  const [isLaterOpen, setIsLaterOpen] = useState(false);
  const [asked, setAsked] = useState<Snippet>();
  const sending = useSending({ writing, isUploading: files.uploads.length > 0, onSent: onGone });
  const leaving = useLeaving({ writing, isUntouched: isFresh && isAsBegun(begun, state), onGone });
  const signing = useSigning(writing);
  const { snippets = [] } = useQuery(snippetsQuery(api)).data ?? {};
  const values = knownValues(entriesOf(fields.to)[0]);
  const ready = useComposerFocus({ root, editor, isActive, onFocused: composers.focused });
  useEffect(() => live.subscribe(() => live.state().connection === 'open' && void writing.save()), [live, writing]);

  function show(kind: RecipientKind): void {
    setShown(new Set([...shown, kind]));
    setWanted({ kind, at: (wanted?.at ?? 0) + 1 });
  }

  const acts = {
    send: () => void sending.send(),
    sendLater: () => setIsLaterOpen(true),
    addCc: () => show('cc'),
    addBcc: () => show('bcc'),
    keepDraft: () => void leaving.keep(),
    discardDraft: () => void leaving.discard(),
  };
  // By name alone: the keys are heard below, where one writes.
  useKeys(isActive ? byName(acts) : {});

  /** Before the editor hears of them, which has other uses for some. */
  function pressFirst(event: ReactKeyboardEvent): void {
    if (!isWithin(root.current, event) || !(event.ctrlKey || event.metaKey)) return;
    const keys: Record<string, (() => void) | undefined> = {
      Enter: event.shiftKey ? acts.sendLater : acts.send,
      C: acts.addCc,
      B: acts.addBcc,
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  function press(event: ReactKeyboardEvent): void {
    if (!isWithin(root.current, event)) return;
    // The rich editor prevents what Escape does by default, and does nothing by it itself.
    const isInText = event.target instanceof HTMLElement && event.target.isContentEditable;
    if (event.key === 'Escape' && (isInText || !event.defaultPrevented)) acts.keepDraft();
    // The keys of lists and conversations mean nothing here; the palette opens from everywhere.
    const isPalette = event.key === 'k' && (event.ctrlKey || event.metaKey);
    if (!isPalette) event.nativeEvent.stopPropagation();
  }

  function take(given: readonly File[]): boolean {
    const isPictures = given.length > 0 && given.every(({ type }) => type.startsWith('image/'));
    if (!isPictures) files.attach(given);
    else
      for (const file of given) {
        files.inline(file, ({ cid, filename }) => editor.current?.insert(`![${plain(filename)}](cid:${cid})`));
      }
    return given.length > 0;
  }

  function expand(before: string): number | undefined {
    const found = snippetBefore(before, snippets);
    if (!found) return undefined;
    const { snippet, letters } = found;
    if (missing(snippet, values).length > 0) setAsked(snippet);
    else setTimeout(() => editor.current?.insert(filled(snippet, values)));
    return letters;
  }

  const handlers = {
    onKeyDownCapture: pressFirst,
    onKeyDown: press,
    onBlur: () => void writing.save(),
    onDragOver: (event: DragEvent) => event.dataTransfer.types.includes('Files') && event.preventDefault(),
    onDrop(event: DragEvent) {
      if (event.defaultPrevented || event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      files.attach([...event.dataTransfer.files]);
    },
  };
  const subject = fields.subject.trim() || words.untitled;
  const listed = session.files.filter(({ path }) => fields.attach.includes(path));
  return (
    <>
      {!isActive && (
        <button
          type="button"
          className={styles['tab']}
          aria-label={words.unfold({ subject })}
          onClick={onShow}
          dir="auto"
        >
          {subject}
        </button>
      )}
      <section
        data-writing={isActive || undefined}
        ref={root}
        className={styles['composer']}
        data-full={isFull || undefined}
        hidden={!isActive}
        aria-label={words.label({ subject })}
        {...handlers}
      >
        <header className={styles['bar']}>
          <h2 className={styles['title']} dir="auto">
            {subject}
          </h2>
          <IconButton name={words.fold} onClick={onFold}>
            <Minus />
          </IconButton>
          <IconButton
            name={isFull ? words.smaller : words.larger}
            className={styles['size']}
            onClick={() => onFull(!isFull)}
          >
            {isFull ? <Minimize2 /> : <Maximize2 />}
          </IconButton>
          <IconButton
            name={words.close}
            title={strings.acting.keyed({ name: words.close, key: 'Esc' })}
            onClick={acts.keepDraft}
          >
            <X />
          </IconButton>
        </header>
        <div className={styles['page']}>
          <ComposerHead
            fields={fields}
            shown={shown}
            wanted={wanted}
            onShow={show}
            onChange={writing.change}
            onFrom={signing.writeFrom}
            onText={() => editor.current?.focus()}
          />
          <MissingPerson
            session={session}
            onAdd={(entry) => {
              const kind = fields.cc === '' ? 'to' : 'cc';
              writing.change({ [kind]: lineOf(withEntries(entriesOf(fields[kind]), [entry])) });
            }}
          />
          <TextPane
            key={epoch}
            body={fields.body}
            mode={mode}
            onBody={(body) => writing.change({ body })}
            onReady={ready}
            onFiles={take}
            onTab={expand}
            show={files.show}
          >
            <SignatureText name={fields.signature} />
          </TextPane>
          <FilesBar
            files={listed}
            uploads={files.uploads}
            onRemove={({ path }) => writing.change({ attach: fields.attach.filter((each) => each !== path) })}
            onRetry={files.retry}
            onCancel={files.cancel}
          />
        </div>
        <WritingTrouble writing={writing} onAnew={() => void leaving.writeAnew()} onClose={leaving.drop} />
        <Findings
          state={sending.state}
          onSend={(wish) => void sending.send(wish)}
          onBack={() => {
            sending.back();
            editor.current?.focus();
          }}
        />
        <ComposerFoot
          keeping={keeping}
          isBusy={sending.state.step === 'checking' || sending.state.step === 'handing'}
          isAnswer={session.frontmatter['thread-id'] !== undefined}
          isLaterOpen={isLaterOpen}
          onLater={setIsLaterOpen}
          onSend={(wish) => void sending.send(wish)}
          onFiles={files.attach}
          signature={fields.signature}
          onSignature={signing.sign}
          snippets={{ values, asked, onAsked: setAsked, onInsert: (text) => editor.current?.insert(text) }}
          mode={mode}
          onMode={(next) => {
            chooseMode(next);
            setMode(next);
          }}
          onDiscard={acts.discardDraft}
        />
      </section>
    </>
  );
}

function byName(acts: KeyActs): KeyActs {
  return Object.fromEntries(
    Object.entries(acts).map(([act, run]) => [act, (event: KeyboardEvent) => (event.isTrusted ? false : run(event))]),
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
