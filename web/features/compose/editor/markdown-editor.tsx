import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder as placeholderOf } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { type RefObject, useEffect, useRef } from 'react';
import type { EditorProps } from './editor-props.ts';
import styles from './editor.module.css';

/** The text as Markdown source. */
export function MarkdownEditor({ text, label, placeholder, ...callbacks }: EditorProps) {
  const container = useRef<HTMLDivElement>(null);
  const first = useRef({ text, label, placeholder });
  const latest = useRef(callbacks);
  useEffect(() => {
    latest.current = callbacks;
  });
  useEffect(() => {
    const { text: doc, label: name, placeholder: hint } = first.current;
    const view = new EditorView({
      state: EditorState.create({ doc, extensions: extensions(latest, name, hint) }),
      ...(container.current && { parent: container.current }),
    });
    latest.current.onReady({
      focus: () => view.focus(),
      insert(inserted) {
        view.dispatch(view.state.replaceSelection(inserted));
        view.focus();
      },
    });
    return () => view.destroy();
  }, []);
  return <div ref={container} className={styles['markdown']} />;
}

type EditorCallbacks = Omit<EditorProps, 'text' | 'label' | 'placeholder'>;

function extensions(latest: RefObject<EditorCallbacks>, label: string, hint: string): Extension[] {
  return [
    history(),
    keymap.of([
      { key: 'Mod-b', run: (view) => surround(view, '**') },
      { key: 'Mod-i', run: (view) => surround(view, '*') },
      { key: 'Tab', run: (view) => expand(view, latest.current.onTab) },
      // This key sends the message.
      ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
      ...historyKeymap,
    ]),
    markdown(),
    syntaxHighlighting(colours),
    placeholderOf(hint),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    EditorView.contentAttributes.of({
      'aria-label': label,
      spellcheck: 'true',
      autocorrect: 'on',
      autocapitalize: 'on',
    }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) latest.current.onText(state.doc.toString());
    }),
    EditorView.domEventHandlers({
      paste: ({ clipboardData }) => latest.current.onFiles([...(clipboardData?.files ?? [])]),
      drop: ({ dataTransfer }) => latest.current.onFiles([...(dataTransfer?.files ?? [])]),
    }),
  ];
}

function surround(view: EditorView, marker: string): boolean {
  const { from, to } = view.state.selection.main;
  view.dispatch({
    changes: [
      { from, insert: marker },
      { from: to, insert: marker },
    ],
    selection: { anchor: from + marker.length, head: to + marker.length },
  });
  return true;
}

function expand(view: EditorView, onTab: EditorCallbacks['onTab']): boolean {
  const { head, empty } = view.state.selection.main;
  const before = view.state.sliceDoc(view.state.doc.lineAt(head).from, head);
  const cut = empty ? onTab(before) : undefined;
  if (cut === undefined) return false;
  view.dispatch({ changes: { from: head - cut, to: head } });
  return true;
}

const colours = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '650' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.processingInstruction, tags.quote, tags.contentSeparator], color: 'var(--ink-soft)' },
  { tag: [tags.link, tags.url, tags.monospace], color: 'var(--brass)' },
]);
