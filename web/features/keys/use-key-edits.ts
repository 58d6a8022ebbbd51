import { useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';
import { useServices } from '../../data/services.ts';
import { keysQuery } from '../../data/queries/keys.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';

type KeyChange = Parameters<Api['keys']['change']>[0];

/** The changes of key bindings. `change` reports failures in a toast, `ask` throws them. */
export function useKeyEdits() {
  const { api } = useServices();
  const client = useQueryClient();
  const { runAction } = useAction();
  const changeOrThrow = async (change: KeyChange): Promise<void> => {
    client.setQueryData(keysQuery(api).queryKey, await api.keys.change(change));
  };
  return {
    ask: changeOrThrow,
    change: (change: KeyChange) => runAction(() => changeOrThrow(change), strings.keys.page.notSet),
  };
}
