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
      remediation: ['Correct config.toml. Changes apply as soon as you save it.'],
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
      message: `The log shows ${recent.length === 1 ? 'an error' : `${recent.length} errors`} in the last day.`,
      remediation: ['If something doesn’t work as it should, send the bug report.'],
    }),
  ];
};

function logTrouble(trouble: string): Finding {
  return finding({
    code: 'log_unreadable',
    severity: 'warning',
    category: 'storage',
    message: trouble,
    remediation: ['Make this file and the others in its folder readable.'],
  });
}

/** Days after which a new backup is recommended, and after which an automatic one is overdue. */
const maxBackupAgeDays = 30;
const maxAutomaticAgeDays = 3;

/** Whether there is a recent backup. */
export const checkBackups: Check = ({ owner, now }) => {
  const backups = owner?.backups;
  if (!backups) return [];
  if ('trouble' in backups) {
    const remediation = ['Make the folder readable, or name another one as [backup] folder in config.toml.'];
    return [backupFinding({ code: 'backups_unusable', severity: 'warning', message: backups.trouble, remediation })];
  }
  const { newest, automatic } = backups;
  if (automatic.problem !== null) return [skippedBackup(automatic.problem)];
  const maxAgeDays = automatic.is_on ? maxAutomaticAgeDays : maxBackupAgeDays;
  if (newest !== null && now.getTime() - Date.parse(newest) <= maxAgeDays * dayMs) return [];
  return [oldBackup(newest, automatic.is_on)];
};

function skippedBackup(problem: string): Finding {
  const remediation = ['Posthorn retries automatically. Remove the cause, or back up to another folder.'];
  const message = `No backup was made today. ${problem}`;
  return backupFinding({ code: 'backup_skipped', severity: 'warning', message, remediation });
}

function oldBackup(newest: string | null, isAutomatic: boolean): Finding {
  const age = newest === null ? 'There is no backup yet' : `The last complete backup is from ${newest.slice(0, 10)}`;
  const action = { id: 'make_backup', label: 'Back up now' } as const;
  if (!isAutomatic) {
    const remediation = ['Back up from time to time, or let Posthorn back up every day.'];
    return backupFinding({ code: 'backup_old', severity: 'info', message: `${age}.`, remediation, action });
  }
  // A new installation has not been idle yet.
  const severity = newest === null ? 'info' : 'warning';
  const message = `${age}, although Posthorn backs up every day it’s idle for a while.`;
  const remediation = ['Leave Posthorn running for a while, or back up now.'];
  return backupFinding({ code: 'backup_old', severity, message, remediation, action });
}

function backupFinding(facts: Omit<Parameters<typeof finding>[0], 'category'>): Finding {
  return finding({ ...facts, category: 'storage' });
}
