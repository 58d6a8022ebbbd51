import { z } from 'zod';
import { textBlock } from '../../contract/body.ts';
import { calendarEvent } from '../../contract/calendar.ts';
import { address, count, instantOut, text } from '../../contract/fields.ts';

const isCut = z.boolean().describe('There is more in the file than this');

const textPreview = z.object({
  form: z.literal('text'),
  text: text('Dear Ada,\nthe figures are in the table.'),
  charset: text('utf-8', 'The character set it was read in'),
  is_cut: isCut,
});

const markdownPreview = z.object({
  form: z.literal('markdown'),
  html: text('<h1>Minutes</h1>', 'HTML that has passed the allow-list, as `text_html` of a message body'),
  is_cut: isCut,
});

const tablePreview = z.object({
  form: z.literal('table'),
  head: z.array(text('Month')).describe('The first line'),
  rows: z.array(z.array(text('March'))).describe('The lines after it, each with as many cells as the first'),
  columns: count.describe('How many columns the file has; the first are given'),
  is_cut: isCut,
});

const calendarPreview = z.object({
  form: z.literal('calendar'),
  events: z.array(calendarEvent),
  is_cut: isCut,
});

const labelledValue = z.object({
  value: text('ada@example.org'),
  label: text('work', 'What kind it is, in the words of the file').nullable(),
});

const contactCard = z
  .object({
    name: text('Ada Morgan').nullable(),
    nickname: text('Ada').nullable(),
    organization: text('Harbour Office').nullable(),
    title: text('Harbour master').nullable(),
    emails: z.array(labelledValue),
    phones: z.array(labelledValue),
    addresses: z.array(labelledValue).describe('Each on several lines'),
    urls: z.array(labelledValue),
    birthday: text('1985-04-12', 'As it is written').nullable(),
    note: text('Prefers the telephone.').nullable(),
  })
  .meta({ id: 'ContactCard', description: 'A person in a vCard (RFC 6350)' });
export type ContactCard = z.output<typeof contactCard>;

const contactsPreview = z.object({ form: z.literal('contacts'), contacts: z.array(contactCard), is_cut: isCut });

const messagePreview = z.object({
  form: z.literal('message'),
  subject: text('Minutes of the meeting'),
  from: address,
  to: z.array(address),
  cc: z.array(address),
  date: instantOut.nullable(),
  text: text('They are attached.'),
  text_blocks: z.array(textBlock).describe('The whole of `text` in order, in UTF-16 units'),
  attachments: z
    .array(
      z.object({
        place: count.describe('What `inside` names it by'),
        filename: text('minutes.pdf'),
        mime_type: text('application/pdf'),
        size_bytes: count,
      }),
    )
    .describe('The files that came with that message'),
  notes: z.array(text('The form of this message is damaged; its text was put together as well as possible.')),
  is_cut: isCut,
});

/** The content of an attachment in readable form. */
export const attachmentPreview = z
  .discriminatedUnion('form', [
    textPreview,
    markdownPreview,
    tablePreview,
    calendarPreview,
    contactsPreview,
    messagePreview,
  ])
  .meta({
    id: 'AttachmentPreview',
    examples: [
      {
        form: 'table',
        head: ['Month', 'Ships'],
        rows: [
          ['March', '41'],
          ['April', '57'],
        ],
        columns: 2,
        is_cut: false,
      },
    ],
  });
export type AttachmentPreview = z.output<typeof attachmentPreview>;

export const previewForms = ['text', 'markdown', 'table', 'calendar', 'contacts', 'message'] as const;
export type PreviewForm = (typeof previewForms)[number];
