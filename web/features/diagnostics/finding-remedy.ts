import { linkOptions } from '@tanstack/react-router';
import { strings } from '../../i18n/strings.ts';
import type { Finding } from '../../data/queries/diagnostics.ts';

const t = strings.diagnostics;

const account = linkOptions({ to: '/accounts' });
const network = linkOptions({ to: '/settings/{-$page}', params: { page: 'advanced' }, hash: 'network' });
const storage = linkOptions({ to: '/settings/{-$page}', params: { page: 'storage' } });

type SettingLink = typeof network | typeof storage;

type FindingRemedy =
  { kind: 'repair' | 'report'; label: string } | { kind: 'link'; label: string; link: typeof account | SettingLink };

const toAccount = (): FindingRemedy => ({ kind: 'link', label: t.toAccount, link: account });
const toSetting = (link: SettingLink) => (): FindingRemedy => ({ kind: 'link', label: t.toSettings, link });
const report = (): FindingRemedy => ({ kind: 'report', label: t.bugReport });

/** The page on which the user solves a problem without a repair. Problems outside of Posthorn have steps and no button. */
const remediesByCode: Readonly<Record<string, (() => FindingRemedy) | undefined>> = {
  account_refused: toAccount,
  server_never_reached: toAccount,
  account_disabled: toAccount,
  account_unconfigured: toAccount,
  keychain_silent: toAccount,
  vault_locked: toAccount,
  secrets_weak: toAccount,
  bridge_trouble: toSetting(network),
  tcp_trouble: toSetting(network),
  backups_unusable: toSetting(storage),
  backup_skipped: toSetting(storage),
  log_errors: report,
  worker_failing: report,
  worker_restarted: report,
  store_unreadable: report,
};

/** The button of a finding: it opens the page on which the user has to act, else it runs the repair. */
export function remedyFor({ code, action }: Pick<Finding, 'code' | 'action'>): FindingRemedy | undefined {
  return remediesByCode[code]?.() ?? (action ? { kind: 'repair', label: action.label } : undefined);
}
