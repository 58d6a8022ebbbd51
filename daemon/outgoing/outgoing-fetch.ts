/** What is asked of somebody else's server. Nothing of ours goes along: no cookies, no referrer, no credentials. */
export type OutgoingRequest = {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Bytes of an answer that are read, at the most; a longer one is an error. */
  maxBytes: number;
  /** Milliseconds until the whole answer has to be here. */
  timeoutMs: number;
  /** Redirects that are followed; each is checked like the first address. */
  maxRedirects?: number;
  signal?: AbortSignal;
};

/** `type` is the media type without parameters, lower-case; `url` where the answer came from in the end. */
export type OutgoingResponse = {
  status: number;
  type: string;
  url: string;
  content: AsyncIterable<Uint8Array>;
};

/**
 * The one way to the web (architecture §5, boundary 4). Throws Failure `blocked_address` for what is not http or https,
 * or leads to this machine, its network or a metadata service, by the address that is really connected to; `too_large`,
 * `fetch_timeout`, `too_many_redirects`, `unreachable`.
 */
export type OutgoingFetch = (url: string, request: OutgoingRequest) => Promise<OutgoingResponse>;
