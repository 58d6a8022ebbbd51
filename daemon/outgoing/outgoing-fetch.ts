/** A request to a foreign server. It contains no cookies, no referrer and no credentials. */
export type OutgoingRequest = {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** The largest accepted size of a reply in bytes; a longer reply is an error. */
  maxBytes: number;
  /** Milliseconds until the whole reply must have arrived. */
  timeoutMs: number;
  /** The number of followed redirects; each is checked like the first address. */
  maxRedirects?: number;
  signal?: AbortSignal;
};

/** `type` is the media type without parameters, in lower case; `url` is the final address of the reply. */
export type OutgoingResponse = {
  status: number;
  /** A header of the reply, by its name in lower case. */
  header?: (name: string) => string | undefined;
  type: string;
  url: string;
  content: AsyncIterable<Uint8Array>;
};

/**
 * The only access to the web (architecture §5, boundary 4). Throws Failure `blocked_address` for addresses that are not http
 * or https, or that lead to this machine, its network or a metadata service, judged by the address that is actually
 * connected to; `too_large`, `fetch_timeout`, `too_many_redirects`, `unreachable`.
 */
export type OutgoingFetch = (url: string, request: OutgoingRequest) => Promise<OutgoingResponse>;
