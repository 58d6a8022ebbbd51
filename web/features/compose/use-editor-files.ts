import type { DragEvent, RefObject } from 'react';
import type { EditorHandle } from './editor/editor-props.ts';
import type { ComposeAttachments } from './use-compose-attachments.ts';

/**
 * Handles pasted or dropped files: images are inserted into the text, other files and files dropped beside the text are
 * attached.
 */
export function useEditorFiles(files: ComposeAttachments, editor: RefObject<EditorHandle | null>) {
  return {
    addFiles(added: readonly File[]): boolean {
      const isPictures = added.length > 0 && added.every(({ type }) => type.startsWith('image/'));
      if (!isPictures) files.attach(added);
      else
        for (const file of added) {
          files.inline(file, ({ cid, filename }) => editor.current?.insert(`![${plain(filename)}](cid:${cid})`));
        }
      return added.length > 0;
    },

    dropHandlers: {
      onDragOver: (event: DragEvent) => event.dataTransfer.types.includes('Files') && event.preventDefault(),
      onDrop(event: DragEvent) {
        if (event.defaultPrevented || event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        files.attach([...event.dataTransfer.files]);
      },
    },
  };
}

/** A name without Markdown syntax. */
function plain(name: string): string {
  return name.replaceAll(/[[\]\\]/g, '');
}
