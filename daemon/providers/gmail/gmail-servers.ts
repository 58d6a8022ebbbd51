/** The servers of Gmail for programs. */
export type GmailServers = {
  /** The origin of the Gmail API. */
  api: string;
  imap: { host: string; port: number };
  /** A certificate authority (PEM) for IMAP to trust in addition to those of Node; for tests with a server on this computer. */
  ca?: string | Buffer;
};

export const gmailServers: GmailServers = {
  api: 'https://gmail.googleapis.com',
  imap: { host: 'imap.gmail.com', port: 993 },
};
