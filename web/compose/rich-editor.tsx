import { type Editor, EditorContent, type JSONContent, useEditor, useEditorState } from '@tiptap/react';
import {
  Bold,
  Code,
  Heading2,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Strikethrough,
} from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../design/button.tsx';
import { Popup } from '../design/popup.tsx';
import { strings } from '../strings.ts';
import type { EditorProps } from './editing.ts';
import styles from './editor.module.css';
import { richExtensions, type ShowPicture } from './rich-extensions.ts';

const words = strings.compose;

/** Text with its formatting on screen. What it gives is Markdown. */
export function RichEditor({ text, label, placeholder, show, ...acts }: EditorProps & { show: ShowPicture }) {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  const editor = useEditor({
    extensions: richExtensions({ placeholder, show }),
    content: text,
    contentType: 'markdown',
    textDirection: 'auto',
    shouldRerenderOnTransaction: false,
    // One made while rendering is gone again where React takes its time to show it.
    immediatelyRender: false,
    onUpdate: ({ editor: changed }) => latest.current.onText(changed.getMarkdown()),
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, spellcheck: 'true' },
      handlePaste: (_view, event) => latest.current.onFiles([...(event.clipboardData?.files ?? [])]),
      handleDrop: (_view, event, _slice, isMoved) =>
        !isMoved && latest.current.onFiles([...(event.dataTransfer?.files ?? [])]),
      handleKeyDown(view, event) {
        const { $from, empty } = view.state.selection;
        if (event.key !== 'Tab' || event.shiftKey || !empty) return false;
        const cut = latest.current.onTab($from.parent.textBetween(0, $from.parentOffset, '\n', ' '));
        if (cut === undefined) return false;
        event.preventDefault();
        view.dispatch(view.state.tr.delete($from.pos - cut, $from.pos));
        return true;
      },
    },
  });
  useEffect(() => {
    if (!editor) return;
    latest.current.onReady({
      // At once: the editor's own command waits for the next frame, and what is typed until then would land elsewhere.
      focus() {
        editor.view.focus();
        editor.commands.scrollIntoView();
      },
      insert: (markdown) => void editor.chain().focus().insertContent(piece(editor, markdown)).run(),
    });
  }, [editor]);
  if (!editor) return null;
  return (
    <>
      <Toolbar editor={editor} />
      <EditorContent editor={editor} className={styles['rich']} />
    </>
  );
}

/** Markdown as what is put in: a single paragraph goes on in the one where the cursor is. */
function piece(editor: Editor, markdown: string): JSONContent[] {
  const { content = [] } = editor.markdown?.parse(markdown) ?? {};
  const [first] = content;
  return content.length === 1 && first?.type === 'paragraph' ? (first.content ?? []) : content;
}

type Mark = 'bold' | 'italic' | 'strike' | 'heading' | 'bulletList' | 'orderedList' | 'blockquote' | 'code';

const marks: readonly { mark: Mark; Icon: LucideIcon; run: (editor: Editor) => unknown }[] = [
  { mark: 'bold', Icon: Bold, run: (editor) => editor.chain().focus().toggleBold().run() },
  { mark: 'italic', Icon: Italic, run: (editor) => editor.chain().focus().toggleItalic().run() },
  { mark: 'strike', Icon: Strikethrough, run: (editor) => editor.chain().focus().toggleStrike().run() },
  { mark: 'heading', Icon: Heading2, run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run() },
  { mark: 'bulletList', Icon: List, run: (editor) => editor.chain().focus().toggleBulletList().run() },
  { mark: 'orderedList', Icon: ListOrdered, run: (editor) => editor.chain().focus().toggleOrderedList().run() },
  { mark: 'blockquote', Icon: Quote, run: (editor) => editor.chain().focus().toggleBlockquote().run() },
  { mark: 'code', Icon: Code, run: (editor) => toggleCode(editor) },
];

function toggleCode(editor: Editor): unknown {
  const isBlock = editor.state.selection.empty || editor.isActive('codeBlock');
  return isBlock ? editor.chain().focus().toggleCodeBlock().run() : editor.chain().focus().toggleCode().run();
}

function Toolbar({ editor }: { editor: Editor }) {
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      marks
        .filter(({ mark }) => now.isActive(mark) || (mark === 'code' && now.isActive('codeBlock')))
        .map(({ mark }) => mark),
  });
  return (
    <div className={styles['toolbar']} role="toolbar" aria-label={words.formatting}>
      {marks.map(({ mark, Icon, run }) => (
        <IconButton
          key={mark}
          name={words.marks[mark]}
          className={styles['tool']}
          aria-pressed={active.includes(mark)}
          // The text keeps its selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor)}
        >
          <Icon />
        </IconButton>
      ))}
      <LinkButton editor={editor} />
    </div>
  );
}

/** Makes a link of what is selected, changes it, or takes it away. */
function LinkButton({ editor }: { editor: Editor }) {
  const [address, setAddress] = useState('');
  const isActive = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('link') });

  function apply(event: FormEvent, close: () => void): void {
    event.preventDefault();
    close();
    const href = address.trim();
    if (href === '') {
      editor.chain().focus().extendMarkRange('link').unsetLink().run();
      return;
    }
    const target = /^[a-z][a-z+.-]*:/i.test(href) ? href : `https://${href}`;
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !isActive) {
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href: target } }] }).run();
    } else chain.setLink({ href: target }).run();
  }

  return (
    <Popup
      name={words.link}
      onOpenChange={(isOpen) => isOpen && setAddress(String(editor.getAttributes('link')['href'] ?? ''))}
      trigger={
        <IconButton name={words.link} className={styles['tool']} aria-pressed={isActive}>
          <Link2 />
        </IconButton>
      }
    >
      {(close) => (
        <form className={styles['link']} onSubmit={(event) => apply(event, close)}>
          <input
            type="text"
            inputMode="url"
            className={styles['address']}
            aria-label={words.linkAddress}
            placeholder="https://example.org"
            value={address}
            onChange={({ target }) => setAddress(target.value)}
          />
          <Button type="submit">{address.trim() === '' ? words.linkRemove : words.linkSet}</Button>
        </form>
      )}
    </Popup>
  );
}
