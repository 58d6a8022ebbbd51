import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Reply } from '../../api/client.ts';
import { useServices } from '../../data/services.ts';
import type { ColourChoice } from '../../data/message-frame/message-look.ts';
import { useKeys } from '../../keyboard/use-keys.ts';
import { renderQuery, renderSettings } from './render-settings.ts';
import type { ViewChoices } from './view-context.ts';
import { firstView, nextView, viewsOf, type View } from './views.ts';

type CollapseState = { isExpanded: (messageId: string) => boolean; onShowAll: () => void };

/** The display choices in an open conversation, with their keys: the next view of a message, and expanding everything. */
export function useViewChoices(
  { bodies }: Reply<'threads', 'get'>,
  { isExpanded, onShowAll }: CollapseState,
): ViewChoices {
  const { api } = useServices();
  const { data: settings = renderSettings({}) } = useQuery(renderQuery(api));
  const [chosen, setChosen] = useState<ReadonlyMap<string, View>>(new Map());
  const [colours, setColours] = useState<ReadonlyMap<string, ColourChoice>>(new Map());
  const [isAllShown, setIsAllShown] = useState(false);
  const choose = useCallback(
    (messageId: string, view: View) => setChosen((before) => new Map(before).set(messageId, view)),
    [],
  );
  const chooseColours = useCallback(
    (messageId: string, choice: ColourChoice) => setColours((before) => new Map(before).set(messageId, choice)),
    [],
  );

  /** The message with the focus, else the newest expanded one. */
  function currentBody() {
    const open = bodies.filter(({ message_id }) => isExpanded(message_id));
    const focused = document.activeElement?.closest('[data-message]')?.getAttribute('data-message');
    return open.find(({ message_id }) => message_id === focused) ?? open.at(-1);
  }

  useKeys({
    nextView() {
      const body = currentBody();
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

  return useMemo(
    () => ({ chosen, choose, colours, chooseColours, isAllShown, ...settings }),
    [chosen, choose, colours, chooseColours, isAllShown, settings],
  );
}
