import { createContext, type ReactNode, useContext } from 'react';
import type { ApiDocument } from './api-document.ts';
import type { Access } from './sending.ts';

/** What every part of the viewer stands on. */
export type Docs = {
  document: ApiDocument;
  access: Access;
  /** What asks for a key where the page has none. */
  keyForm?: ReactNode;
  /** Lets go of a key that somebody gave the page. */
  forgetKey?: (() => void) | undefined;
};

export const DocsContext = createContext<Docs | undefined>(undefined);

export function useDocs(): Docs {
  const docs = useContext(DocsContext);
  if (!docs) throw new Error('A part of the viewer was rendered outside of it.');
  return docs;
}
