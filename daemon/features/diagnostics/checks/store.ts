import { finding, type Check } from '../facts.ts';

/** Whether the store can be read for the audit. */
export const checkStore: Check = ({ audit: { trouble } }) => {
  if (trouble === undefined) return [];
  return [
    finding({
      code: 'store_unreadable',
      severity: 'error',
      category: 'storage',
      message: `The stored mail could not be looked through: ${trouble}.`,
      remediation: [
        'Restart Posthorn and look again.',
        'If it stays so, restore a backup, or move mail.db away: what the servers have is fetched again.',
      ],
    }),
  ];
};
