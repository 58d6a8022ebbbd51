import { ChevronRight } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { SkeletonBar, Skeleton } from '../../../design/feedback/skeleton.tsx';
import { strings } from '../../../i18n/strings.ts';
import styles from '../composer.module.css';
import type { EditorHandle, EditorProps } from './editor-props.ts';
import type { Mode } from './editor-mode.ts';
import { splitQuote } from './quoted-text.ts';
import { isFaithful, type ShowPicture } from './rich-extensions.ts';
import { RichEditor } from './rich-editor.tsx';

const MarkdownEditor = lazy(() =>
  import('./markdown-editor.tsx').then((loaded) => ({ default: loaded.MarkdownEditor })),
);
const t = strings.compose;

type TextEditorProps = Pick<EditorProps, 'onFiles' | 'onTab'> & {
  body: string;
  mode: Mode;
  onBody: (body: string) => void;
  onReady: (handle: EditorHandle) => void;
  show: ShowPicture;
  toolbarPlace: HTMLElement | null | undefined;
  /** The name of the control that shows the quote. */
  quoteLabel: ReactNode;
  /** Shown between the text and the quote. */
  children: ReactNode;
};

/**
 * The text editor, with the collapsed quote below it. The text is Markdown in both editors; a text that formatted editing
 * would change is shown as Markdown source.
 */
export function TextEditor({
  body,
  mode,
  onBody,
  onReady,
  show,
  children,
  toolbarPlace,
  quoteLabel,
  ...editing
}: TextEditorProps) {
  const [first, setFirst] = useState(() => splitQuote(body));
  const [quote, setQuote] = useState(first.quote);
  const [round, setRound] = useState(0);
  const current = body.slice(0, body.length - quote.length);
  const [shownMode, setShownMode] = useState(mode);
  const isUnfolded = useRef(false);
  const [isRichFit, setIsRichFit] = useState(() => isFaithful(first.text));

  /** Restarts the editor with another text, or with the other editor. */
  function restart(text: string): void {
    setFirst({ text, quote: '' });
    setIsRichFit(isFaithful(text));
    setRound(round + 1);
  }
  if (mode !== shownMode) {
    setShownMode(mode);
    restart(current);
  }

  function unfold(): void {
    isUnfolded.current = true;
    setQuote('');
    restart(body);
  }

  const props: EditorProps = {
    ...editing,
    text: first.text,
    label: t.text,
    placeholder: t.textHint,
    onText: (text) => onBody(text + quote),
    onReady(handle) {
      onReady(handle);
      // The pressed button is gone, so the text takes the focus.
      if (isUnfolded.current) handle.focus();
      isUnfolded.current = false;
    },
  };
  const isRich = mode === 'rich' && isRichFit;
  return (
    <div className={styles['text']}>
      {mode === 'rich' && !isRichFit && (
        <p className={styles['hint']} role="status">
          {t.markdownOnly}
        </p>
      )}
      {isRich ? (
        <RichEditor key={round} {...props} show={show} toolbarPlace={toolbarPlace} />
      ) : (
        <Suspense fallback={<EditorSkeleton />}>
          <MarkdownEditor key={round} {...props} />
        </Suspense>
      )}
      {children}
      {quote !== '' && (
        <button type="button" className={styles['unfold']} onClick={unfold}>
          <ChevronRight aria-hidden="true" />
          <span>{quoteLabel}</span>
        </button>
      )}
    </div>
  );
}

function EditorSkeleton() {
  return (
    <Skeleton label={t.loading} className={styles['bones']}>
      {['82%', '64%', '73%'].map((width) => (
        <SkeletonBar key={width} width={width} style={{ marginBottom: 14 }} />
      ))}
    </Skeleton>
  );
}
