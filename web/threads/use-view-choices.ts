import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Reply } from '../api.ts';
import { useParts } from '../parts.ts';
import { useKeys } from '../shell/keys.ts';
import { renderQuery, renderSettings } from './render-settings.ts';
import type { Views } from './view-store.ts';
import { firstView, nextView, viewsOf, type View } from './views.ts';

type Folds = { isUnfolded: (messageId: string) => boolean; onShowAll: () => void };

/** What is chosen in an open conversation, with its keys: the next way to show a message, and everything that is folded. */
export function useViewChoices({ bodies }: Reply<'threads', 'get'>, { isUnfolded, onShowAll }: Folds): Views {
  const { api } = useParts();
  const { data: settings = renderSettings({}) } = useQuery(renderQuery(api));
  const [chosen, setChosen] = useState<ReadonlyMap<string, View>>(new Map());
  const [isAllShown, setIsAllShown] = useState(false);
  const choose = useCallback(
    (messageId: string, view: View) => setChosen((before) => new Map(before).set(messageId, view)),
    [],
  );

  /** The message the focus is in, else the newest that is unfolded. */
  function meant() {
    const open = bodies.filter(({ message_id }) => isUnfolded(message_id));
    const focused = document.activeElement?.closest('[data-message]')?.getAttribute('data-message');
    return open.find(({ message_id }) => message_id === focused) ?? open.at(-1);
  }

  useKeys({
    nextView() {
      const body = meant();
      if (!body) return false;
      const shown = chosen.get(body.message_id) ?? firstView(body, settings.isReaderMode);
      choose(body.message_id, nextView(viewsOf(body), shown));
      return undefined;
    },
    showAll() {
      if (!isAllShown) onShowAll();
      setIsAllShown(!isAllShown);
    },
  });

  return useMemo(() => ({ chosen, choose, isAllShown, ...settings }), [chosen, choose, isAllShown, settings]);
}
