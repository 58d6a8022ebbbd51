import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { parseRecipients } from '../../data/compose/address-list.ts';
import { snippetsQuery } from '../../data/queries/signatures-and-snippets.ts';
import { useServices } from '../../data/services.ts';
import type { EditorHandle } from './editor/editor-props.ts';
import type { Snippet } from './snippet-menu.tsx';
import { fillSnippet, knownValues, missingVariables, snippetBefore } from './snippets.ts';

/** The snippets for a message to `to`: those of the menu, and those named in the text. */
export function useSnippets(to: string, editor: RefObject<EditorHandle | null>) {
  const { api } = useServices();
  const { snippets = [] } = useQuery(snippetsQuery(api)).data ?? {};
  const [snippetToFill, setSnippetToFill] = useState<Snippet>();
  const values = knownValues(parseRecipients(to)[0]);

  /** Inserts the snippet that is named at the end of the text; returns the length of its name. */
  function expand(before: string): number | undefined {
    const found = snippetBefore(before, snippets);
    if (!found) return undefined;
    const { snippet, length } = found;
    if (missingVariables(snippet, values).length > 0) setSnippetToFill(snippet);
    else setTimeout(() => editor.current?.insert(fillSnippet(snippet, values)));
    return length;
  }

  const menu = {
    values,
    snippetToFill,
    onSnippetToFill: setSnippetToFill,
    onInsert: (text: string) => editor.current?.insert(text),
  };
  return { expand, menu };
}
