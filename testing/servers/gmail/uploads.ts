import type { ApiRequest, ApiResponse } from './api-front.ts';

type Session = { path: string; size: number; bytes: Buffer; result?: ApiResponse };

/**
 * Uploads as Google has them: the bytes of a message in one request, or in a resumable session. `store` receives the path of the API
 * method and the message in base64url.
 */
export function createUploads(store: (path: string, raw: string) => Promise<ApiResponse>) {
  const sessions = new Map<string, Session>();
  const begin = ({ headers }: ApiRequest, path: string): ApiResponse => {
    const id = `session-${sessions.size + 1}`;
    sessions.set(id, { path, size: Number(headers['x-upload-content-length'] ?? 0), bytes: Buffer.alloc(0) });
    const location = `http://${headers.host ?? ''}/upload${path}?uploadType=resumable&upload_id=${id}`;
    return { status: 200, headers: { location }, body: Buffer.alloc(0) };
  };
  /** A part of the bytes, or a question with `bytes *` about what has arrived. */
  const proceed = async (session: Session, { headers, body }: ApiRequest): Promise<ApiResponse> => {
    if (session.result) return session.result;
    session.bytes = Buffer.concat([session.bytes, body]);
    if (session.bytes.length >= session.size && !headers['content-range']?.startsWith('bytes */'))
      return (session.result = await store(session.path, session.bytes.toString('base64url')));
    const { length } = session.bytes;
    return { status: 308, headers: length > 0 ? { range: `bytes=0-${length - 1}` } : {}, body: Buffer.alloc(0) };
  };
  return {
    /** Undefined if the request is no upload. */
    async handle(request: ApiRequest): Promise<ApiResponse | undefined> {
      const { pathname, searchParams } = new URL(request.url, 'http://gmail');
      if (!pathname.startsWith('/upload/')) return undefined;
      const path = pathname.slice('/upload'.length);
      const session = sessions.get(searchParams.get('upload_id') ?? '');
      if (session && request.method === 'DELETE') {
        sessions.delete(searchParams.get('upload_id') ?? '');
        return { status: 499, headers: {}, body: Buffer.alloc(0) };
      }
      if (session) return proceed(session, request);
      if (searchParams.get('uploadType') === 'resumable') return begin(request, path);
      return store(path, request.body.toString('base64url'));
    },
  };
}
