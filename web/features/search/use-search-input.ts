import { useQuery, useQueryClient } from '@tanstack/react-query';

/** What is being written in the search box. It outlives the box, which is another one on another page. */
type SearchInput = {
  text: string;
  caret: number;
  hasFocus: boolean;
  /** The address says what is written, and is replaced as it goes on. */
  isSearched: boolean;
};

const searchInputKey = ['search-typing'];

/** What is being written, and how to note it; null where nothing is. */
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
