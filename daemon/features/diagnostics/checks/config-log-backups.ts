import { finding, type Check, type Finding } from '../facts.ts';

/** Bad values and unknown keys in config.toml. */
export const checkConfig: Check = ({ owner }) => {
  if (!owner) return [];
  return owner.notes.map(({ severity, line, message }) =>
    finding({
      code: severity === 'error' ? 'config_bad_value' : 'config_unknown_key',
      severity,
      category: 'generic',
      message: `config.toml${line === null ? '' : `, line ${line}`}: ${message}`,
      remediation: ['Correct config.toml. It is followed as soon as it is saved.'],
    }),
  );
};

const dayMs = 24 * 3_600_000;

/** Errors in the log of the last day. */
export const checkLog: Check = ({ owner, now }) => {
  if (!owner) return [];
  if ('trouble' in owner.log) return [logTrouble(owner.log.trouble)];
  const recent = owner.log.errors.filter((line) => !(Date.parse(line.slice(0, 24)) < now.getTime() - dayMs));
  if (recent.length === 0) return [];
  return [
    finding({
      code: 'log_errors',
      severity: 'info',
      category: 'daemon',
      message: `The log tells of ${recent.length === 1 ? 'an error' : `${recent.length} errors`} in the last day.`,
      remediation: ['If something does not work as it should, send the bug report.'],
    }),
  ];
};

function logTrouble(trouble: string): Finding {
  return finding({
    code: 'log_unreadable',
    severity: 'warning',
    category: 'storage',
    message: trouble,
    remediation: ['Make the file readable to yourself, and the others in its folder.'],
  });
}

/** Days after which a new backup is recommended. */
const maxBackupAgeDays = 30;

/** Whether there is a recent backup. */
export const checkBackups: Check = ({ owner, now }) => {
  const backups = owner?.backups;
  if (!backups) return [];
  const common = { category: 'storage', action: { id: 'make_backup', label: 'Make a backup' } } as const;
  if ('trouble' in backups)
    return [
      finding({
        code: 'backups_unusable',
        severity: 'warning',
        category: 'storage',
        message: backups.trouble,
        remediation: ['Make the folder readable, or name another one as [backup] folder in config.toml.'],
      }),
    ];
  const { newest } = backups;
  if (newest !== null && now.getTime() - Date.parse(newest) <= maxBackupAgeDays * dayMs) return [];
  const message = newest === null ? 'There is no backup yet.' : `The last backup is of ${newest.slice(0, 10)}.`;
  return [
    finding({ ...common, code: 'backup_old', severity: 'info', message, remediation: ['Make a backup now and then.'] }),
  ];
};
