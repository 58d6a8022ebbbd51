import { type Call, callOf, type Reply } from '../../api/client.ts';
import { Refusal, Unreachable, type Session } from '../../api/session.ts';
import type { UpdateInput } from './composition-saving.ts';

export type ComposeFile = Reply<'compose', 'upload'>;

type Upload = {
  draftPath: string;
  file: File;
  isInline: boolean;
  signal: AbortSignal;
  onProgress: (sent: number) => void;
};

/** The requests of a composer that are not plain JSON. */
export type ComposeTransfer = {
  /** Streams a file to a session. Throws `Refusal`, `Unreachable`, or an AbortError if it was cancelled. */
  upload: (upload: Upload) => Promise<ComposeFile>;
  /** Reads a file of a session, to show it. */
  read: (draftPath: string, path: string) => Promise<Blob>;
  /** Sends an update that outlives the page if it is small enough. */
  saveOnUnload: (input: UpdateInput) => void;
};

/** The largest body that may outlive the page (Fetch, section 4.5: 64 KiB of keepalive bodies). */
const maxKeepaliveBytes = 60_000;

/** `addresses` are those of the rows, by name. */
export function createComposeTransfer(addresses: Record<string, string>, session: Session): ComposeTransfer {
  const to = (name: string, input: object): Call => callOf(addresses[name] ?? '', input);
  return {
    async upload({ draftPath, file, isInline, signal, onProgress }) {
      const { path } = to('compose.upload', {});
      const query = new URLSearchParams({ draft_path: draftPath, filename: file.name, inline: String(isInline) });
      if (file.type) query.set('type', file.type);
      const token = await session.token();
      return post(`/api/v1${path}?${query}`, { token, file, signal, onProgress });
    },
    async read(draftPath, path) {
      const response = await session.receive(to('compose.file', { draft_path: draftPath, path }));
      return response.blob();
    },
    saveOnUnload(input) {
      const call = to('compose.update', input);
      if ((call.body ?? '').length * 3 > maxKeepaliveBytes) return;
      // The page is closing, so no error can be shown. The browser keeps the text until the daemon has it.
      session.send({ ...call, keepalive: true }).catch(() => undefined);
    },
  };
}

type Post = Pick<Upload, 'file' | 'signal' | 'onProgress'> & { token: string };

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
function post(url: string, { token, file, signal, onProgress }: Post): Promise<ComposeFile> {
  const { promise, resolve, reject } = Promise.withResolvers<ComposeFile>();
  const request = new XMLHttpRequest();
  request.open('POST', url);
  request.setRequestHeader('authorization', `Bearer ${token}`);
  request.setRequestHeader('x-client-kind', 'web');
  request.setRequestHeader('content-type', 'application/octet-stream');
  request.upload.onprogress = ({ loaded }) => onProgress(loaded);
  request.onload = () =>
    request.status < 300 ? resolve(JSON.parse(request.responseText)) : reject(refusalOf(request));
  request.onerror = () => reject(new Unreachable('Posthorn is not answering.'));
  request.onabort = () => reject(signal.reason);
  signal.addEventListener('abort', () => request.abort());
  if (signal.aborted) reject(signal.reason);
  else request.send(file);
  return promise;
}

function refusalOf({ status, responseText }: XMLHttpRequest): Refusal {
  const body = readJson(responseText);
  return new Refusal(status, body.code ?? 'unknown', body.error ?? `Posthorn answered with status ${status}.`);
}

function readJson(text: string): { code?: string; error?: string } {
  try {
    return JSON.parse(text) as { code?: string; error?: string };
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
