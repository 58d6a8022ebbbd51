import type { IncomingHttpHeaders } from 'node:http';

type UploadRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer; host: string };
type Handled = { status: number; headers: Record<string, string>; body: Buffer };
type Emulate = (method: string, path: string, body?: Buffer | string) => Promise<Handled>;

type Session = { path: string; size: number; bytes: Buffer; result?: Handled };

/** Uploads as Google has them: the bytes of a message in one request, or in a resumable session. */
export function createUploads(emulate: Emulate) {
  const sessions = new Map<string, Session>();
  const store = (path: string, bytes: Buffer) => {
    const raw = bytes.toString('base64url');
    return emulate('POST', path, JSON.stringify(path.includes('/drafts') ? { message: { raw } } : { raw }));
  };
  const begin = ({ headers, host }: UploadRequest, path: string): Handled => {
    const id = `session-${sessions.size + 1}`;
    sessions.set(id, { path, size: Number(headers['x-upload-content-length'] ?? 0), bytes: Buffer.alloc(0) });
    const location = `http://${host}/upload${path}?uploadType=resumable&upload_id=${id}`;
    return { status: 200, headers: { location }, body: Buffer.alloc(0) };
  };
  /** A part of the bytes, or a question with `bytes *` about what has arrived. */
  const proceed = async (session: Session, { headers, body }: UploadRequest): Promise<Handled> => {
    if (session.result) return session.result;
    session.bytes = Buffer.concat([session.bytes, body]);
    if (session.bytes.length >= session.size && !headers['content-range']?.startsWith('bytes */'))
      return (session.result = await store(session.path, session.bytes));
    const { length } = session.bytes;
    return { status: 308, headers: length > 0 ? { range: `bytes=0-${length - 1}` } : {}, body: Buffer.alloc(0) };
  };
  return {
    /** Undefined if the request is no upload. */
    async handle(request: UploadRequest): Promise<Handled | undefined> {
      const { pathname, searchParams } = new URL(request.url, 'http://gmail');
      if (!pathname.startsWith('/upload/')) return undefined;
      const path = pathname.slice('/upload'.length);
      const session = sessions.get(searchParams.get('upload_id') ?? '');
      if (session) return proceed(session, request);
      return searchParams.get('uploadType') === 'resumable' ? begin(request, path) : store(path, request.body);
    },
  };
}
