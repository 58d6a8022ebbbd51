/**
 * What a message is, for the user who received it.
 *
 * - `person`: someone wrote it to the user, or to a group of people that the writer chose.
 * - `list`: a post to a mailing list.
 * - `newsletter`: an issue of something periodical that is read.
 * - `notification`: a program reports an event or a state.
 * - `transaction`: an order, a payment, a delivery, a booking.
 * - `bulk`: advertising and other mail to many people.
 */
export type MailKind = 'person' | 'list' | 'newsletter' | 'notification' | 'transaction' | 'bulk';
