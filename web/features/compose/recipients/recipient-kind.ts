export type RecipientKind = 'to' | 'cc' | 'bcc';
