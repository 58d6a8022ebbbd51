/** Why a file of the configuration could not be changed, whichever request was to change it. */
export const configErrors = {
  config_unreadable: ['conflict', 'The file is not valid TOML or cannot be read, so it cannot be changed.'],
  not_editable: ['conflict', 'The file is written in a way that this change cannot keep.'],
  config_unwritable: ['unavailable', 'The file cannot be written.'],
} as const;

/** Why nothing is changed about the accounts of a demo. */
export const demoErrors = { demo_accounts: ['refused', 'The accounts of a demo are its own.'] } as const;
