import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { anyId, count, instantOut, pageInput, pageOutput, text, uuid } from '../../contract/fields.ts';
import { deliveryStatuses, evidenceReasons } from '../../mail/deliveries/delivery.ts';
import { deliveryFilters } from '../../mail/deliveries/record.ts';

const status = z.enum(deliveryStatuses).meta({ id: 'DeliveryStatus', description: 'Where a parcel is' });
const source = z.enum(['schema', 'llm', 'heuristic']).describe('Data for programs in the mail, a model, or its words');

const event = z
  .object({
    message_id: uuid('Null once the message is deleted').nullable(),
    thread_id: uuid().nullable(),
    subject: text('Your order has shipped').nullable(),
    from_name: text('Papeterie Lenoir').nullable(),
    from_email: text('orders@shop.example.org').nullable(),
    status,
    at: instantOut,
    source,
    reason: z
      .enum(evidenceReasons)
      .describe(
        'Structured data of a proven sender; the carrier; a known shop; a tracking number; the words of a proven sender',
      ),
    quote: text('Your order has shipped', 'The words of the message that say so').nullable(),
  })
  .meta({ id: 'DeliveryEvent', description: 'What a message says of a delivery' });

const delivery = z
  .object({
    id: uuid(),
    account_id: uuid(),
    carrier: text('DHL').nullable(),
    merchant: text('Papeterie Lenoir').nullable(),
    order_number: text('20417', 'The first of its orders').nullable(),
    order_numbers: z.array(text('20417')),
    tracking_number: text('1Z5R89390357567127').nullable(),
    tracking_url: text('https://www.ups.com/track?tracknum=1Z5R89390357567127', 'Never fetched by Posthorn').nullable(),
    tracking_host: text('www.ups.com', 'The host that the address leads to').nullable(),
    items: z.array(
      z
        .object({ name: text('Uncoated sheets'), quantity: z.int().positive().nullable() })
        .meta({ id: 'DeliveryItemData' }),
    ),
    status,
    eta_from: instantOut.nullable().describe('When it is expected; a day is from its midnight to its last second'),
    eta_until: instantOut.nullable(),
    delivered_at: instantOut.nullable(),
    resolved_at: instantOut.nullable().describe('When the user said that it has arrived'),
    dismissed_at: instantOut.nullable().describe('When the user said that it is no delivery'),
    last_event_at: instantOut,
    source,
    confidence: z.number().min(0).max(1),
    thread_id: uuid('The conversation that told of it last').nullable(),
    message_ids: z.array(uuid()).describe('The messages that tell of it, oldest first'),
    events: z.array(event).describe('What they say, oldest first'),
    created_at: instantOut,
    updated_at: instantOut,
  })
  .meta({ id: 'DeliveryData', description: 'A parcel, or an order of which no parcel is known yet' });

const deliveryId = anyId.describe('Id of a delivery');
const unknown = { not_found: ['missing', 'There is no such delivery.'] } as const;
const undo = z
  .boolean()
  .default(false)
  .describe('Takes it back')
  .meta({ examples: [false] });

export const deliveriesRequests = requests('Parcels and orders that mail tells of. Carriers are never asked.', {
  list: {
    http: 'GET /mail/deliveries',
    summary: 'Deliveries: those under way, the next to arrive first, then the others, the latest first.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    pages: { list: 'deliveries' },
    input: z.object({
      ...pageInput,
      filter: z
        .enum(deliveryFilters)
        .default('active')
        .describe('`active`: not delivered, returned, expired or dismissed. `all`: all but the dismissed'),
    }),
    output: z.object({ deliveries: z.array(delivery), ...pageOutput }),
  },
  get: {
    http: 'GET /mail/deliveries/{id}',
    summary: 'One delivery, with the messages that tell of it.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    input: z.object({ id: deliveryId }),
    output: z.object({ delivery }),
    errors: unknown,
  },
  scan: {
    http: 'POST /mail/deliveries/scan',
    summary:
      'Looks through stored mail for deliveries, as a job with progress, and answers when it is done. A dry run finds the same and changes nothing.',
    effect: { safety: 'mutate' },
    mayNeed: [{ safety: 'egress' }],
    scope: 'filtered',
    awaits: true,
    activity: { recordedFields: ['since_days', 'dry_run'] },
    input: z.object({
      since_days: z
        .int()
        .min(1)
        .max(3_650)
        .default(90)
        .describe('How far back')
        .meta({ examples: [90] }),
      dry_run: z
        .boolean()
        .default(false)
        .meta({ examples: [true] }),
    }),
    output: z.object({
      summary: z
        .object({
          scanned: count.describe('Messages that were looked through'),
          shortlisted: count.describe('Those of them that were read'),
          created: count.describe('Deliveries that were not known before'),
          updated: count.describe('Deliveries that have changed'),
          dry_run: z.boolean(),
        })
        .meta({ id: 'DeliveryScanSummary' }),
    }),
    errors: {
      scan_cancelled: ['conflict', 'The scan was cancelled. What was found so far is kept.'],
      scan_stopped: ['unavailable', 'Posthorn stopped before the scan was complete.'],
      scan_busy: ['limited', 'Some scans wait already.'],
    },
  },
  resolve: {
    http: 'POST /mail/deliveries/{id}/resolve',
    summary: 'Says that a delivery has arrived, which can be undone.',
    effect: { safety: 'mutate' },
    scope: 'filtered',
    input: z.object({ id: deliveryId, undo }),
    output: z.object({ delivery }),
    errors: unknown,
  },
  dismiss: {
    http: 'POST /mail/deliveries/{id}/dismiss',
    summary: 'Hides what is no delivery, also from later scans, which can be undone.',
    effect: { safety: 'mutate' },
    scope: 'filtered',
    input: z.object({ id: deliveryId, undo }),
    output: z.object({ ok: z.literal(true) }),
    errors: unknown,
  },
});
