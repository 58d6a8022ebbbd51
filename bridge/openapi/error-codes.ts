/** Failure codes, each with its message. */
export type Codes = Readonly<Record<string, string>>;

/** The refusals a row may answer in addition to its own errors: by status, the codes and their messages. */
export const sharedErrors: Record<number, { when: string; codes: Codes }> = {
  400: {
    when: 'The request is invalid',
    codes: {
      invalid_input: 'limit must be a whole number.',
      invalid_json: 'The body isn’t valid JSON. Send one JSON object, or no body.',
      invalid_body: 'The body must be one JSON object.',
      contradictory_input: 'dry_run has different values in the query and the body. Nothing was changed. Send it once.',
      malformed_id: 'message_id: an id is a UUID of the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx.',
      invalid_request: 'The request couldn’t be read. Check how its address, headers and body are written.',
      invalid_target: 'The address must be a path that begins with a slash.',
      invalid_idempotency_key:
        'The header Idempotency-Key must be 1 to 255 printable ASCII characters, such as a UUID.',
      unknown_client_kind: 'The header x-client-kind must be one of agent, mcp, script, cli, web.',
    },
  },
  401: { when: 'The token is missing or unknown', codes: { unauthorized: 'unauthorized' } },
  403: {
    when: 'The caller or its origin isn’t allowed to send this request',
    codes: {
      policy: 'The safety policy is "read-only", which doesn’t allow changing mail or settings.',
      people_only: 'Only the owner can send this request, using the owner’s token.',
      client_kind_raised: 'This token was created for "agent". The header x-client-kind can’t change that to "web".',
      host_missing: 'missing Host header',
      host_not_allowed: 'Host header not in allowlist',
      origin_not_allowed: 'Origin not in allowlist',
    },
  },
  404: {
    when: 'Not found',
    codes: { not_found: 'There is no such message. It may have been deleted or moved to another account.' },
  },
  408: {
    when: 'The request didn’t arrive in time',
    codes: { request_timeout: 'The request didn’t arrive in time.' },
  },
  409: {
    when: 'The current state doesn’t allow this',
    codes: {
      idempotency_in_flight: 'The first request with this Idempotency-Key is still in progress.',
      outcome_unknown: 'We couldn’t confirm whether the first request with this Idempotency-Key was carried out.',
    },
  },
  412: {
    when: 'The record has changed since it was read',
    codes: { changed_meanwhile: 'Someone else has changed this in the meantime. Reload it and try again.' },
  },
  413: { when: 'The body is too large', codes: { body_too_large: 'The body is larger than this address accepts.' } },
  414: {
    when: 'The address is too long',
    codes: { address_too_long: 'The address is longer than 12000 characters. Shorten the query.' },
  },
  415: {
    when: 'The body isn’t JSON',
    codes: { unsupported_media_type: 'The body must be JSON, sent as content-type application/json.' },
  },
  422: {
    when: 'The request is valid but can’t be carried out',
    codes: { idempotency_key_reused: 'This Idempotency-Key has been used for another request in the last 24 hours.' },
  },
  426: {
    when: 'This address serves WebSockets only',
    codes: { upgrade_required: 'Connect with ws://, or send the header "Accept: text/event-stream".' },
  },
  429: {
    when: 'Too many requests or connections',
    codes: {
      too_many_connections: 'Too many connections are open. Close some of them.',
      rate_limited: 'This token has sent as many requests as it may in a minute. Try again after Retry-After seconds.',
      too_much_at_once: 'Too many requests are waiting on this connection. Read their replies first.',
    },
  },
  431: {
    when: 'The headers are too large',
    codes: { headers_too_large: 'The address and headers together are larger than 16 KB.' },
  },
  500: {
    when: 'An internal error',
    codes: { internal: 'Something went wrong in Posthorn. For details, look in the log for request id.' },
  },
  503: {
    when: 'Temporarily unavailable',
    codes: {
      worker_crashed: 'Part of Posthorn had to restart. Try again in a moment.',
      store_damaged: 'The mail database on this computer is damaged. Your mail on its servers isn’t affected.',
      store_missing: 'The mail database is missing, although mail was stored here before.',
      store_unreadable: 'The mail database can’t be opened.',
      database_newer: 'The mail database was written by a newer Posthorn.',
      restore_incomplete: 'A restored backup couldn’t be put in place.',
      disk_read_only: 'The disk is read-only, so nothing can be saved.',
      disk_error: 'The disk reports errors, so nothing can be saved.',
    },
  },
  507: {
    when: 'The disk is full',
    codes: {
      disk_full: 'The disk is full, so nothing can be saved. Free up some space, and Posthorn continues automatically.',
    },
  },
};
