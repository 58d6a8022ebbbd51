import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder as placeholderOf } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { type RefObject, useEffect, useRef } from 'react';
import type { EditorProps } from './editing.ts';
import styles from './editor.module.css';

/** The text as Markdown, written as it is. */
export function MarkdownEditor({ text, label, placeholder, ...acts }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const first = useRef({ text, label, placeholder });
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const { text: doc, label: name, placeholder: hint } = first.current;
    const view = new EditorView({
      state: EditorState.create({ doc, extensions: extensions(latest, name, hint) }),
      ...(place.current && { parent: place.current }),
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
  return <div ref={place} className={styles['markdown']} />;
}

type Acts = Omit<EditorProps, 'text' | 'label' | 'placeholder'>;

function extensions(latest: RefObject<Acts>, label: string, hint: string): Extension[] {
  return [
    history(),
    keymap.of([
      { key: 'Mod-b', run: (view) => surround(view, '**') },
      { key: 'Mod-i', run: (view) => surround(view, '*') },
      { key: 'Tab', run: (view) => expand(view, latest.current.onTab) },
      // This one is for sending.
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

function surround(view: EditorView, mark: string): boolean {
  const { from, to } = view.state.selection.main;
  view.dispatch({
    changes: [
      { from, insert: mark },
      { from: to, insert: mark },
    ],
    selection: { anchor: from + mark.length, head: to + mark.length },
  });
  return true;
}

function expand(view: EditorView, onTab: Acts['onTab']): boolean {
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
