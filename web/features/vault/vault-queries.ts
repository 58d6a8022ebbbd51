/** What is out of date once passwords were protected, unlocked or moved. */
export const vaultQueries = ['accounts', 'diagnostics', 'status', 'sync'] as const;
