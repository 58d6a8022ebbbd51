import { linkOptions } from '@tanstack/react-router';
import { strings } from '../strings.ts';
import type { Finding } from './queries.ts';

const words = strings.diagnostics;

const account = linkOptions({ to: '/accounts' });
const access = linkOptions({ to: '/settings/{-$page}', params: { page: 'access' } });
const storage = linkOptions({ to: '/settings/{-$page}', params: { page: 'storage' } });
const anySetting = linkOptions({ to: '/settings/{-$page}', params: { page: 'about' } });

type SettingLink = typeof access | typeof storage | typeof anySetting;

type Help =
  { kind: 'repair' | 'report'; label: string } | { kind: 'link'; label: string; link: typeof account | SettingLink };

const toAccount = (): Help => ({ kind: 'link', label: words.toAccount, link: account });
const toSetting = (link: SettingLink) => (): Help => ({ kind: 'link', label: words.toSettings, link });
const report = (): Help => ({ kind: 'report', label: words.bugReport });

/** Where a person puts right what no button does. What has to be done outside of Posthorn has steps and no button. */
const elsewhere: Readonly<Record<string, (() => Help) | undefined>> = {
  account_refused: toAccount,
  server_never_reached: toAccount,
  account_disabled: toAccount,
  account_unconfigured: toAccount,
  keychain_silent: toAccount,
  bridge_trouble: toSetting(access),
  backups_unusable: toSetting(storage),
  config_unreadable: toSetting(anySetting),
  log_errors: report,
  worker_failing: report,
  worker_restarted: report,
  store_unreadable: report,
};

/** The one button of a finding: of those who need the person it leads there, else it does what helps. */
export function helpFor({ code, action }: Pick<Finding, 'code' | 'action'>): Help | undefined {
  return elsewhere[code]?.() ?? (action ? { kind: 'repair', label: action.label } : undefined);
}
