/** Failure codes, each with its message. */
export type Codes = Readonly<Record<string, string>>;

/** The refusals a row may answer in addition to its own errors: by status, the codes and their messages. */
export const sharedErrors: Record<number, { when: string; codes: Codes }> = {
  400: {
    when: 'The request is not what this address takes',
    codes: {
      invalid_input: 'limit must be a whole number.',
      invalid_json: 'The body is not valid JSON. Send one JSON object, or no body at all.',
      invalid_body: 'The body must be one JSON object.',
      contradictory_input:
        'dry_run is stated in the query and, differently, in the body. Nothing was done. State it once.',
      malformed_id: 'message_id: an id is a UUID of the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx.',
      invalid_request: 'The request could not be read. Check how its address, headers and body are written.',
      invalid_target: 'The address must be a path that begins with a slash.',
      invalid_idempotency_key:
        'The header Idempotency-Key must be 1 to 255 printable ASCII characters, such as a UUID.',
      unknown_client_kind: 'The header x-client-kind must be one of agent, mcp, script, cli, web.',
    },
  },
  401: { when: 'No token, or none of this Posthorn', codes: { unauthorized: 'unauthorized' } },
  403: {
    when: 'Who asks may not ask this, or not from there',
    codes: {
      policy: 'The safety policy is "read-only", which does not allow changing mail or settings.',
      people_only: 'Only the owner may ask this, with the token of their own.',
      client_kind_raised: 'This token was made for "agent", and the header x-client-kind cannot make it "web".',
      host_missing: 'missing Host header',
      host_not_allowed: 'Host header not in allowlist',
      origin_not_allowed: 'Origin not in allowlist',
    },
  },
  404: {
    when: 'What is asked for is not here',
    codes: { not_found: 'There is no such message here. It may have been deleted, or moved to another account.' },
  },
  408: {
    when: 'The request did not arrive in time',
    codes: { request_timeout: 'The request did not arrive in time.' },
  },
  409: {
    when: 'It cannot be done as things stand',
    codes: {
      idempotency_in_flight: 'The first request with this Idempotency-Key is still being carried out.',
      outcome_unknown: 'It is not known whether the first request with this Idempotency-Key was carried out.',
    },
  },
  412: {
    when: 'The record has been changed since it was read',
    codes: { changed_meanwhile: 'This was changed by somebody else meanwhile. Read it again.' },
  },
  413: { when: 'The body is too large', codes: { body_too_large: 'The body is larger than this address takes.' } },
  414: {
    when: 'The address is too long',
    codes: { address_too_long: 'The address is longer than 12000 characters. Shorten the query.' },
  },
  415: {
    when: 'The body is not JSON',
    codes: { unsupported_media_type: 'The body must be JSON, sent as content-type application/json.' },
  },
  422: {
    when: 'It is understood, and cannot be done',
    codes: { idempotency_key_reused: 'This Idempotency-Key has been used for another request in the last 24 hours.' },
  },
  426: {
    when: 'Only a WebSocket is served here',
    codes: { upgrade_required: 'Events come over a WebSocket: connect to this address with ws://.' },
  },
  429: {
    when: 'Too much at once',
    codes: {
      too_many_connections: 'Too many connections are open. Close some of them.',
      too_much_at_once: 'Too many requests wait on this connection. Read their answers first.',
    },
  },
  431: {
    when: 'The headers are too large',
    codes: { headers_too_large: 'The address and headers together are larger than 16 KB.' },
  },
  500: {
    when: 'A fault of Posthorn',
    codes: { internal: 'Something went wrong inside Posthorn. Its log says more under the request id.' },
  },
  503: {
    when: 'It cannot be done now',
    codes: {
      worker_crashed: 'A part of Posthorn had to be restarted. Please try again in a moment.',
      store_damaged: 'The mail database on this computer is damaged. Your mail on its servers is not affected.',
      store_missing: 'The mail database is missing, although mail was stored here before.',
      store_unreadable: 'The mail database cannot be opened.',
      database_newer: 'The mail database was written by a newer Posthorn.',
      restore_incomplete: 'The restore of a backup could not be put into place.',
      disk_read_only: 'The disk is read-only, so nothing can be saved.',
      disk_error: 'The disk reports errors, so nothing can be saved.',
    },
  },
  507: {
    when: 'The disk is full',
    codes: {
      disk_full: 'The disk is full, so nothing can be saved. Free some space; Posthorn then goes on by itself.',
    },
  },
};
