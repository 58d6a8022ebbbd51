import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { eventFields, type EventKind } from '../../contract/events.ts';
import { anyId, count, instantOut, pageInput, pageOutput, text, uuid } from '../../contract/fields.ts';

const kinds = Object.keys(eventFields) as [EventKind, ...EventKind[]];
const eventKinds = z.array(z.enum(kinds)).max(100);
const webhookId = anyId.describe('Id of a webhook');

const webhook = z
  .object({
    webhook_id: uuid(),
    name: text('Chat bridge'),
    url: text('http://127.0.0.1:8080/posthorn'),
    events: eventKinds.describe('Empty for all kinds'),
    created_at: instantOut,
    state: z
      .enum(['active', 'failing', 'stopped'])
      .describe(
        '`failing`: the last attempt failed, and it is tried again. `stopped`: whoever made it may not read mail any more',
      ),
    delivered_seq: count.describe('The `seq` of the last event that was accepted or is not for it'),
    delivered_at: instantOut.nullable().describe('When an event was accepted last'),
    failures: count.describe('Failed attempts since then'),
    failing_since: instantOut.nullable(),
    next_attempt_at: instantOut.nullable(),
    last_error: text('127.0.0.1 could not be reached (connect ECONNREFUSED).').nullable(),
  })
  .meta({ id: 'Webhook', description: 'A program on this computer that is sent events' });

const errors = {
  not_found: ['missing', 'There is no such webhook, or another caller made it.'],
} as const;

/** Webhooks there can be. */
export const maxWebhooks = 20;

export const webhooksRequests = requests('Events for programs on this computer that answer over HTTP.', {
  list: {
    http: 'GET /platform/webhooks',
    summary: 'The webhooks, and whether events arrive. A token sees those that were made with it.',
    effect: { safety: 'read' },
    scope: 'none',
    notForAgents: true,
    pages: { list: 'webhooks', id: 'webhook_id' },
    input: z.object({ ...pageInput }),
    output: z.object({ webhooks: z.array(webhook), ...pageOutput }),
  },
  create: {
    http: 'POST /platform/webhooks',
    summary:
      'Sends events from now on to a program on this computer: one signed POST each, in order, repeated until it answers with ' +
      'a status from 200 to 299.',
    effect: { safety: 'mutate' },
    scope: 'none',
    notForAgents: true,
    secret: true,
    activity: { tier: 'important', recordedFields: ['name', 'url', 'events'] },
    input: z.object({
      name: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .meta({ description: 'What it is for', examples: ['Chat bridge'] }),
      url: z
        .string()
        .min(1)
        .max(2_000)
        .meta({
          description: 'Where events are sent: `localhost`, or a loopback address',
          examples: ['http://127.0.0.1:8080/posthorn'],
        }),
      events: eventKinds
        .default([])
        .meta({ description: 'Kinds of events; all where it is empty', examples: [['NewMessages']] }),
      since: count.optional().describe('Also sends the events after this `seq`, as far as they are recorded'),
    }),
    output: z.object({
      webhook,
      secret: text('whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', 'Signs events. It is not shown again'),
    }),
    errors: {
      not_loopback: ['invalid', 'The address is not one of a program on this computer.'],
      too_many_webhooks: ['conflict', `There are ${maxWebhooks} already.`],
      told_once: ['conflict', 'It was made when it was asked for first under this Idempotency-Key.'],
    },
  },
  remove: {
    http: 'DELETE /platform/webhooks/{webhook_id}',
    summary: 'Sends no more events to a program.',
    effect: { safety: 'mutate' },
    scope: 'none',
    notForAgents: true,
    activity: { tier: 'important' },
    input: z.object({ webhook_id: webhookId }),
    output: z.object({ ok: z.literal(true) }),
    errors,
  },
  test: {
    http: 'POST /platform/webhooks/{webhook_id}/test',
    summary:
      'Sends a signed event of the type `test` now, and says what came back. What waits is tried again if it was accepted.',
    effect: { safety: 'operate' },
    scope: 'none',
    notForAgents: true,
    awaits: true,
    input: z.object({ webhook_id: webhookId }),
    output: z.object({
      ok: z.boolean().describe('Whether it was accepted'),
      status: z.int().nullable().describe('The status of the answer; null without one'),
      error: text('The program answered with status 500.').nullable(),
      took_ms: count,
    }),
    errors,
  },
});
