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
import { createPortal } from 'react-dom';
import { Button, IconButton } from '../../../design/controls/button.tsx';
import { PopoverPanel } from '../../../design/overlays/popover.tsx';
import { strings } from '../../../i18n/strings.ts';
import type { EditorProps } from './editor-props.ts';
import styles from './editor.module.css';
import { richExtensions, type ShowPicture } from './rich-extensions.ts';

const t = strings.compose;

type RichEditorProps = EditorProps & {
  show: ShowPicture;
  /** Where the most frequent formats have their buttons; undefined if all are above the text. */
  toolbarPlace: HTMLElement | null | undefined;
};

/** The formatted text editor. Its output is Markdown. */
export function RichEditor({ text, label, placeholder, show, toolbarPlace, ...callbacks }: RichEditorProps) {
  const latest = useRef(callbacks);
  useEffect(() => {
    latest.current = callbacks;
  });
  const editor = useEditor({
    extensions: richExtensions({ placeholder, show }),
    content: text,
    contentType: 'markdown',
    textDirection: 'auto',
    shouldRerenderOnTransaction: false,
    // React may discard a suspended render, and with it an editor created in that render.
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
      // Immediately: the editor's own focus command waits for the next frame, and keys typed until then would go elsewhere.
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
      {toolbarPlace === undefined && <Toolbar editor={editor} shown={formats} />}
      {toolbarPlace && createPortal(<Toolbar editor={editor} shown={frequentFormats} />, toolbarPlace)}
      <EditorContent editor={editor} className={styles['rich']} />
    </>
  );
}

/** Inserted Markdown: a single paragraph continues the paragraph at the cursor. */
function piece(editor: Editor, markdown: string): JSONContent[] {
  const { content = [] } = editor.markdown?.parse(markdown) ?? {};
  const [first] = content;
  return content.length === 1 && first?.type === 'paragraph' ? (first.content ?? []) : content;
}

type Format = 'bold' | 'italic' | 'strike' | 'heading' | 'bulletList' | 'orderedList' | 'blockquote' | 'code';

const formats: readonly { format: Format; Icon: LucideIcon; run: (editor: Editor) => unknown }[] = [
  { format: 'bold', Icon: Bold, run: (editor) => editor.chain().focus().toggleBold().run() },
  { format: 'italic', Icon: Italic, run: (editor) => editor.chain().focus().toggleItalic().run() },
  { format: 'strike', Icon: Strikethrough, run: (editor) => editor.chain().focus().toggleStrike().run() },
  { format: 'heading', Icon: Heading2, run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run() },
  { format: 'bulletList', Icon: List, run: (editor) => editor.chain().focus().toggleBulletList().run() },
  { format: 'orderedList', Icon: ListOrdered, run: (editor) => editor.chain().focus().toggleOrderedList().run() },
  { format: 'blockquote', Icon: Quote, run: (editor) => editor.chain().focus().toggleBlockquote().run() },
  { format: 'code', Icon: Code, run: (editor) => toggleCode(editor) },
];

const frequentFormats = formats.filter(({ format }) => ['bold', 'italic', 'bulletList'].includes(format));

function toggleCode(editor: Editor): unknown {
  const isBlock = editor.state.selection.empty || editor.isActive('codeBlock');
  return isBlock ? editor.chain().focus().toggleCodeBlock().run() : editor.chain().focus().toggleCode().run();
}

function Toolbar({ editor, shown }: { editor: Editor; shown: typeof formats }) {
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      formats
        .filter(({ format }) => now.isActive(format) || (format === 'code' && now.isActive('codeBlock')))
        .map(({ format }) => format),
  });
  return (
    <div className={styles['toolbar']} role="toolbar" aria-label={t.formatting}>
      {shown.map(({ format, Icon, run }) => (
        <IconButton
          key={format}
          name={t.marks[format]}
          className={styles['tool']}
          aria-pressed={active.includes(format)}
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

/** Adds, changes or removes the link of the selection. */
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
    <PopoverPanel
      name={t.link}
      onOpenChange={(isOpen) => isOpen && setAddress(String(editor.getAttributes('link')['href'] ?? ''))}
      trigger={
        <IconButton name={t.link} className={styles['tool']} aria-pressed={isActive}>
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
            aria-label={t.linkAddress}
            placeholder="https://example.org"
            value={address}
            onChange={({ target }) => setAddress(target.value)}
          />
          <Button type="submit">{address.trim() === '' ? t.linkRemove : t.linkSet}</Button>
        </form>
      )}
    </PopoverPanel>
  );
}
