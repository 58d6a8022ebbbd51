import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCertificate } from '../../testing/servers/certificate.ts';
import { createMailbox, type Mailbox } from '../../testing/servers/imap/mailbox.ts';
import { startOddServer } from '../../testing/servers/imap/server.ts';
import { startSmtpSink, type SmtpSink } from '../../testing/servers/smtp-sink.ts';
import { makeHome, type Home } from '../daemon-process.ts';

/** The folders of a daemon with one account, whose servers are in this process. */
export type OneAccount = {
  home: Home;
  /** The certificates of the servers. */
  caFile: string;
  mailbox: Mailbox;
  sink: SmtpSink;
  /** Stops the servers and removes the folders. */
  end(): Promise<void>;
};

const account = { key: 'ada', name: 'Ada', email: 'ada@odd.example', username: 'ada', password: 'ada-pass' };

/** `config` is appended to config.toml. */
export async function openOneAccount({ config = '' }: { config?: string } = {}): Promise<OneAccount> {
  const certificate = makeCertificate();
  const mailbox = createMailbox();
  mailbox.addFolder('INBOX');
  const folders = { Sent: '\\Sent', Drafts: '\\Drafts', Trash: '\\Trash', Archive: '\\Archive' };
  for (const [path, use] of Object.entries(folders)) mailbox.addFolder(path, { attributes: [use] });
  const server = await startOddServer({ certificate, user: 'ada', mailbox });
  const sink = await startSmtpSink({ tls: 'starttls', account: { user: 'ada', password: 'ada-pass' } });
  const home = makeHome([{ ...account, port: server.port, smtpPort: sink.port }], { config });
  const caFile = join(home.configDir, 'ca.pem');
  writeFileSync(caFile, `${certificate.cert}\n${sink.ca}`);
  return {
    home,
    caFile,
    mailbox,
    sink,
    async end() {
      await server.stop();
      await sink.stop();
      certificate.remove();
      home.remove();
    },
  };
}
