/** The commands of an open editor, the same for both editors. */
export type EditorHandle = {
  focus: () => void;
  /** Inserts Markdown at the cursor. */
  insert: (markdown: string) => void;
};

export type EditorProps = {
  /** The initial text; later texts come from the editor itself. */
  text: string;
  label: string;
  placeholder: string;
  onText: (text: string) => void;
  onReady: (handle: EditorHandle) => void;
  /** Called with files that were pasted or dropped into the text. Returns whether they were accepted. */
  onFiles: (files: readonly File[]) => boolean;
  /** Whether Tab after this text is handled: then the returned number of characters before the cursor is deleted. */
  onTab: (before: string) => number | undefined;
};
