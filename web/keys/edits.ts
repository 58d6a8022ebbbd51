import { useQueryClient } from '@tanstack/react-query';
import type { Api } from '../api.ts';
import { useParts } from '../parts.ts';
import { keysQuery } from '../shell/key-follow.ts';
import { strings } from '../strings.ts';
import { useTrying } from '../trying.ts';

export type KeyChange = Parameters<Api['keys']['change']>[0];

/** What can be changed about keys. `change` says in a toast what fails, `ask` throws it. */
export function useKeyEdits() {
  const { api } = useParts();
  const client = useQueryClient();
  const tried = useTrying();
  const ask = async (wish: KeyChange): Promise<void> => {
    client.setQueryData(keysQuery(api).queryKey, await api.keys.change(wish));
  };
  return { ask, change: (wish: KeyChange) => tried(() => ask(wish), strings.keys.page.notSet) };
}
