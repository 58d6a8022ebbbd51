import { finding, type Check } from '../facts.ts';

/** Whether the store can be read for the audit. */
export const checkStore: Check = ({ audit: { trouble } }) => {
  if (trouble === undefined) return [];
  return [
    finding({
      code: 'store_unreadable',
      severity: 'error',
      category: 'storage',
      message: `Couldn’t check the stored mail: ${trouble}.`,
      remediation: [
        'Restart Posthorn and check again.',
        'If that doesn’t help, restore a backup, or move mail.db away. Posthorn then downloads your mail again.',
      ],
    }),
  ];
};
