import type { SettingsFileName } from '../../../config/settings-files.ts';
import type { RepairAction } from '../contract.ts';
import { finding, type Check } from '../facts.ts';

type Offer = { id: RepairAction; label: string };

const restoreLabel = 'Restore the last good version';

const offers: Record<SettingsFileName, { restore: Offer; reset: Offer }> = {
  config: {
    restore: { id: 'restore_config', label: restoreLabel },
    reset: { id: 'reset_config', label: 'Start with the default settings' },
  },
  keys: {
    restore: { id: 'restore_keys', label: restoreLabel },
    reset: { id: 'reset_keys', label: 'Use the standard shortcuts' },
  },
  secrets: {
    restore: { id: 'restore_secrets', label: restoreLabel },
    reset: { id: 'reset_secrets', label: 'Continue without these passwords' },
  },
};

/** Damaged files of settings and secrets. */
export const checkSettingsFiles: Check = ({ owner }) =>
  (owner?.damagedFiles ?? []).map(({ name, trouble, isRestorable }) => {
    const { restore, reset } = offers[name];
    return finding({
      code: `${name}_unreadable`,
      severity: 'error',
      category: 'generic',
      message: trouble,
      remediation: [
        isRestorable
          ? `Correct ${name}.toml (changes apply as soon as you save it), or restore its last good version. The current file is kept beside it.`
          : `Correct ${name}.toml (changes apply as soon as you save it), or start a new one. The current file is kept beside it.`,
      ],
      action: isRestorable ? restore : reset,
      other_action: isRestorable ? reset : null,
    });
  });
