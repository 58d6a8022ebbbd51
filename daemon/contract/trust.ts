import { z } from 'zod';
import { text, uuid } from './fields.ts';

const trustReason = z
  .object({
    code: z
      .enum([
        'corresponded',
        'wrote_before',
        'first_contact',
        'proven',
        'not_checked',
        'not_proven',
        'proven_here',
        'proven_by_forwarder',
        'not_proven_here',
        'check_pending',
        'changed_on_the_way',
        'not_genuine',
        'not_from_you',
        'several_senders',
        'lookalike_domain',
        'added_words',
        'other_ending',
        'mixed_letters',
        'name_is_address',
        'name_of_contact',
        'name_of_domain',
        'reply_elsewhere',
        'misleading_link',
      ])
      .meta({ examples: ['reply_elsewhere'] }),
    severity: z.enum(['good', 'note', 'warning']),
    detail: text('ada@example.org', 'What it is about: an address, a domain or the text of a link').nullable(),
    other: text(
      'example.org',
      'What `detail` stands against: the domain it looks like, where a link really leads, or who confirmed it',
    ).nullable(),
  })
  .meta({ id: 'TrustReason', description: 'One thing that speaks for a sender or against' });

export const trust = z
  .object({
    message_id: uuid(),
    verdict: z
      .enum(['known', 'ok', 'unverified', 'suspicious'])
      .describe(
        'A proven sender the user knows; a proven sender; a sender that nothing proves; something is made to look like ' +
          'what it is not',
      ),
    sender: z.object({
      email: text('ada@example.org'),
      domain: text('bücher.example', 'As it reads'),
      ascii_domain: text('xn--bcher-kva.example', 'As machines write it'),
    }),
    checked_by: text(
      'mx.example.org',
      'The server of the account that checked where the message comes from',
    ).nullable(),
    checked_here: z.boolean().describe('Posthorn checked the signatures itself, because the server reported nothing'),
    checks: z.array(
      z.object({
        method: z.enum(['spf', 'dkim', 'dmarc', 'arc']),
        result: text('pass'),
        domain: text('example.org', 'For which domain').nullable(),
      }),
    ),
    reasons: z.array(trustReason).describe('What the verdict rests on, the gravest first'),
  })
  .meta({ id: 'MessageTrust', description: 'How sure it is that a message comes from whom it says' });
export type Trust = z.output<typeof trust>;
export type TrustReason = z.output<typeof trustReason>;
