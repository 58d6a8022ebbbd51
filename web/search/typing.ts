import { useQuery, useQueryClient } from '@tanstack/react-query';

/** What is being written in the search box. It outlives the box, which is another one on another page. */
export type Typing = {
  text: string;
  caret: number;
  hasFocus: boolean;
  /** The address says what is written, and is replaced as it goes on. */
  isFollowed: boolean;
};

const key = ['search-typing'];

/** What is being written, and how to note it; null where nothing is. */
export function useTyping() {
  const client = useQueryClient();
  const { data } = useQuery<Typing | null>({
    queryKey: key,
    queryFn: () => null,
    enabled: false,
    initialData: null,
    gcTime: Infinity,
  });
  return {
    typing: data,
    read: () => client.getQueryData<Typing | null>(key) ?? null,
    note: (typing: Typing | null) => void client.setQueryData(key, typing),
  };
}
