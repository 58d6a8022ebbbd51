import type { Webhook } from '../../data/queries/webhooks.ts';

type EventKinds = Webhook['events'];

/** The kinds of events that a webhook is offered with in the page. No kinds means all of them. */
export const eventPresets = {
  newMail: ['NewMessages'],
  mail: ['NewMessages', 'MailUpdated', 'MailRemoved'],
  sent: ['OutboxUpdated', 'ScheduledSendFlushed', 'SendBounced'],
  all: [],
} as const satisfies Record<string, EventKinds>;

export type EventPreset = keyof typeof eventPresets;
export const presetNames = Object.keys(eventPresets) as EventPreset[];

/** The offer with exactly these kinds; undefined for others, which a script has chosen. */
export function presetOf(events: EventKinds): EventPreset | undefined {
  const wanted = events.toSorted().join();
  return presetNames.find((name) => eventPresets[name].toSorted().join() === wanted);
}
