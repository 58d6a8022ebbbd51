import type { Certificate } from '../certificate.ts';
import { gmailCapabilities, gmailMailbox } from '../imap/gmail.ts';
import type { StoredMessage } from '../imap/folder.ts';
import type { Mailbox } from '../imap/mailbox.ts';
import { startOddServer, type OddServer } from '../imap/server.ts';
import {
  errorResponse,
  jsonResponse,
  startApiFront,
  type ApiFront,
  type ApiRequest,
  type ApiResponse,
} from './api-front.ts';
import { createUploads } from './uploads.ts';

/**
 * A scripted Gmail account: one mailbox over IMAP with XOAUTH2 and over a part of the API, with the same message ids. It keeps no
 * history: it only tells whether anything has changed.
 */
export type GmailAccount = {
  mailbox: Mailbox;
  imap: OddServer;
  api: ApiFront;
  /** An administrator turns IMAP off or on. */
  setImap(isOn: boolean): void;
  stop(): Promise<void>;
};

const root = '/gmail/v1/users/me';

const labelIds: Record<string, string> = {
  INBOX: 'INBOX',
  '[Gmail]/Sent Mail': 'SENT',
  '[Gmail]/Drafts': 'DRAFT',
  '[Gmail]/Trash': 'TRASH',
  '[Gmail]/Spam': 'SPAM',
  '[Gmail]/Important': 'IMPORTANT',
  '[Gmail]/Starred': 'STARRED',
};

const notLabels = ['[Gmail]', '[Gmail]/All Mail'];

/** The text with which Gmail refuses a sign-in while IMAP is off. */
const imapOff =
  'NO [ALERT] Your account is not enabled for IMAP use. Please visit your Gmail settings page and enable your account for IMAP access. (Failure)';

export async function startGmailAccount(
  certificate: Certificate,
  colors: Record<string, string> = {},
): Promise<GmailAccount> {
  const mailbox = gmailMailbox();
  let history = 1;
  mailbox.onChange(() => void history++);
  let isImapOn = true;
  const handle = createApi(mailbox, { colors, history: () => history });
  const api = await startApiFront(handle);
  const checkToken = (token: string) => {
    if (!isImapOn) return imapOff;
    return token === api.token ? undefined : 'NO [AUTHENTICATIONFAILED] Invalid credentials (Failure)';
  };
  const capabilities = `${gmailCapabilities} AUTH=XOAUTH2`;
  const imap = await startOddServer({ certificate, mailbox, capabilities, checkToken });
  return {
    mailbox,
    imap,
    api,
    setImap(isOn) {
      isImapOn = isOn;
      if (!isOn) imap.destroyConnections();
    },
    async stop() {
      await Promise.all([api.stop(), imap.stop()]);
    },
  };
}

function createApi(
  mailbox: Mailbox,
  { colors, history }: { colors: Record<string, string>; history: () => number },
): (request: ApiRequest) => Promise<ApiResponse> {
  const labelIdOf = (path: string) => labelIds[path] ?? `Label_${path}`;
  const labelled = () => mailbox.folders.filter(({ path }) => !notLabels.includes(path));
  const labelsOf = (message: StoredMessage) => [
    ...labelled()
      .filter(({ placements }) => placements.some((placement) => placement.message === message))
      .map(({ path }) => labelIdOf(path)),
    ...(message.flags.has('\\Seen') ? [] : ['UNREAD']),
    ...(message.flags.has('\\Flagged') ? ['STARRED'] : []),
  ];
  const messages = () => {
    const all = mailbox.folders.flatMap(({ placements }) => placements.map(({ message }) => message));
    return [...new Set(all)].toSorted((a, b) => b.received.getTime() - a.received.getTime() || Number(b.id - a.id));
  };
  const resource = (message: StoredMessage) => ({
    id: message.id.toString(16),
    threadId: message.thread.toString(16),
    labelIds: [...new Set(labelsOf(message))],
    internalDate: String(message.received.getTime()),
  });
  const labelList = () =>
    labelled().map(({ path }) => ({
      id: labelIdOf(path),
      name: path,
      type: path in labelIds ? 'system' : 'user',
      ...(colors[path] && { color: { backgroundColor: colors[path] } }),
    }));
  const uploads = createUploads(async (_path, raw) => {
    const uid = mailbox.deliver('[Gmail]/Sent Mail', Buffer.from(raw, 'base64url'), { flags: ['\\Seen'] });
    const sent = mailbox.folder('[Gmail]/Sent Mail').placements.find((placement) => placement.uid === uid);
    return sent ? jsonResponse(200, resource(sent.message)) : errorResponse(500, '', 'The message is lost.');
  });
  return async (request) => {
    const upload = await uploads.handle(request);
    if (upload) return upload;
    const { pathname, searchParams } = new URL(request.url, 'http://gmail');
    const historyId = String(history());
    if (pathname === `${root}/profile`)
      return jsonResponse(200, { emailAddress: 'ada@gmail.example', historyId, messagesTotal: messages().length });
    const labelId = ['PATCH', 'PUT'].includes(request.method) ? pathname.slice(`${root}/labels/`.length) : undefined;
    const patched = labelled().find(({ path }) => labelIdOf(path) === decodeURIComponent(labelId ?? ''));
    if (patched) {
      const { color } = JSON.parse(request.body.toString()) as { color?: { backgroundColor: string } };
      if (color) colors[patched.path] = color.backgroundColor;
      else if (request.method === 'PUT') delete colors[patched.path];
      return jsonResponse(200, { id: labelIdOf(patched.path), name: patched.path, color });
    }
    if (pathname === `${root}/labels`) return jsonResponse(200, { labels: labelList() });
    if (pathname === `${root}/history`)
      return searchParams.get('startHistoryId') === historyId
        ? jsonResponse(200, { historyId })
        : errorResponse(404, 'notFound', 'Requested entity was not found.');
    const label = searchParams.get('labelIds');
    if (pathname === `${root}/messages`) {
      const listed = messages().filter((message) => label === null || labelsOf(message).includes(label));
      return jsonResponse(200, { messages: listed.map(resource).map(({ id, threadId }) => ({ id, threadId })) });
    }
    const id = /\/messages\/([^/]+)$/.exec(pathname)?.[1];
    const message = messages().find((each) => each.id.toString(16) === id);
    if (!message) return errorResponse(404, 'notFound', 'Requested entity was not found.');
    const raw = searchParams.get('format') === 'raw' ? { raw: message.bytes.toString('base64url') } : {};
    return jsonResponse(200, { ...resource(message), ...raw });
  };
}
