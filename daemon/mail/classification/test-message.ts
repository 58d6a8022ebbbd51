import type { ClassifiedMessage } from './evidence.ts';

/** The addresses of the user in tests of the classification. */
export const own: ReadonlySet<string> = new Set(['ada@example.test']);
export const noSending = {
  isListPost: false,
  precedence: null,
  isAutomatic: false,
  feedback: null,
  dkim: null,
} as const;

/** A message to the user from a stranger, with changes. */
export function message(changes: Partial<ClassifiedMessage>): ClassifiedMessage {
  return {
    from: { name: 'Ben Okoro', email: 'ben.okoro@people.example' },
    to: [{ name: 'Ada Lind', email: 'ada@example.test' }],
    cc: [],
    subject: 'Hello',
    text: '',
    in_reply_to: null,
    list_id: null,
    canUnsubscribe: false,
    contentFlags: 0,
    isReport: false,
    sending: noSending,
    ...changes,
  };
}
