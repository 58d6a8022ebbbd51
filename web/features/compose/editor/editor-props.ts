/** A text that is being edited, whichever editor shows it. */
export type EditorHandle = {
  focus: () => void;
  /** Puts Markdown where the cursor is. */
  insert: (markdown: string) => void;
};

export type EditorProps = {
  /** The text to begin with; later ones come from the editor itself. */
  text: string;
  label: string;
  placeholder: string;
  onText: (text: string) => void;
  onReady: (handle: EditorHandle) => void;
  /** Files that were pasted or dropped into the text. Answers whether it took them. */
  onFiles: (files: readonly File[]) => boolean;
  /** Whether Tab after these words is taken: then so many letters before the cursor go. */
  onTab: (before: string) => number | undefined;
};
