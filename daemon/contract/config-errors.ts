/** The errors of any request that changes a configuration file. */
export const configErrors = {
  config_unreadable: ['conflict', 'The file is not valid TOML or cannot be read, so it cannot be changed.'],
  not_editable: ['conflict', 'The file is written in a way that this change cannot preserve.'],
  config_unwritable: ['unavailable', 'The file cannot be written.'],
} as const;

/** The accounts of a demo cannot be changed. */
export const demoErrors = { demo_accounts: ['refused', 'The demo has its own accounts.'] } as const;
