/** The servers of Outlook for mail programs. */
export type OutlookServers = {
  imap: { host: string; port: number };
  smtp: Record<'outlook_personal' | 'outlook_work', { host: string; port: number }>;
  /** A certificate authority (PEM) to trust in addition to those of Node; for tests with a server on this computer. */
  ca?: string | Buffer;
};

export const outlookServers: OutlookServers = {
  imap: { host: 'outlook.office365.com', port: 993 },
  smtp: {
    outlook_personal: { host: 'smtp-mail.outlook.com', port: 587 },
    outlook_work: { host: 'smtp.office365.com', port: 587 },
  },
};
