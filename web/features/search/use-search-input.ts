import { joinParts } from './query-parts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';

/** The text that is being typed in the search box. It outlives the box, because each page has its own. */
type SearchInput = {
  text: string;
  caret: number;
  hasFocus: boolean;
  /**
   * The queries that were searched for while the user typed. The address has one of them, which may be behind the text, and
   * is replaced.
   */
  searched: readonly string[];
  /** The conditions that are shown as chips, and apply to the text. */
  filters: string;
};

/** The query of the typed text with the filters. */
export function typedQuery({ text, filters }: SearchInput): string {
  return joinParts({ words: text, filters });
}

/** Whether the address belongs to the typing. */
export const hasSearched = (typing: SearchInput | null): boolean => (typing?.searched.length ?? 0) > 0;

const searchInputKey = ['search-typing'];

/** The text that is being typed, and its setter; null while the user is not typing. */
export function useSearchInput() {
  const client = useQueryClient();
  const { data } = useQuery<SearchInput | null>({
    queryKey: searchInputKey,
    queryFn: () => null,
    enabled: false,
    initialData: null,
    gcTime: Infinity,
  });
  return {
    typing: data,
    read: () => client.getQueryData<SearchInput | null>(searchInputKey) ?? null,
    note: (typing: SearchInput | null) => void client.setQueryData(searchInputKey, typing),
  };
}
