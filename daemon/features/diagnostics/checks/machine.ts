import { finding, type Check, type Facts, type Finding } from '../facts.ts';

const megabyte = 1_000_000;
/** Below this much free space, storing fails soon. */
const criticalFreeBytes = 200 * megabyte;
/** Below this much free space, the user should free some. */
const lowFreeBytes = 1000 * megabyte;

/** Free space on the disk. */
export const checkDisk: Check = ({ disk: { free } }) => {
  if (free === null || free >= lowFreeBytes) return [];
  return [
    finding({
      code: free < criticalFreeBytes ? 'disk_full' : 'disk_nearly_full',
      severity: free < criticalFreeBytes ? 'error' : 'warning',
      category: 'storage',
      message: `${Math.floor(free / megabyte)} MB are free on the disk where the mail is stored.`,
      remediation: ['Free up some space on that disk. New mail can’t be stored without.'],
    }),
  ];
};

/** The tolerance for a server's clock. */
const clockToleranceMs = 10 * 60_000;

/** Compares the computer's clock with servers and with earlier records. */
export const checkClock: Check = ({ now, accounts, audit, statuses }) => {
  const synced = new Set(accounts.filter(({ sync_kind }) => sync_kind !== null).map(({ id }) => id));
  const known = [
    ...(audit.received ?? []).filter(({ account }) => synced.has(account)).map(({ at }) => at),
    ...statuses.map(({ last_success_at }) => last_success_at).filter((at) => at !== null),
  ];
  const latest = Math.max(...known.map((at) => Date.parse(at)));
  if (!(latest > now.getTime() + clockToleranceMs)) return [];
  return [
    finding({
      code: 'clock_behind',
      severity: 'warning',
      category: 'generic',
      message: `This computer’s clock seems to be behind by ${formatDuration(latest - now.getTime())}, because some mail has a time in the future.`,
      remediation: ['Set this computer’s date and time. Reminders and snoozed mail depend on it.'],
    }),
  ];
};

function formatDuration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`;
}

/** The access rights of the stored files. */
export const checkFileModes: Check = ({ owner }) => {
  const exposed = owner?.exposed ?? [];
  if (exposed.length === 0) return [];
  const [first] = exposed;
  const rest = exposed.length === 1 ? '' : ` and ${exposed.length - 1} more`;
  return [
    finding({
      code: 'files_open',
      severity: 'warning',
      category: 'storage',
      message: `Other users of this computer can read ${first?.path}${rest}.`,
      remediation: ['Remove their access. Posthorn doesn’t need it.'],
      action: { id: 'fix_file_modes', label: 'Remove their access' },
    }),
  ];
};

/** Files that were open until the start, which closed them. */
export const checkClosedPaths: Check = ({ owner }) => {
  const [first, ...others] = owner?.closedPaths ?? [];
  if (first === undefined) return [];
  const rest = others.length === 0 ? '' : ` and ${others.length} more`;
  return [
    finding({
      code: 'files_closed',
      severity: 'info',
      category: 'storage',
      message: `Other users of this computer could read ${first}${rest} until Posthorn started and removed their access.`,
      remediation: ['If others use this computer, change the passwords and keys that are kept there.'],
    }),
  ];
};

/** Tokens that might be guessed. */
export const checkShortTokens: Check = ({ owner }) =>
  (owner?.shortTokens ?? []).map(({ path, characters }) =>
    finding({
      code: 'token_short',
      severity: 'warning',
      category: 'storage',
      message: `The key in ${path} has ${characters} characters. A key of fewer than 16 could be guessed.`,
      remediation: [
        'Stop Posthorn, delete that file and start again, so that it creates a new key. Give the new key to the programs that use it.',
      ],
    }),
  );

/** The secret store. */
export const checkSecrets: Check = ({ owner }) => {
  const secrets = owner?.secrets;
  if (!secrets) return [];
  if (secrets.trouble === undefined) return secrets.isWeak ? [weakSecrets] : [];
  const isVault = secrets.kind === 'vault';
  return [
    finding({
      code: isVault ? 'vault_locked' : 'keychain_silent',
      severity: 'error',
      category: 'storage',
      message: isVault ? `Your passwords: ${secrets.trouble}` : secrets.trouble,
      remediation: [
        isVault
          ? 'Enter your passphrase under Accounts, or run “posthorn unlock”. You don’t need to restart anything.'
          : 'Unlock the keychain, or install one. You don’t need to restart anything.',
        ...(secrets.isWeak ? ['Or protect your passwords with a passphrase: Settings, Accounts.'] : []),
      ],
    }),
  ];
};

const weakSecrets = finding({
  code: 'secrets_weak',
  severity: 'info',
  category: 'storage',
  message: 'Passwords are stored in a file that every program you run can read (secrets.toml).',
  remediation: ['Protect them with a passphrase: Settings, Accounts.'],
});

/** The sandbox of the window, which keeps a fault in showing a message from reaching the user's files. */
export const checkSandbox: Check = ({ owner }) => {
  if (owner?.isWindowSandboxOff !== true) return [];
  return [
    finding({
      code: 'sandbox_off',
      severity: 'warning',
      category: 'generic',
      message:
        'The window runs without its sandbox, so a message that exploits a fault in showing it could reach your files. An AppImage does this where the system allows no sandbox, and so does “--no-sandbox”.',
      remediation: [
        'Install the deb, the rpm or the Flatpak instead of the AppImage, and start Posthorn without “--no-sandbox”.',
        'If you keep the AppImage, allow unprivileged user namespaces: “sudo sysctl -w kernel.unprivileged_userns_clone=1” on Debian, “sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0” on Ubuntu.',
      ],
    }),
  ];
};

/** The endpoints at which programs reach the daemon. */
export const checkEndpoints: Check = ({ bridge, tcpTrouble, socket }) => [
  ...bridgeTrouble(bridge),
  ...transportTrouble(tcpTrouble),
  ...socketTrouble(socket),
];

function bridgeTrouble({ trouble }: Facts['bridge']): Finding[] {
  if (trouble === null) return [];
  return [
    finding({
      code: 'bridge_trouble',
      severity: 'error',
      category: 'network',
      message: trouble,
      remediation: ['Stop the other program, or choose another [bridge] port in config.toml.'],
    }),
  ];
}

function transportTrouble(trouble: Facts['tcpTrouble']): Finding[] {
  if (trouble === null) return [];
  return [
    finding({
      code: 'tcp_trouble',
      severity: 'error',
      category: 'network',
      message: trouble,
      remediation: ['Correct [transports.tcp] in config.toml. You don’t need to restart anything.'],
    }),
  ];
}

function socketTrouble({ isExpected, exists, isReachable }: Facts['socket']): Finding[] {
  if (!isExpected || isReachable) return [];
  return [
    finding({
      code: exists ? 'socket_stale' : 'socket_missing',
      severity: 'warning',
      category: 'daemon',
      message: 'The command line can’t reach Posthorn: its local socket doesn’t answer.',
      remediation: ['Restart Posthorn. The log says why the socket couldn’t be opened.'],
    }),
  ];
}
