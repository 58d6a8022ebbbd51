import { useQuery } from '@tanstack/react-query';
import { ListTodo, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { accountsQuery } from '../queries.ts';
import { themeIcons } from '../shell/theme-switch.tsx';
import { chooseTheme, themes } from '../shell/theme.ts';
import { strings } from '../strings.ts';
import { actCommands } from './act-commands.tsx';
import { usePlaceCommands } from './place-commands.tsx';
import { useSettingCommands } from './use-setting-commands.tsx';

export type Command = {
  /** The same for as long as the command is there, so that it is known again. */
  key: string;
  words: string;
  /** As in the table of keys. */
  keys?: string | undefined;
  mark: ReactNode;
  /** Why it cannot be done now; absent where it can. */
  why?: string | undefined;
  /** Text says why nothing came of it. */
  run: () => unknown;
};

const words = strings.palette;

/**
 * All that the palette knows. An act is here because it stands in the table of keys, and works where somebody listens
 * for it with `useKeys`; places and settings are added here.
 */
export function useCommands(): Command[] {
  // What can be done is what could be done when the palette was opened: behind it nothing changes by itself.
  const [acts] = useState(actCommands);
  const places = usePlaceCommands();
  const syncs = useSyncCommands();
  const settings = useSettingCommands();
  return [...acts, ...syncs, useWorkCommand(), ...places, ...themeCommands(), ...settings];
}

/** What the status line opens into, for who would not think of clicking it. */
function useWorkCommand(): Command {
  const { work } = useParts();
  return { key: 'work', words: strings.jobs.open, mark: <ListTodo />, run: () => work.show(true) };
}

/** Asking the servers for new mail: all of them, and where there are several, each. */
function useSyncCommands(): Command[] {
  const { api, toasts } = useParts();
  const { data } = useQuery(accountsQuery(api));
  const all = data?.accounts.filter(({ enabled }) => enabled) ?? [];
  async function sync(account_id?: string): Promise<void> {
    try {
      await api.sync.start(account_id === undefined ? {} : { account_id });
      toasts.show({ tone: 'plain', text: words.syncing });
    } catch (error) {
      toasts.show({ tone: 'bad', text: words.notSynced, note: wordsOf(error) });
    }
  }
  const mark = <RefreshCw />;
  const single = all.length > 1 ? all : [];
  return [
    { key: 'sync', words: words.sync, mark, run: () => void sync() },
    ...single.map(({ account_id, name }) => ({
      key: `sync:${account_id}`,
      words: words.syncOf({ account: name }),
      mark,
      run: () => void sync(account_id),
    })),
  ];
}

const themeCommands = () =>
  themes.map((theme): Command => {
    const Icon = themeIcons[theme];
    return {
      key: `theme:${theme}`,
      words: words.theme[theme],
      mark: <Icon />,
      run: () => chooseTheme(theme),
    };
  });
