import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { HardDrive, ListTodo, Lock, Monitor, Moon, RefreshCw, Rows3, Sun, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useServices } from '../../data/services.ts';
import { demoQuery } from '../../data/queries/accounts.ts';
import { accountsQuery, statusQuery } from '../../data/queries/mail.ts';
import { settingsQuery } from '../../data/queries/settings.ts';
import { chooseTheme, themes } from '../../design/theme/theme.ts';
import { useLockVault } from '../../features/vault/use-lock-vault.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import { keyboardCommands } from './keyboard-commands.tsx';
import { useNavigationCommands } from './navigation-commands.tsx';
import { useSettingCommands } from './use-setting-commands.tsx';
import type { PaletteCommand } from './palette-command.ts';

const t = strings.palette;

/**
 * All commands of the palette. Commands of the command table are listed if a listener handles them with `useKeys`; pages and
 * settings are added here.
 */
export function useCommands(): PaletteCommand[] {
  // The available commands are determined when the palette opens: nothing behind it changes.
  const [keyboard] = useState(keyboardCommands);
  const navigation = useNavigationCommands();
  const syncs = useSyncCommands();
  const densities = useDensityCommands();
  const settings = useSettingCommands();
  const removals = useRemovalCommands();
  const locks = useLockCommand();
  return [
    ...keyboard,
    ...syncs,
    useWorkCommand(),
    useBackupCommand(),
    ...removals,
    ...locks,
    ...navigation,
    ...themeCommands(),
    ...densities,
    ...settings,
  ];
}

/** Opens the details of the status line, for users who do not think of clicking it. */
function useWorkCommand(): PaletteCommand {
  const { workTracker } = useServices();
  return { key: 'work', label: strings.jobs.open, icon: <ListTodo />, run: () => workTracker.show(true) };
}

/** Starts a backup and shows its progress. */
function useBackupCommand(): PaletteCommand {
  const { api, workTracker } = useServices();
  const { runAction } = useAction({ affects: ['jobs', 'backups'] });
  const start = () =>
    runAction(async () => {
      await api.backup.create({});
      workTracker.show(true);
    }, strings.settings.backups.notMade);
  return { key: 'backup', label: strings.settings.backups.make, icon: <HardDrive />, run: () => void start() };
}

/** Locks the passwords that a passphrase protects. */
function useLockCommand(): PaletteCommand[] {
  const { api } = useServices();
  const { lock } = useLockVault();
  if (useQuery(statusQuery(api)).data?.vault !== 'unlocked') return [];
  return [{ key: 'lock', label: strings.vault.lock, icon: <Lock />, run: lock }];
}

/** Syncs all accounts, or each one if there are several. */
function useSyncCommands(): PaletteCommand[] {
  const { api, toasts } = useServices();
  const { data } = useQuery(accountsQuery(api));
  const all = data?.accounts.filter(({ enabled }) => enabled) ?? [];
  const { runAction } = useAction();
  const sync = (account_id?: string) =>
    runAction(async () => {
      await api.sync.start(account_id === undefined ? {} : { account_id });
      toasts.show({ tone: 'plain', text: t.syncing });
    }, t.notSynced);
  const icon = <RefreshCw />;
  const single = all.length > 1 ? all : [];
  return [
    { key: 'sync', label: t.sync, icon, run: () => void sync() },
    ...single.map(({ account_id, name }) => ({
      key: `sync:${account_id}`,
      label: t.syncOf({ account: name }),
      icon,
      run: () => void sync(account_id),
    })),
  ];
}

/** Opens the question before an account is removed. Those of a demo cannot be. */
function useRemovalCommands(): PaletteCommand[] {
  const { api } = useServices();
  const navigate = useNavigate();
  const isDemo = useQuery(demoQuery(api)).data?.on !== false;
  const accounts = useQuery(accountsQuery(api)).data?.accounts ?? [];
  if (isDemo) return [];
  return accounts.flatMap(({ key, name, provider_kind }) =>
    key === null || provider_kind === 'local'
      ? []
      : {
          key: `remove:${key}`,
          label: t.removeAccount({ account: name }),
          icon: <UserMinus />,
          run: () => void navigate({ to: '/accounts', search: { remove: key } }),
        },
  );
}

const themeCommands = () =>
  themes.map((theme): PaletteCommand => {
    const Icon = { system: Monitor, light: Sun, dark: Moon }[theme];
    return {
      key: `theme:${theme}`,
      label: t.theme[theme],
      icon: <Icon />,
      run: () => chooseTheme(theme),
    };
  });

const densities = ['compact', 'regular', 'relaxed'] as const;

function useDensityCommands(): PaletteCommand[] {
  const { api } = useServices();
  const client = useQueryClient();
  const { runAction } = useAction();
  const { queryKey } = settingsQuery(api);
  const choose = (value: string) =>
    runAction(async () => {
      // Data that is read meanwhile is older than the choice.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, await api.settings.change({ key: 'ui.density', value }));
    }, t.densityNotSaved);
  return densities.map((density) => ({
    key: `density:${density}`,
    label: t.density[density],
    icon: <Rows3 />,
    run: () => void choose(density),
  }));
}
