import { createServer as createEmulator } from '@emulators/core';
import { getGoogleStore, googlePlugin } from '@emulators/google';
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
 * Google's Gmail API on this computer: the emulator `@emulators/google` behind a scripted front. The front adds what the emulator
 * lacks: the profile, resumable uploads, uploads as bytes, searching by Message-ID, labels that only Gmail gives, refused tokens,
 * expired history, throttling, and faults.
 */
export type GmailServer = ApiFront & {
  email: string;
  mail: ReturnType<typeof getGoogleStore>;
  /** Calls the API as another client does. */
  call(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
  /** Gmail no longer has the changes until this moment. */
  expireHistory(): void;
};

const root = '/gmail/v1/users/me';

export async function startGmailServer({ email = 'ada@gmail.example' } = {}): Promise<GmailServer> {
  // The emulator takes a few thousand requests with a token, so each token is used for some of them.
  const user = { login: email, id: 1, scopes: ['https://mail.google.com/'] };
  const tokens = Array.from({ length: 200 }, (_, number) => `emulator-${number}`);
  const { app, store } = createEmulator(googlePlugin, {
    tokens: Object.fromEntries(tokens.map((token) => [token, user])),
  });
  let requestCount = 0;
  const mail = getGoogleStore(store);
  let oldestHistory = 0n;

  const emulate = async (method: string, path: string, body?: Buffer | string): Promise<ApiResponse> => {
    const isChange = method !== 'GET';
    // The emulator's history ids are the time and a random number: two changes must not happen in one millisecond.
    if (isChange) await nextMillisecond();
    const response = await app.fetch(
      new Request(`http://emulator${path}`, {
        method,
        headers: {
          authorization: `Bearer ${tokens[requestCount++ % tokens.length]}`,
          'content-type': 'application/json',
        },
        ...(body !== undefined && body.length > 0 && { body: body.toString() }),
      }),
    );
    if (isChange) await nextMillisecond();
    const headers = { 'content-type': response.headers.get('content-type') ?? 'application/json' };
    return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
  };
  const uploads = createUploads((path, raw) =>
    emulate('POST', path, JSON.stringify(path.includes('/drafts') ? { message: { raw } } : { raw })),
  );
  const historyId = () => {
    const ids = [
      ...mail.messages.all().map((each) => each.history_id),
      ...mail.history.all().map((each) => each.gmail_id),
    ];
    return ids.reduce((latest, id) => (BigInt(id) > latest ? BigInt(id) : latest), 1n);
  };
  /** The emulator finds nothing by Message-ID. */
  const messagesWithId = (messageId: string, labelId: string | null) =>
    mail.messages
      .all()
      .filter((each) => each.message_id.toLowerCase() === `<${messageId.toLowerCase()}>`)
      .filter(({ label_ids }) => labelId === null || label_ids.includes(labelId))
      .map(({ gmail_id, thread_id }) => ({ id: gmail_id, threadId: thread_id }))
      .toReversed();
  const handle = async (request: ApiRequest): Promise<ApiResponse> => {
    const { method, url, body } = request;
    const { pathname, searchParams } = new URL(url, 'http://gmail');
    const upload = await uploads.handle(request);
    if (upload) return upload;
    if (pathname === `${root}/profile`) {
      const messagesTotal = mail.messages.all().length;
      return jsonResponse(200, { emailAddress: email, historyId: String(historyId()), messagesTotal });
    }
    if (pathname === `${root}/history` && BigInt(searchParams.get('startHistoryId') ?? '0') < oldestHistory)
      return errorResponse(404, 'notFound', 'Requested entity was not found.');
    const fixed =
      pathname.endsWith('odify') && /"(?:add|remove)LabelIds":\[[^\]]*"(SENT|DRAFT)"/.exec(body.toString())?.[1];
    if (fixed) return errorResponse(400, 'invalidArgument', `Invalid label: ${fixed}`);
    const messageId = /^rfc822msgid:(.*)$/.exec(searchParams.get('q') ?? '')?.[1];
    if (pathname === `${root}/messages` && messageId !== undefined)
      return jsonResponse(200, { messages: messagesWithId(messageId, searchParams.get('labelIds')) });
    return emulate(method, url, body);
  };
  const front = await startApiFront(handle);
  return Object.assign(front, {
    email,
    mail,
    async call(method: string, path: string, body?: object) {
      const handled = await emulate(method, `${root}${path}`, body && JSON.stringify(body));
      if (handled.status >= 300) throw new Error(`${method} ${path}: ${handled.status} ${handled.body.toString()}`);
      return handled.body.length === 0 ? {} : (JSON.parse(handled.body.toString()) as Record<string, unknown>);
    },
    expireHistory: () => void (oldestHistory = historyId()),
  });
}

async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  while (Date.now() <= now) await new Promise(setImmediate);
}
