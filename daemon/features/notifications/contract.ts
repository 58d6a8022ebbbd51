import { z } from 'zod';
import { chimeSounds } from '../../config/schema/sections.ts';
import { configErrors } from '../../contract/config-errors.ts';
import { requests } from '../../contract/define.ts';
import { instant, instantOut } from '../../contract/fields.ts';

const sound = z.enum(chimeSounds).meta({ description: '`none` is silence', examples: ['bell'] });

/** The events that may play a sound, by the keys of `[notifications.chimes]`. */
const chimeEvents = [
  'new_mail',
  'sent',
  'archived',
  'trashed',
  'spam',
  'snoozed',
  'unsnoozed',
  'reminder',
  'error',
] as const;
type ChimeEvent = (typeof chimeEvents)[number];

const mapping = Object.fromEntries(chimeEvents.map((event) => [event, sound])) as Record<ChimeEvent, typeof sound>;

const chimes = z
  .object({
    enabled: z.boolean(),
    volume: z
      .number()
      .min(0)
      .max(1)
      .meta({ examples: [0.35] }),
    ...mapping,
  })
  .meta({ id: 'NotificationChimesData', description: 'Whether and how the daemon sounds: a sound for each event' });

const chimesAnswer = z.object({ kind: z.literal('NotificationChimes'), config: chimes });

const notifications = z
  .object({
    paused_until: instantOut.nullable().describe('Until when nothing is shown and nothing sounds'),
    is_quiet: z.boolean().describe('Whether that is so now, for a pause or for quiet hours'),
  })
  .meta({ id: 'Notifications', description: 'What the desktop shows' });

export const notificationsRequests = requests('What the desktop shows and sounds.', {
  chimes: {
    http: 'GET /platform/notifications/chimes',
    summary: 'Whether the daemon sounds, how loud, and which sound each event has.',
    effect: { safety: 'read' },
    scope: 'none',
    input: z.object({}),
    output: chimesAnswer,
  },
  setChimes: {
    http: 'POST /platform/notifications/chimes',
    summary: 'Changes what is given of the chime setting; the rest, and the rest of config.toml, stays as it is.',
    effect: { safety: 'mutate' },
    scope: 'none',
    // Writing the file is not part of a transaction.
    awaits: true,
    input: z.strictObject({
      enabled: z.boolean().optional(),
      volume: z
        .number()
        .min(0)
        .max(1)
        .optional()
        .meta({ description: 'From 0.0 to 1.0', examples: [0.5] }),
      ...(Object.fromEntries(
        chimeEvents.flatMap((event) => [
          [event, sound.optional()],
          [event.replaceAll('_', '-'), sound.optional()],
        ]),
      ) as { [Event in ChimeEvent]: z.ZodOptional<typeof sound> }),
    }),
    output: chimesAnswer,
    errors: configErrors,
  },
  get: {
    http: 'GET /platform/notifications',
    summary: 'Whether what the desktop shows is paused, and whether it is quiet now.',
    effect: { safety: 'read' },
    scope: 'none',
    input: z.object({}),
    output: notifications,
  },
  pause: {
    http: 'POST /platform/notifications/pause',
    summary: 'Pauses notifications and sounds until then, or resumes them. Mail keeps arriving.',
    effect: { safety: 'mutate' },
    scope: 'none',
    input: z.object({
      until: instant.nullable().meta({ description: 'Null ends a pause', examples: ['2026-03-10T17:00:00Z'] }),
    }),
    output: notifications,
    errors: { in_the_past: ['invalid', 'That moment is over.'] },
  },
});
