// Generated from the OpenAPI document by clients/generate.ts. Changes are lost.
import {
  callsOf,
  readEvents,
  type CallOptions,
  type ClientOptions,
  type EventOptions,
  type UploadContent,
} from './runtime.ts';

export { isWebhookGenuine, pages, PendingApproval, PosthornError } from './runtime.ts';

export type AccountAddress = {
  account_id: string;
  email: string;
  is_primary: boolean;
};

/** What the server and Posthorn can do for an account */
export type AccountCapabilitiesData = {
  labels: boolean;
  server_search: boolean;
  delta_sync: boolean;
  push: boolean;
  batch_operations: boolean;
  native_thread_ids: boolean;
  supports_send: boolean;
  supports_local_drafts: boolean;
  supports_server_drafts: boolean;
};

/** An account as config.toml has it, without what is secret */
export type AccountConfigData = {
  key: string;
  name: string;
  email: string;
  enabled: boolean;
  is_default: boolean;
  sync:
    | {
        type: 'imap';
        host: string;
        port: number;
        username: string;
        auth_required: boolean;
        use_tls: boolean;
        implicit_tls?: boolean;
        password_ref: string;
      }
    | {
        type: 'gmail';
        client_id?: string | null;
        client_secret?: string | null;
        credential_source: 'bundled' | 'custom';
        token_ref: string;
      }
    | {
        type: 'outlook_personal';
        client_id?: string | null;
        token_ref: string;
      }
    | {
        type: 'outlook_work';
        client_id?: string | null;
        token_ref: string;
      }
    | {
        type: 'fake';
      }
    | null;
  send:
    | {
        type: 'smtp';
        host: string;
        port: number;
        username: string;
        auth_required: boolean;
        use_tls: boolean;
        implicit_tls?: boolean;
        password_ref: string;
      }
    | {
        type: 'gmail';
      }
    | {
        type: 'outlook_personal';
        client_id?: string | null;
        token_ref: string;
      }
    | {
        type: 'outlook_work';
        client_id?: string | null;
        token_ref: string;
      }
    | {
        type: 'fake';
      }
    | null;
  password_stored: {
    sync: boolean | null;
    send: boolean | null;
  };
};

/** Where an address has its mail, as far as can be found out */
export type AccountDiscovery = {
  email: string;
  domain: string;
  provider: {
    id: string;
    name: string;
    sign_in: 'password' | 'app_password' | 'browser';
    supported: boolean;
    steps: string[];
    help_url: string | null;
    browser_type: 'gmail' | 'outlook_personal' | 'outlook_work' | null;
    has_client: boolean;
    note: string | null;
  } | null;
  sync: {
    host: string;
    port: number;
    use_tls: boolean;
    auth_required: boolean;
    username: string;
  } | null;
  send: {
    host: string;
    port: number;
    use_tls: boolean;
    auth_required: boolean;
    username: string;
  } | null;
  source: 'known' | 'mx' | 'srv' | 'autoconfig' | 'guess' | 'none';
  did_you_mean: string | null;
  trouble: string | null;
};

export type AccountMutationResultData = {
  account_id: string;
  account_name: string;
  succeeded: number;
  skipped: number;
  failed: number;
  error: string | null;
};

export type AccountOperationResult = {
  ok: boolean;
  summary: string;
  save: AccountOperationStep | null;
  auth: AccountOperationStep | null;
  sync: AccountOperationStep | null;
  send: AccountOperationStep | null;
  troubles: AccountTrouble[];
  device_code_url: string | null;
  device_code_user_code: string | null;
};

export type AccountOperationStep = {
  ok: boolean;
  detail: string;
};

export type AccountSummaryData = {
  account_id: string;
  key: string | null;
  name: string;
  email: string;
  addresses: string[];
  provider_kind: string;
  sync_kind: string | null;
  send_kind: string | null;
  enabled: boolean;
  is_default: boolean;
  source: 'runtime' | 'config' | 'both';
  editable: 'full' | 'runtime_only';
  capabilities: AccountCapabilitiesData;
  health: {
    state: 'synced' | 'syncing' | 'waiting' | 'needs_attention' | 'disabled';
    message: string;
  };
};

export type AccountSyncStatus = {
  account_id: string;
  account_name: string;
  sync_in_progress: boolean;
  healthy: boolean;
  last_attempt_at: string | null;
  last_success_at: string | null;
  last_synced_count: number;
  last_error: string | null;
  failure_class: string | null;
  consecutive_failures: number;
  backoff_until: string | null;
  current_cursor_summary: string | null;
  notice: string | null;
  progress: SyncProgressData | null;
};

/** What stands in the way, in words for who never set up mail */
export type AccountTrouble = {
  where: 'sync' | 'send' | 'auth' | 'save';
  what:
    | 'password'
    | 'sign_in'
    | 'username'
    | 'server_name'
    | 'port'
    | 'no_encryption'
    | 'certificate'
    | 'network'
    | 'keychain'
    | 'refused'
    | 'busy'
    | 'other';
  host: string | null;
  field: 'email' | 'password' | 'username' | 'host' | 'port' | 'use_tls' | null;
  message: string;
  technical: string | null;
  suggestion: {
    host?: string;
    port?: number;
    use_tls?: boolean;
  } | null;
};

/** Sent as `ts,id` */
export type ActivityCursor = {
  id: number;
  ts: number;
};

/** Something that was done */
export type ActivityEntry = {
  id: number;
  ts: number;
  source: ClientKind;
  token_id: string | null;
  action: string;
  tier: ActivityTier;
  account_id: string | null;
  target_kind: string | null;
  target_id: string | null;
  outcome: string;
  took_ms: number;
  context: Record<string, unknown> | null;
  redacted: boolean;
};

export type ActivityExportFormat = 'csv' | 'json' | 'ndjson';

export type ActivityFilter = {
  account_id?: string | null;
  action_prefix?: string | null;
  actions: string[];
  include_redacted: boolean;
  query?: string | null;
  since?: number | null;
  sources: ClientKind[];
  target_id?: string | null;
  target_kind?: string | null;
  tiers: ActivityTier[];
  until?: number | null;
};

export type ActivityFilterInput = {
  account_id?: string | null;
  action_prefix?: string | null;
  actions?: string[];
  include_redacted?: boolean;
  query?: string | null;
  since?: number | null;
  sources?: ClientKind[];
  target_id?: string | null;
  target_kind?: string | null;
  tiers?: ActivityTier[];
  until?: number | null;
};

/** While it lasts nothing is recorded */
export type ActivityPause = {
  since: number;
  until: number | null;
};

export type ActivityStatBucket = {
  key: string;
  count: number;
};

export type ActivityTier = 'ephemeral' | 'standard' | 'important';

export type Address = {
  name: string | null;
  email: string;
};

/** What was changed in a text for an agent or a tool, and what is suspicious */
export type AgentReport = {
  sender_check: 'known' | 'ok' | 'unverified' | 'suspicious' | null;
  hidden: {
    kind: 'style' | 'characters' | 'comments' | 'other_text';
    characters: number;
  }[];
  links: number;
  images: number;
  injection: {
    score: number;
    reasons: string[];
  };
  is_cut: boolean;
};

/** Whether agents and tools may ask for anything at all */
export type AgentsState = {
  paused: boolean;
};

/** A request of an agent or a tool that only the owner can let through */
export type Approval = {
  approval_id: string;
  status:
    | 'pending'
    | 'approved'
    | 'running'
    | 'done'
    | 'failed'
    | 'unknown'
    | 'declined'
    | 'withdrawn'
    | 'outdated'
    | 'expired';
  request: string;
  action: 'send' | 'change' | 'operate';
  caller_name: string;
  origin: 'agent' | 'mcp';
  token_id: string | null;
  reason: string | null;
  content: ApprovalContent;
  payload_hash: string;
  requested_at: string;
  expires_at: string;
  decided_at: string | null;
  decline_reason: string | null;
  ended_at: string | null;
  reply: Record<string, unknown> | null;
  error: {
    code: string;
    message: string;
  } | null;
};

/** What a request would do, as it was when it was made */
export type ApprovalContent = {
  account_id: string | null;
  draft_id: string | null;
  messages: ApprovalMessage[];
  message_count: number;
  changed_from: {
    of: 'owner_draft' | 'earlier_request';
    at: string;
    to: Address[];
    cc: Address[];
    bcc: Address[];
    subject: string;
    body: string;
  } | null;
  mail: {
    message_id: string;
    thread_id: string;
    subject: string;
    sender: string;
  }[];
  mail_count: number;
  details: {
    name: string;
    value: string;
  }[];
};

/** A message as it would be sent */
export type ApprovalMessage = {
  from: string | null;
  to: {
    name: string | null;
    email: string;
    is_new: boolean;
  }[];
  cc: {
    name: string | null;
    email: string;
    is_new: boolean;
  }[];
  bcc: {
    name: string | null;
    email: string;
    is_new: boolean;
  }[];
  subject: string;
  body: string;
  attachments: {
    name: string;
    size: number;
  }[];
};

export type AttachmentContent = {
  attachment_id: string;
  filename: string;
  mime_type: string;
  size_bytes: number;
  content_base64: string;
};

export type AttachmentFile = {
  attachment_id: string;
  filename: string;
  path: string;
};

export type AttachmentMeta = {
  id: string;
  message_id: string;
  provider_id: string;
  filename: string;
  mime_type: string;
  size_bytes: number;
  disposition: 'attachment' | 'inline' | 'unspecified';
  content_id: string | null;
  content_location: string | null;
  local_path: string | null;
  on_server: boolean;
  shown: boolean;
};

export type AttachmentPreview =
  | {
      form: 'text';
      text: string;
      charset: string;
      is_cut: boolean;
    }
  | {
      form: 'markdown';
      html: string;
      is_cut: boolean;
    }
  | {
      form: 'table';
      head: string[];
      rows: string[][];
      columns: number;
      is_cut: boolean;
    }
  | {
      form: 'calendar';
      events: {
        component_kind: string;
        method: string | null;
        uid: string | null;
        recurrence_id: string | null;
        this_and_future: boolean;
        sequence: number | null;
        dtstamp: string | null;
        status: string | null;
        summary: string | null;
        description: string | null;
        location: string | null;
        starts_at: string | null;
        ends_at: string | null;
        starts_local: string | null;
        ends_local: string | null;
        all_day: boolean;
        time_zone: string | null;
        rrule: string | null;
        repeats: CalendarRepetition | null;
        organizer: CalendarPerson | null;
        attendees: CalendarAttendee[];
        rsvp_requested: boolean;
        url: string | null;
        warnings: string[];
      }[];
      is_cut: boolean;
    }
  | {
      form: 'contacts';
      contacts: ContactCard[];
      is_cut: boolean;
    }
  | {
      form: 'message';
      subject: string;
      from: Address;
      to: Address[];
      cc: Address[];
      date: string | null;
      text: string;
      text_blocks: TextBlock[];
      attachments: {
        place: number;
        filename: string;
        mime_type: string;
        size_bytes: number;
      }[];
      notes: string[];
      is_cut: boolean;
    };

/** A sign-in with Google or Microsoft that is under way. It holds no token */
export type AuthSessionData = {
  session_id: string;
  account_key: string;
  flow: 'auto' | 'installed' | 'device';
  state: 'starting' | 'waiting_for_user' | 'authorized' | 'failed' | 'cancelled';
  auth_url: string | null;
  verification_uri: string | null;
  user_code: string | null;
  poll_interval_secs: number | null;
  expires_at_unix: number | null;
  error: string | null;
  message: string | null;
  admin_consent_url: string | null;
};

/** A copy of the mail and settings as they were at one moment */
export type Backup = {
  name: string;
  kind: 'automatic' | 'manual';
  made_at: string;
  bytes: number;
  messages: number;
  drafts: number | null;
  is_sound: boolean;
  checked_at: string | null;
  note: string | null;
};

/** A sender whose new mail goes to the trash in these accounts */
export type BlockedSender = {
  sender: string;
  blocked_at: string;
  account_ids: string[];
};

/** Whether a text is as it was sent, or made from another part */
export type BodyPartSource = 'exact' | 'derived_from_plain' | 'derived_from_html' | 'best_effort_summary';

export type CalendarAttendee = {
  email: string;
  name: string | null;
  partstat: string | null;
  role: string | null;
  rsvp: boolean | null;
  uri: string | null;
};

export type CalendarInviteActionData = 'accept' | 'tentative' | 'decline';

export type CalendarInviteData = {
  id: string;
  account_id: string;
  message_id: string;
  thread_id: string;
  metadata: CalendarMetadata;
  own_answer: CalendarOwnAnswer | null;
  created_at: number;
  updated_at: number;
};

export type CalendarInviteResponsePreview = {
  action: CalendarInviteActionData;
  message_id: string;
  attendee_email: string;
  organizer_email: string;
  subject: string;
  body_text: string;
  ics: string;
  warnings: string[];
};

export type CalendarInviteResponseResult = {
  action: CalendarInviteActionData;
  message_id: string;
  rfc2822_message_id: string;
  provider_message_id: string | null;
  send_id: string;
  draft_id: string;
  send_at: string;
};

/** What calendar mail says of an event (RFC 5545, RFC 5546) */
export type CalendarMetadata = {
  component_kind: string;
  method: string | null;
  uid: string | null;
  recurrence_id: string | null;
  this_and_future: boolean;
  sequence: number | null;
  dtstamp: string | null;
  status: string | null;
  summary: string | null;
  description: string | null;
  location: string | null;
  starts_at: string | null;
  ends_at: string | null;
  starts_local: string | null;
  ends_local: string | null;
  all_day: boolean;
  time_zone: string | null;
  rrule: string | null;
  repeats: CalendarRepetition | null;
  organizer: CalendarPerson | null;
  attendees: CalendarAttendee[];
  rsvp_requested: boolean;
  url: string | null;
  warnings: string[];
  is_update: boolean;
  raw_ics: string | null;
  viewer_attendee_email: string | null;
  viewer_partstat: 'needs_action' | 'accepted' | 'tentative' | 'declined' | 'delegated' | null;
};

/** One event of a series, as it takes place */
export type CalendarOccurrence = {
  ends_at: string | null;
  ends_local: string | null;
  all_day: boolean;
  time_zone: string | null;
  summary: string | null;
  location: string | null;
  this_and_future: boolean;
  recurrence_id: string;
  starts_at: string;
  starts_local: string;
  is_cancelled: boolean;
  message_id: string | null;
  thread_id: string | null;
};

/** What the owner answered from here, and what became of the mail */
export type CalendarOwnAnswer = {
  partstat: 'accepted' | 'tentative' | 'declined';
  comment: string | null;
  answered_at: string;
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'unknown';
  trouble: string | null;
  draft_id: string;
  send_id: string;
};

export type CalendarPerson = {
  email: string;
  name: string | null;
  uri: string | null;
};

/** How an event repeats */
export type CalendarRepetition = {
  frequency: 'daily' | 'weekly' | 'monthly' | 'yearly' | 'other';
  interval: number;
  weekdays: {
    day: 'MO' | 'TU' | 'WE' | 'TH' | 'FR' | 'SA' | 'SU';
    nth: number | null;
  }[];
  position: number | null;
  month_days: number[];
  months: number[];
  count: number | null;
  until: string | null;
};

/** A series of events with all that messages say of it */
export type CalendarSeries = {
  message_id: string;
  thread_id: string;
  starts_at: string;
  starts_local: string;
  all_day: boolean;
  time_zone: string | null;
  repeats: CalendarRepetition;
  next: {
    ends_at: string | null;
    ends_local: string | null;
    all_day: boolean;
    time_zone: string | null;
    summary: string | null;
    location: string | null;
    this_and_future: boolean;
    recurrence_id: string;
    starts_at: string;
    starts_local: string;
    is_cancelled: boolean;
    message_id: string | null;
    thread_id: string | null;
    viewer_partstat: 'needs_action' | 'accepted' | 'tentative' | 'declined' | 'delegated' | null;
    own_answer: CalendarOwnAnswer | null;
  } | null;
  changes: CalendarOccurrence[];
};

/** Ids of what was added, changed and removed; each is in one of the lists */
export type ChangedIds = {
  created: string[];
  updated: string[];
  destroyed: string[];
};

export type CitationRef = {
  field?: string;
  message_id?: string | null;
  quote?: string;
  thread_id?: string | null;
};

/** What a received message is, and why */
export type Classification = {
  message_id: string;
  mail_kind: MailKind | null;
  explanation: string;
  sender: string;
  list_id: string | null;
  corrected: 'sender' | 'list' | null;
  may_need_you_now: boolean;
};

/** Who asked */
export type ClientKind = 'human' | 'web' | 'cli' | 'script' | 'daemon' | 'agent' | 'mcp';

/** What someone has promised */
export type CommitmentData = {
  id: string;
  account_id: string;
  direction: 'yours' | 'theirs';
  email: string;
  person_label: string | null;
  who_owes: string;
  what: string;
  by_when: string | null;
  due_words: string | null;
  when_label: string;
  overdue: boolean;
  status: 'open' | 'resolved' | 'expired';
  thread_id: string;
  evidence_msg_id: string;
  span: {
    start: number | null;
    end: number | null;
  };
  subject: string;
  said_at: string;
  extracted_at: string;
  resolved_at: string | null;
  looks_kept_by: string | null;
  origin: 'rules' | 'model';
};

/** A file that was given to a draft */
export type ComposeFile = {
  path: string;
  filename: string;
  mime_type: string;
  size_bytes: number;
  cid: string | null;
  listed: boolean;
  ready: boolean;
};

export type ComposeFrontmatter = {
  to: string;
  cc: string;
  bcc: string;
  subject: string;
  from: string;
  'in-reply-to'?: string;
  references?: string[];
  'thread-id'?: string;
  intent?: 'reply' | 'reply_all' | 'forward';
  attach: string[];
  signature?: string;
};

export type ComposeIssue = {
  severity: 'error' | 'warning';
  message: string;
};

export type ComposeKind = 'new' | 'reply' | 'reply_all' | 'forward' | 'invite_reply';

export type ComposeSession = {
  draftPath: string;
  rawContent: string;
  frontmatter: ComposeFrontmatter;
  bodyMarkdown: string;
  previewHtml: string;
  issues: ComposeIssue[];
  cursorLine?: number;
  accountId?: string;
  kind?: ComposeKind;
  editorCommand?: string;
  draftId: string;
  revision: number;
  savedAt: string;
  files: ComposeFile[];
  sourceMessageId: string | null;
};

/** Settings that hold from now on, by dotted key; or `trouble`, where the file can be followed no more */
export type ConfigChangedEvent = {
  event: 'ConfigChanged';
  seq: number;
  ts: string;
  keys: string[];
  trouble: string | null;
};

/** One key of config.toml that is wrong */
export type ConfigNote = {
  severity: 'warning' | 'error';
  key: string;
  line: number | null;
  message: string;
};

/** How evenly two people write to each other */
export type ContactAsymmetryRow = {
  email: string;
  display_name: string | null;
  total_inbound: number;
  total_outbound: number;
  asymmetry: number;
  last_seen_at: string;
};

/** A person in a vCard (RFC 6350) */
export type ContactCard = {
  name: string | null;
  nickname: string | null;
  organization: string | null;
  title: string | null;
  emails: {
    value: string;
    label: string | null;
  }[];
  phones: {
    value: string;
    label: string | null;
  }[];
  addresses: {
    value: string;
    label: string | null;
  }[];
  urls: {
    value: string;
    label: string | null;
  }[];
  birthday: string | null;
  note: string | null;
};

/** A person who has not written for a while */
export type ContactDecayRow = {
  email: string;
  display_name: string | null;
  last_inbound_at: string;
  last_outbound_at: string | null;
  days_since_inbound: number;
  days_since_outbound: number | null;
};

/** How two people write to each other */
export type ContactStyleData = {
  avg_sentence_len: number;
  avg_sentence_len_theirs: number;
  formality_score: number;
  formality_score_theirs: number;
  msg_count_used: number;
  msg_count_used_theirs: number;
  computed_at: string;
  source_hash: string;
};

/** Deliveries were found, have changed or are gone */
export type DeliveriesUpdatedEvent = {
  event: 'DeliveriesUpdated';
  seq: number;
  ts: string;
  account_id: string;
  delivery_ids: string[];
};

/** A parcel, or an order of which no parcel is known yet */
export type DeliveryData = {
  id: string;
  account_id: string;
  carrier: string | null;
  merchant: string | null;
  order_number: string | null;
  order_numbers: string[];
  tracking_number: string | null;
  tracking_url: string | null;
  tracking_host: string | null;
  items: DeliveryItemData[];
  status: DeliveryStatus;
  eta_from: string | null;
  eta_until: string | null;
  delivered_at: string | null;
  resolved_at: string | null;
  dismissed_at: string | null;
  last_event_at: string;
  source: 'schema' | 'llm' | 'heuristic';
  confidence: number;
  thread_id: string | null;
  message_ids: string[];
  events: DeliveryEvent[];
  created_at: string;
  updated_at: string;
};

/** What a message says of a delivery */
export type DeliveryEvent = {
  message_id: string | null;
  thread_id: string | null;
  subject: string | null;
  from_name: string | null;
  from_email: string | null;
  status: DeliveryStatus;
  at: string;
  source: 'schema' | 'llm' | 'heuristic';
  reason: 'schema' | 'carrier' | 'shop' | 'number' | 'wording';
  quote: string | null;
};

export type DeliveryItemData = {
  name: string;
  quantity: number | null;
};

export type DeliveryScanSummary = {
  scanned: number;
  shortlisted: number;
  created: number;
  updated: number;
  dry_run: boolean;
};

/** Where a parcel is */
export type DeliveryStatus =
  | 'ordered'
  | 'info_received'
  | 'in_transit'
  | 'out_for_delivery'
  | 'attempt_fail'
  | 'available_for_pickup'
  | 'delivered'
  | 'exception'
  | 'returned'
  | 'expired';

/** A conversation that asks for something */
export type DeskRow = {
  lane: 'owed' | 'due' | 'waiting' | 'people_new';
  account_id: string;
  thread_id: string;
  message_id: string;
  message_ids: string[];
  counterparty_email: string;
  counterparty_name?: string;
  subject: string;
  reason: string;
  since: string;
  age_seconds: number;
  usual_seconds?: number;
  usual_samples: number;
  overdue: boolean;
  unread: boolean;
  starred: boolean;
};

/** How much is stored */
export type DoctorDataStats = {
  accounts: number;
  messages: number;
  unread_messages: number;
  starred_messages: number;
  messages_with_attachments: number;
  bodies: number;
  attachments: number;
  threads: number;
  labels: number;
  message_labels: number;
  contacts: number;
  drafts: number;
  snoozed: number;
  saved_searches: number;
  rules: number;
  rule_logs: number;
  event_log: number;
  sync_log: number;
  sync_runtime_statuses: number;
  messages_missing_semantic_chunks?: number;
  semantic_chunks: number;
  semantic_chunks_missing_embeddings?: number;
  semantic_embeddings: number;
  semantic_profiles: number;
  open_operations: number;
};

/** Something that is not as it should be, and what helps */
export type DoctorFinding = {
  code: string;
  severity: 'info' | 'warning' | 'error';
  category:
    'generic' | 'sync' | 'o_auth' | 'network' | 'search_index' | 'semantic' | 'sqlite_lock' | 'storage' | 'daemon';
  message: string;
  remediation: string[];
  account_id: string | null;
  action: {
    id:
      | 'sync_now'
      | 'retry_stuck'
      | 'repair_index'
      | 'rebuild_index'
      | 'recount_contacts'
      | 'recount_labels'
      | 'fix_file_modes'
      | 'make_backup'
      | 'restore_config'
      | 'restore_keys'
      | 'restore_secrets'
      | 'reset_config'
      | 'reset_keys'
      | 'reset_secrets';
    label: string;
  } | null;
  other_action: {
    id:
      | 'sync_now'
      | 'retry_stuck'
      | 'repair_index'
      | 'rebuild_index'
      | 'recount_contacts'
      | 'recount_labels'
      | 'fix_file_modes'
      | 'make_backup'
      | 'restore_config'
      | 'restore_keys'
      | 'restore_secrets'
      | 'reset_config'
      | 'reset_keys'
      | 'reset_secrets';
    label: string;
  } | null;
};

/** How the daemon is, and what is wrong with it */
export type DoctorReport = {
  daemon_running: true;
  daemon_pid: number;
  daemon_version: string;
  daemon_build_id: string | null;
  daemon_protocol_version: number;
  healthy: boolean;
  health_class: 'healthy' | 'degraded' | 'restart_required' | 'repair_required';
  repair_required: boolean;
  restart_required: boolean;
  findings: DoctorFinding[];
  recommended_next_steps: string[];
  is_deep: boolean;
  data_dir_exists: boolean;
  database_exists: boolean;
  database_path: string;
  database_size_bytes: number;
  index_exists: boolean;
  index_path: string;
  index_size_bytes: number;
  index_lock_held: boolean;
  index_lock_error: string | null;
  lexical_index_freshness: IndexFreshness;
  lexical_last_rebuilt_at: string | null;
  log_path: string;
  log_size_bytes: number;
  free_bytes: number | null;
  recent_error_logs: string[];
  recent_sync_events: EventLogEntry[];
  last_successful_sync_at: string | null;
  sync_statuses: AccountSyncStatus[];
  data_stats: DoctorDataStats | null;
  feature_health: null;
  semantic_enabled: boolean;
  semantic_active_profile: string | null;
  semantic_index_freshness: IndexFreshness;
  semantic_last_indexed_at: string | null;
  socket_exists: boolean;
  socket_reachable: boolean;
  stale_socket: boolean;
  secret_store: 'keychain' | 'file' | 'vault' | null;
  token_store: 'keychain' | 'files' | 'vault' | null;
  workers: WorkerHealth[];
};

export type Draft = {
  id: string;
  account_id: string;
  from?: Address | null;
  to: Address[];
  cc: Address[];
  bcc: Address[];
  subject: string;
  body_markdown?: string | null;
  body_html?: string | null;
  body_text?: string | null;
  attachments: string[];
  inline_assets?: InlineAsset[];
  inline_calendar_reply?: InlineCalendarReply | null;
  intent?: DraftIntent;
  reply_headers?: ReplyHeaders | null;
  created_at: string;
  updated_at: string;
  state?: DraftState;
};

export type DraftIntent = 'new' | 'reply' | 'reply_all' | 'forward';

export type DraftLengthHintData = 'short' | 'medium' | 'long';

export type DraftRefineKnobsData = {
  shorter?: boolean;
  warmer?: boolean;
  more_formal?: boolean;
  less_emoji?: boolean;
  my_voice?: boolean;
  add_context?: string | null;
};

export type DraftSafetyIssue = {
  code: DraftSafetyIssueCode;
  severity: DraftSafetySeverity;
  message: string;
  detail?: string | null;
  citations?: CitationRef[];
  source?: string;
  override_token?: string | null;
};

export type DraftSafetyIssueCode =
  | 'no_recipients'
  | 'invalid_recipient'
  | 'missing_reply_all_recipient'
  | 'wrong_recipient'
  | 'missing_attachment'
  | 'reply_all'
  | 'pii_secret'
  | 'tone_mismatch'
  | 'answer_coverage'
  | 'commitment_candidate'
  | 'send_time_note'
  | 'sensitive_domain'
  | 'confidential_marker'
  | 'first_time_external'
  | 'empty_subject'
  | 'empty_body'
  | 'unfilled_placeholder';

export type DraftSafetyReport = {
  allowed: boolean;
  verdict?: DraftSafetyVerdict;
  issues: DraftSafetyIssue[];
  checked_at?: string | null;
};

export type DraftSafetySeverity = 'info' | 'warning' | 'blocker';

export type DraftSafetyVerdict = 'safe' | 'warn' | 'blocked';

/** Still a draft, scheduled, being sent, sent, refused by the server, or unconfirmed */
export type DraftState = 'draft' | 'queued' | 'sending' | 'sent' | 'failed' | 'unknown';

export type DraftSummary = {
  id: string;
  account_id: string;
  subject: string;
  recipients: string;
  snippet: string;
  updated_at: string;
  updated_at_label: string;
  updated_at_full: string;
  updated_at_relative: string;
  attachment_count: number;
  content_kind: 'markdown' | 'html';
  inline_asset_count: number;
  state: DraftState;
  intent: DraftIntent;
  thread_id: string | null;
  draft_path: string | null;
  on_server: 'no' | 'waiting' | 'yes';
  trouble: string | null;
};

/** Drafts were created, changed, discarded or sent */
export type DraftsUpdatedEvent = {
  event: 'DraftsUpdated';
  seq: number;
  ts: string;
  account_id: string;
  draft_ids: string[];
};

/** What a rule would do */
export type DryRunResultData = {
  rule_id: string;
  rule_name: string;
  matches: RuleDryRunMatch[];
  total: number;
  message_ids: string[];
};

/** A message without its body */
export type Envelope = {
  id: string;
  account_id: string;
  thread_id: string;
  provider_id: string;
  from: Address;
  to: Address[];
  cc: Address[];
  bcc: Address[];
  subject: string;
  snippet: string;
  date: string;
  flags: string;
  flags_bits: number;
  has_attachments: boolean;
  size_bytes: number;
  message_id_header: string | null;
  in_reply_to: string | null;
  references: string[];
  unsubscribe: UnsubscribeMethod;
};

/** The content of a text frame or of a server-sent event. `seq` always increases */
export type PosthornEvent =
  | SyncStartedEvent
  | SyncFinishedEvent
  | SyncCompletedEvent
  | SyncErrorEvent
  | NewMessagesEvent
  | MailUpdatedEvent
  | MailRemovedEvent
  | LabelCountsUpdatedEvent
  | SavedSearchesUpdatedEvent
  | OperationStartedEvent
  | OperationProgressEvent
  | OperationCompletedEvent
  | OperationFailedEvent
  | OperationCancelledEvent
  | MutationCompletedEvent
  | MutationReconciliationFailedEvent
  | MessageUnsnoozedEvent
  | ReminderTriggeredEvent
  | ScheduledSendFlushedEvent
  | DraftsUpdatedEvent
  | DeliveriesUpdatedEvent
  | RulesUpdatedEvent
  | RulePausedEvent
  | OutboxUpdatedEvent
  | SendBouncedEvent
  | ThreadGistReadyEvent
  | ConfigChangedEvent
  | StoreStateChangedEvent
  | LocalPageAskedEvent
  | IndexBootstrappedEvent
  | EventsLaggedEvent;

/** One event that was recorded, in words */
export type EventLogEntry = {
  seq: number;
  event: string;
  timestamp: number;
  level: 'info' | 'warn' | 'error';
  category: 'client' | 'config' | 'index' | 'job' | 'mail' | 'operation' | 'sync';
  summary: string;
  details: string | null;
  account_id: string | null;
  message_id: string | null;
  rule_id: string | null;
};

/** A client was too slow, or asked for what is recorded no more: it missed `skipped` events at least, up to `seq`, and must read again what it shows */
export type EventsLaggedEvent = {
  event: 'EventsLagged';
  seq: number;
  ts: string;
  skipped: number;
};

export type ExpertSuggestionData = {
  email: string;
  display_name: string | null;
  answered_thread_count: number;
  evidence_msg_ids: string[];
  reason: string;
};

/** To read, for programs, for mail programs, or as data for a language model */
export type ExportFormat = 'Markdown' | 'Json' | 'Mbox' | 'LlmContext';

/** An image that a message’s HTML shows */
export type HtmlImageAsset = {
  source: string;
  kind: HtmlImageSourceKind;
  status: HtmlImageAssetStatus;
  path: string | null;
  mime_type: string | null;
  data_url: string | null;
  tracker: boolean;
  tracker_name: string | null;
  detail: string | null;
};

/** Whether the image is here, was not fetched on purpose, is not there, is no bitmap, or could not be fetched this time */
export type HtmlImageAssetStatus = 'ready' | 'blocked' | 'missing' | 'unsupported' | 'failed';

/** How the HTML names an image */
export type HtmlImageSourceKind = 'cid' | 'data_uri' | 'remote' | 'content_location' | 'file';

export type HumanizerHitData = {
  category: string;
  matched: string;
  suggestion: string | null;
};

export type HumanizerReportSummaryData = {
  score: number;
  hits: HumanizerHitData[];
};

/** A sender whose images are shown without asking */
export type ImageAllowance = {
  account_id: string;
  sender: string;
  allowed_at: string;
};

/** Sent after a repair of the index at start, and only then */
export type IndexBootstrappedEvent = {
  event: 'IndexBootstrapped';
  seq: number;
  ts: string;
  documents: number;
  repaired: boolean;
  duration_ms: number;
};

export type IndexFreshness = 'unknown' | 'current' | 'stale' | 'disabled' | 'indexing' | 'error' | 'repair_required';

export type InlineAsset = {
  cid: string;
  path: string;
};

export type InlineCalendarReply = {
  attendee_email: string;
  ics_body: string;
  partstat: 'accepted' | 'tentative' | 'declined';
  source_message_id: string;
};

/** An act that takes its time, while it runs and afterwards */
export type JobData = {
  job_id: string;
  kind: string;
  status: 'queued' | 'running' | 'succeeded' | 'failed';
  progress: {
    completed: number;
    total: number;
    succeeded: number;
    skipped: number;
    failed: number;
  };
  error: string | null;
  started_at: number;
  finished_at: number | null;
  undo_ids: string[];
  cancelled: boolean;
  can_cancel: boolean;
  account_id: string | null;
  result: MutationResultData | null;
};

/** What can be done by a key */
export type KeyAction = {
  name: string;
  does: string;
  place: 'list' | 'mail' | 'anywhere';
  default_keys: string[];
};

/** The keys of the web page */
export type Keys = {
  file: string | null;
  trouble: string | null;
  notes: ConfigNote[];
  preset: 'gmail' | 'vim';
  presets: ('gmail' | 'vim')[];
  actions: KeyAction[];
  bindings: {
    mail_list: Record<string, string[]>;
    message_view: Record<string, string[]>;
    thread_view: Record<string, string[]>;
  };
  own: string[];
};

/** What the user has said that mail of a sender or a list is */
export type KindCorrection = {
  account_id: string;
  scope: 'sender' | 'list';
  value: string;
  mail_kind: MailKind;
  corrected_at: string;
};

/** A label, which on servers of folders is a folder */
export type Label = {
  id: string;
  account_id: string;
  name: string;
  full_name: string;
  provider_id: string;
  kind: 'System' | 'Folder' | 'User';
  role: 'inbox' | 'sent' | 'drafts' | 'trash' | 'spam' | 'archive' | 'all_mail' | 'important' | 'starred' | null;
  color: string | null;
  total_count: number;
  unread_count: number;
  thread_count: number;
  unread_thread_count: number;
  pending: 'create' | 'rename' | 'delete' | null;
};

/** A label as a row shows it */
export type LabelChip = {
  id: string;
  name: string;
  kind: 'system' | 'folder' | 'user';
  color: string | null;
};

export type LabelCountsUpdatedEvent = {
  event: 'LabelCountsUpdated';
  seq: number;
  ts: string;
  account_id: string;
  counts: {
    label_id: string;
    total_count: number;
    unread_count: number;
  }[];
};

export type LargestMessageRow = {
  message_id: string;
  thread_id: string;
  date: string;
  from_email: string;
  subject: string;
  size_bytes: number;
};

/** A row with the fields that `fields` names, as far as it has them */
export type LeanRow = {
  id?: string;
  kind?: 'message' | 'thread' | 'attachment';
  account_id?: string;
  thread_id?: string;
  provider_id?: string;
  sender?: string;
  sender_detail?: string | null;
  senders?: string[];
  subject?: string;
  snippet?: string;
  date?: string;
  date_label?: string;
  date_full?: string;
  date_relative?: string;
  to?: Address[];
  cc?: Address[];
  bcc?: Address[];
  labels?: LabelChip[];
  unread?: boolean;
  starred?: boolean;
  has_attachments?: boolean;
  snoozed_until?: string;
  reply_later?: true;
  muted?: true;
  suspicious?: true;
  reminder_at?: string;
  message_count?: number;
  attachment_id?: string;
  attachment_filename?: string;
  attachment_size_bytes?: number;
};

/** What a list is opened on */
export type LensKind = 'inbox' | 'all_mail' | 'label' | 'saved_search' | 'subscription';

/** An event as its newest message has it */
export type ListedInvite = {
  id: string;
  account_id: string;
  message_id: string;
  thread_id: string;
  metadata: CalendarMetadata;
  own_answer: CalendarOwnAnswer | null;
  created_at: number;
  updated_at: number;
  state: 'current' | 'updated' | 'cancelled' | 'past';
  series: CalendarSeries | null;
};

export type LlmConfigData = {
  enabled: boolean;
  base_url: string;
  model: string;
  api_key_env: string;
  context_window: number;
  request_timeout_secs: number;
  allow_cloud_relationship_data: boolean;
  gist_concurrency: number;
  list_gists: boolean;
  overrides: LlmOverridesData;
};

export type LlmFeatureStatus = {
  feature:
    | 'summarize'
    | 'relationship_summary'
    | 'commitments'
    | 'draft_assist'
    | 'draft_new'
    | 'draft_refine'
    | 'voice_match'
    | 'humanize_rewrite'
    | 'answer_coverage'
    | 'archive_ask'
    | 'decision_log'
    | 'briefing'
    | 'expert'
    | 'delivery_extraction';
  enabled: boolean;
  model: string;
  host: string;
  local: boolean | null;
  relationship_data: boolean;
  allowed: boolean;
  why: string;
};

/** Settings of one task; what is left out or null is as in general */
export type LlmOverrideData = {
  enabled?: boolean | null;
  base_url?: string | null;
  model?: string | null;
  api_key_env?: string | null;
  context_window?: number | null;
  request_timeout_secs?: number | null;
  allow_cloud_relationship_data?: boolean | null;
};

/** By task */
export type LlmOverridesData = Record<string, LlmOverrideData | null>;

export type LlmServer = {
  name: string;
  base_url: string;
  models: string[];
};

export type LlmStatusSnapshot = {
  enabled: boolean;
  provider: string;
  base_url: string | null;
  configured_model: string;
  model: string;
  api_key_env: string | null;
  api_key_present: boolean;
  context_window: number;
  request_timeout_secs: number;
  supports_streaming: boolean;
  features: LlmFeatureStatus[];
};

/** A web page of another program on this computer */
export type LocalPage = {
  origin: string;
  state: 'waiting' | 'allowed' | 'denied';
  asked_at: string | null;
};

/** A web page of another program on this computer wants the token, and waits for a decision */
export type LocalPageAskedEvent = {
  event: 'LocalPageAsked';
  seq: number;
  ts: string;
  origin: string;
};

/** The texts of one language that the daemon gives to pages */
export type Locale = {
  code: string;
  invite: {
    card_title: string;
    chip_label_accept: string;
    chip_label_tentative: string;
    chip_label_decline: string;
    state_label_accepted: string;
    state_label_tentative: string;
    state_label_declined: string;
    hint_change_response: string;
    hint_comment: string;
    banner_cancelled: string;
    banner_publish: string;
    banner_parse_warning: string;
    banner_updated: string;
    banner_counter: string;
  };
  status: {
    invite_pending_accept: string;
    invite_pending_tentative: string;
    invite_pending_decline: string;
    invite_cancelled: string;
  };
};

/** Mail files that were given, and what became of them */
export type MailImport = {
  import_id: string;
  job_id: string | null;
  state: 'collecting' | 'queued' | 'running' | 'succeeded' | 'failed';
  cancelled: boolean;
  name: string | null;
  folder: string | null;
  files: number | null;
  bytes: number | null;
  begun_at: string;
  ended_at: string | null;
  total: number;
  added: number;
  known: number;
  failed: number;
  passed_over: number;
  error: string | null;
  account_id: string | null;
  label_id: string | null;
};

/** An import, with what it had trouble with */
export type MailImportWhole = {
  import_id: string;
  job_id: string | null;
  state: 'collecting' | 'queued' | 'running' | 'succeeded' | 'failed';
  cancelled: boolean;
  name: string | null;
  folder: string | null;
  files: number | null;
  bytes: number | null;
  begun_at: string;
  ended_at: string | null;
  total: number;
  added: number;
  known: number;
  failed: number;
  passed_over: number;
  error: string | null;
  account_id: string | null;
  label_id: string | null;
  problems: {
    file: string;
    reason: string;
  }[];
};

/** What mail is: from a person, a list, a newsletter and so on */
export type MailKind = 'person' | 'list' | 'newsletter' | 'notification' | 'transaction' | 'bulk';

export type MailRemovedEvent = {
  event: 'MailRemoved';
  seq: number;
  ts: string;
  account_id: string;
  message_ids: string[];
  total: number;
};

/** What a machine says became of a message: a bounce, a receipt, a complaint */
export type MailReport = {
  kind: 'delivery' | 'feedback' | 'disposition';
  about: string | null;
  recipients: {
    email: string;
    outcome: string;
    status: string | null;
    diagnostic: string | null;
  }[];
};

/** Messages whose flags, labels or body changed; at most 100 ids, `total` the true count */
export type MailUpdatedEvent = {
  event: 'MailUpdated';
  seq: number;
  ts: string;
  account_id: string;
  message_ids: string[];
  total: number;
};

/** Drafts made of one draft and a table */
export type Merge = {
  batch: string;
  account_id: string;
  subject: string;
  state: 'making' | 'made' | 'sending';
  counts: MergeCounts;
};

export type MergeCounts = {
  rows: number;
  waiting: number;
  skipped: number;
  drafted: number;
  due: number;
  queued: number;
  held_back: number;
  discarded: number;
};

export type MergeProblem = {
  line: number;
  kind: 'no_address' | 'bad_address' | 'duplicate' | 'empty_value';
  message: string;
};

export type MergeRow = {
  line: number;
  to: string;
  state: 'waiting' | 'skipped' | 'drafted' | 'due' | 'queued' | 'held_back' | 'discarded';
  send_state: 'queued' | 'sending' | 'sent' | 'failed' | 'unknown' | 'cancelled' | null;
  reason: string | null;
  draft_id: string | null;
};

export type MessageBody = {
  message_id: string;
  text_plain: string | null;
  text_blocks: TextBlock[];
  text_html: string | null;
  preferred: 'text' | 'html';
  remote_images: number;
  tracking_images: number;
  remote_image_urls: {
    url: string;
    tracker: boolean;
    placed: boolean;
    tracker_name: string | null;
  }[];
  images_allowed: boolean;
  attachments: AttachmentMeta[];
  fetched_at: string;
  metadata: {
    text_plain_source: BodyPartSource | null;
    text_html_source: BodyPartSource | null;
    list_id: string | null;
    unsubscribe: UnsubscribeMethod;
    reply_to: Address[];
    notes: string[];
    report: MailReport | null;
  };
  agent_report?: AgentReport;
};

/** What a message says, and its attachments */
export type MessageContent = {
  message_id: string;
  text: string | null;
  attachments: AttachmentMeta[];
  html?: string | null;
  headers?: [string, string][];
  agent_report?: AgentReport;
};

/** Why the content of a message is not in the answer */
export type MessageContentFailure = {
  message_id: string;
  code: 'not_found' | 'not_downloaded' | 'source_damaged' | 'left';
  error: string;
};

/** A message that was named and left as it is, and why */
export type MessageOutcome = {
  message_id: string;
  outcome: 'skipped' | 'failed';
  reason: string;
};

/** A message without its content */
export type MessageRecord = {
  id: string;
  account_id: string;
  thread_id: string;
  provider_id: string;
  from: Address;
  to: Address[];
  cc: Address[];
  bcc: Address[];
  subject: string;
  snippet: string;
  date: string;
  flags: string;
  flags_bits: number;
  has_attachments: boolean;
  size_bytes: number;
  message_id_header: string | null;
  in_reply_to: string | null;
  references: string[];
  unsubscribe: UnsubscribeMethod;
  labels: LabelChip[];
  received_at: string;
};

/** The row that every list returns */
export type MessageRow = {
  id: string;
  kind: 'message' | 'thread' | 'attachment';
  account_id: string;
  thread_id: string;
  provider_id: string;
  sender: string;
  sender_detail: string | null;
  senders?: string[];
  subject: string;
  snippet: string;
  date: string;
  date_label: string;
  date_full: string;
  date_relative: string;
  to?: Address[];
  cc?: Address[];
  bcc?: Address[];
  labels?: LabelChip[];
  unread: boolean;
  starred: boolean;
  has_attachments: boolean;
  snoozed_until?: string;
  reply_later?: true;
  muted?: true;
  suspicious?: true;
  reminder_at?: string;
  message_count?: number;
  attachment_id?: string;
  attachment_filename?: string;
  attachment_size_bytes?: number;
};

/** How sure it is that a message comes from whom it says */
export type MessageTrust = {
  message_id: string;
  verdict: 'known' | 'ok' | 'unverified' | 'suspicious';
  sender: {
    email: string;
    domain: string;
    ascii_domain: string;
  };
  checked_by: string | null;
  checked_here: boolean;
  checks: {
    method: 'spf' | 'dkim' | 'dmarc' | 'arc';
    result: string;
    domain: string | null;
  }[];
  reasons: TrustReason[];
};

export type MessageUnsnoozedEvent = {
  event: 'MessageUnsnoozed';
  seq: number;
  ts: string;
  account_id: string;
  message_id: string;
  thread_id: string;
  subject: string;
  is_due: boolean;
};

/** What came of one conversation */
export type ModeDoneItem = {
  thread_id: string;
  account_id?: string;
  mode: ModeKind;
  marked: boolean;
  todos_ticked?: string[];
  still_in?: ModeKind[];
  archived: number;
  marked_read: number;
  provider: string;
  copy: string;
  error?: string;
};

/** What explains a mode: its texts, its keys, and the card at the first encounter */
export type ModeGuide = {
  mode: 'now' | 'messages' | 'todo' | 'updates' | 'reading' | 'archive';
  name: string;
  header: string;
  never_had_any: string;
  add_one: string;
  clear_for_now: string;
  lands_here: string;
  card: string;
  card_keys: {
    key: string;
    verb: string;
  }[];
  why_template: string;
  keys: {
    key: string;
    verb: string;
  }[];
  first_run_line: string;
  card_seen: boolean;
  card_seen_at?: string;
};

/** A mode: a part of the mail by what it asks of the user */
export type ModeKind = 'messages' | 'todo' | 'updates' | 'reading' | 'archive';

/** Conversations of a mode under one heading */
export type ModeThreadGroup = {
  id: string;
  label: string;
  sender?: {
    account_id: string;
    sender_email: string;
  };
  rows: MessageRow[];
};

/** Once for every mutation id: its changes have reached the servers, or were rolled back */
export type MutationCompletedEvent = {
  event: 'MutationCompleted';
  seq: number;
  ts: string;
  mutation_id: string | null;
  kind: string;
  message_ids: string[];
  thread_ids: string[];
  account_ids: string[];
  ok: boolean;
  succeeded: number;
  skipped: number;
  failed: number;
  undo: boolean;
};

/** A server refused a change that was already shown, and it was undone */
export type MutationReconciliationFailedEvent = {
  event: 'MutationReconciliationFailed';
  seq: number;
  ts: string;
  account_id: string;
  client_correlation_id: string | null;
  error_summary: string;
};

/** Something that was done to mail, as the history keeps it for a day */
export type MutationRecord = {
  mutation_id: string;
  kind:
    | 'archive'
    | 'trash'
    | 'spam'
    | 'star'
    | 'set_read'
    | 'read_and_archive'
    | 'modify_labels'
    | 'move'
    | 'route'
    | 'set_flags'
    | 'snooze'
    | 'unsnooze'
    | 'mute'
    | 'block'
    | 'mode_done'
    | 'todo'
    | 'screen'
    | 'rule'
    | 'create_label'
    | 'rename_label'
    | 'delete_label'
    | 'undo';
  made_at: string;
  origin: string;
  by: string | null;
  requested: number;
  succeeded: number;
  waiting: number;
  skipped: number;
  failed: number;
  error: string | null;
  undoable: boolean;
  undoable_until: string;
  undone_by: string | null;
  undo_of: string | null;
  job_id: string | null;
  about: {
    starred?: boolean;
    read?: boolean;
    added?: string[];
    removed?: string[];
    to?: string;
    from?: string;
    until?: string;
    muted?: boolean;
    blocked?: boolean;
    sender?: string;
    mode?: string;
    todo?: 'ticked' | 'dismissed' | 'postponed' | 'reopened';
    rule?: 'blocked' | 'screened_out' | 'routed' | 'muted';
    rule_name?: string;
    disposition?: 'allow' | 'deny' | 'feed' | 'paper_trail' | 'unknown' | null;
    decisions?: number;
  };
  account_ids: string[];
  example: {
    message_id: string;
    subject: string;
  } | null;
};

/** What a change came to here. The servers are told afterwards, and MutationCompleted says when */
export type MutationResultData = {
  requested: number;
  succeeded: number;
  skipped: number;
  failed: number;
  accounts: AccountMutationResultData[];
  mutation_id: string | null;
  undoable: boolean;
  undo_note: string | null;
  undoable_until: string | null;
  undo_unavailable: boolean;
  job_id: string | null;
  outcomes: MessageOutcome[];
  dry_run: boolean;
};

/** `total` is the true count; `envelopes` holds the newest 100 at the most */
export type NewMessagesEvent = {
  event: 'NewMessages';
  seq: number;
  ts: string;
  account_id: string;
  envelopes: Envelope[];
  total: number;
};

/** Whether and how the daemon sounds: a sound for each event */
export type NotificationChimesData = {
  enabled: boolean;
  volume: number;
  new_mail: 'none' | 'bell' | 'glass' | 'pop' | 'sent' | 'archive' | 'thud' | 'alert';
  sent: 'none' | 'bell' | 'glass' | 'pop' | 'sent' | 'archive' | 'thud' | 'alert';
  archived: 'none' | 'bell' | 'glass' | 'pop' | 'sent' | 'archive' | 'thud' | 'alert';
  trashed: 'none' | 'bell' | 'glass' | 'pop' | 'sent' | 'archive' | 'thud' | 'alert';
  spam: 'none' | 'bell' | 'glass' | 'pop' | 'sent' | 'archive' | 'thud' | 'alert';
  snoozed: 'none' | 'bell' | 'glass' | 'pop' | 'sent' | 'archive' | 'thud' | 'alert';
  unsnoozed: 'none' | 'bell' | 'glass' | 'pop' | 'sent' | 'archive' | 'thud' | 'alert';
  reminder: 'none' | 'bell' | 'glass' | 'pop' | 'sent' | 'archive' | 'thud' | 'alert';
  error: 'none' | 'bell' | 'glass' | 'pop' | 'sent' | 'archive' | 'thud' | 'alert';
};

/** What the desktop shows */
export type Notifications = {
  paused_until: string | null;
  is_quiet: boolean;
};

/** What needs the user now */
export type NowData = {
  generated_at: string;
  header: string;
  headline: string;
  people: {
    rows: {
      row: DeskRow;
      why: string;
      new_sender?: ScreenerQuestion;
    }[];
    total: number;
    more_line?: string;
    overload_line?: string;
  };
  due_soon: {
    todos: {
      todo: Todo;
      why: string;
    }[];
    total: number;
    more_line?: string;
  };
  updates?: {
    message_count: number;
    source_count: number;
    top_sources: {
      sender_email: string;
      sender_name?: string;
      count: number;
    }[];
    line: string;
    since: string;
    thread_ids: string[];
    early: boolean;
  };
  reading?: {
    account_id: string;
    message_id: string;
    thread_id: string;
    sender_email: string;
    sender_name?: string;
    subject: string;
    date: string;
    why: string;
  };
  not_now?: string;
  item_count: number;
  empty_state?: string;
  next_at?: string;
  first_run: {
    complete: boolean;
    scanned: number;
    reached?: string;
  };
};

export type OperationCancelledEvent = {
  event: 'OperationCancelled';
  seq: number;
  ts: string;
  operation_id: string;
  operation: string;
  account_id: string | null;
  account_ids?: string[];
  attachment_id?: string;
  message: string;
};

export type OperationCompletedEvent = {
  event: 'OperationCompleted';
  seq: number;
  ts: string;
  operation_id: string;
  operation: string;
  account_id: string | null;
  account_ids?: string[];
  attachment_id?: string;
  message: string;
};

export type OperationFailedEvent = {
  event: 'OperationFailed';
  seq: number;
  ts: string;
  operation_id: string;
  operation: string;
  account_id: string | null;
  account_ids?: string[];
  attachment_id?: string;
  error: string;
  retryable: boolean;
};

export type OperationProgressEvent = {
  event: 'OperationProgress';
  seq: number;
  ts: string;
  operation_id: string;
  operation: string;
  account_id: string | null;
  account_ids?: string[];
  attachment_id?: string;
  current: number;
  total: number | null;
  message: string;
};

export type OperationStartedEvent = {
  event: 'OperationStarted';
  seq: number;
  ts: string;
  operation_id: string;
  operation: string;
  account_id: string | null;
  account_ids?: string[];
  attachment_id?: string;
  message: string;
};

export type OutboxEntry = {
  send_id: string;
  draft_id: string;
  account_id: string;
  account_name: string;
  purpose: 'mail' | 'invite_reply' | 'unsubscribe';
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'unknown' | 'cancelled';
  timing: 'now' | 'held' | 'scheduled';
  due_at: string;
  next_at: string;
  attempts: number;
  subject: string;
  from: string;
  recipients: OutboxRecipient[];
  rfc2822_message_id: string;
  local_message_id: string | null;
  trouble: {
    code: string;
    message: string;
    retryable: boolean;
  } | null;
  copy: 'none' | 'due' | 'done' | 'failed';
  can_cancel: boolean;
  words: string;
  queued_at: string;
  sent_at: string | null;
  ended_at: string | null;
};

export type OutboxRecipient = {
  email: string;
  kind: 'to' | 'cc' | 'bcc';
  state: 'waiting' | 'accepted' | 'refused' | 'bounced' | 'unknown';
  reason?: string;
};

/** An outgoing message changed its state, or cannot be sent for now */
export type OutboxUpdatedEvent = {
  event: 'OutboxUpdated';
  seq: number;
  ts: string;
  account_id: string;
  draft_id: string;
  send_id: string;
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'unknown' | 'cancelled';
  error?: string;
};

/** What a caller may do now. Accounts limit it in addition */
export type Permissions = {
  origin: string;
  is_person: boolean;
  mail: ('read' | 'fetch' | 'egress' | 'draft' | 'send' | 'mutate' | 'destroy' | 'operate')[];
  other: ('read' | 'fetch' | 'egress' | 'draft' | 'send' | 'mutate' | 'destroy' | 'operate')[];
  named: ('read' | 'fetch' | 'egress' | 'draft' | 'send' | 'mutate' | 'destroy' | 'operate')[];
  requests: string[];
  destructive_actions: (
    | 'archive'
    | 'trash'
    | 'spam'
    | 'move'
    | 'delete_label'
    | 'remove_account'
    | 'unsubscribe'
    | 'redact_activity'
    | 'prune_activity'
  )[];
};

/** One entry of the rail */
export type RailEntry = {
  id: 'now' | 'messages' | 'todo' | 'updates' | 'reading' | 'archive' | 'inbox';
  name: string;
  key: string;
  group: 'home' | 'modes' | 'lens';
  count?: number;
  badge?: number;
  status: 'built' | 'early';
  early_note?: string;
  header?: string;
  quiet?: boolean;
};

/** A place behind “More” */
export type RailLink = {
  id: string;
  name: string;
  key?: string;
  note?: string;
};

/** What became of a sent message for one recipient */
export type RecipientDelivery = {
  email: string;
  state: 'waiting' | 'accepted' | 'refused' | 'bounced' | 'unknown' | 'delayed' | 'delivered';
  reason: string | null;
  status: string | null;
  diagnostic: string | null;
  at: string | null;
  report_message_id: string | null;
};

/** A part of a file that no rule can do */
export type RefusedRuleStatement = {
  line: number;
  statement: string;
  reason: string;
};

/** How the user and a person correspond */
export type RelationshipProfileData = {
  account_id: string;
  email: string;
  display_name: string | null;
  statistics: RelationshipStatisticsData;
  you_owe: {
    thread_id: string;
    message_id: string;
    subject: string;
    since: string;
  }[];
  they_owe: {
    thread_id: string;
    message_id: string;
    subject: string;
    since: string;
  }[];
  open_commitments: CommitmentData[];
  style: ContactStyleData | null;
  drift: {
    detected_at: string;
    reason: string;
  } | null;
  summary: {
    computed_at: string;
    known_topics: string[];
    model: string;
    source_hash: string;
    text: string;
  } | null;
};

/** What the stored mail with a person amounts to */
export type RelationshipStatisticsData = {
  received_count: number;
  sent_count: number;
  conversation_count: number;
  first_at: string;
  last_at: string;
  last_received_at: string | null;
  last_sent_at: string | null;
  their_cadence_days_p50: number | null;
  your_cadence_days_p50: number | null;
  your_reply_count: number;
  your_reply_seconds_p50: number | null;
  their_reply_count: number;
  their_reply_seconds_p50: number | null;
  months: {
    month: string;
    received_count: number;
    sent_count: number;
  }[];
};

/** A reminder of sent mail that got no reply */
export type Reminder = {
  sent_message_id: string;
  account_id: string;
  thread_id: string;
  to: Address[];
  subject: string;
  snippet: string;
  remind_at: string;
  fired_at: string | null;
};

export type ReminderTriggeredEvent = {
  event: 'ReminderTriggered';
  seq: number;
  ts: string;
  account_id: string;
  sent_message_id: string;
  thread_id: string;
  subject: string;
};

/** One way to make the mail database usable again */
export type RepairChoice = {
  id: 'restore' | 'salvage' | 'start_over' | 'retry';
  is_recommended: boolean;
  description: string;
};

/** A repair that runs, or the last one since the start */
export type RepairTask = {
  id: string;
  kind: 'restore' | 'salvage' | 'start_over';
  state: 'running' | 'done' | 'failed';
  done: number;
  total: number;
  message: string | null;
  error: string | null;
};

export type ReplyHeaders = {
  in_reply_to: string;
  references?: string[];
  thread_id?: string | null;
};

/** How many answers took this long, and longer than the one before */
export type ResponseTimeBucket = {
  upper_bound_seconds: number;
  count: number;
};

/** How long replies took */
export type ResponseTimeSummary = {
  direction: 'i_replied' | 'they_replied';
  sample_count: number;
  clock_p50_seconds: number;
  clock_p90_seconds: number;
  business_hours_p50_seconds: number | null;
  business_hours_p90_seconds: number | null;
  histogram: {
    upper_bound_seconds: number;
    count: number;
  }[];
  trend: {
    since: string;
    sample_count: number;
    clock_p50_seconds: number;
  }[];
};

/** Rows under one day heading */
export type RowGroup = {
  id: 'today' | 'yesterday' | 'last-7-days' | 'earlier' | 'older';
  label: string;
  rows: MessageRow[];
};

/** What happens to new mail of a kind */
export type Rule = {
  id: string;
  name: string;
  enabled: boolean;
  priority: number;
  conditions: RuleCondition;
  actions: RuleAction[];
  created_at: string;
  updated_at: string;
  account_ids: string[] | null;
  match_count: number;
  last_matched_at: string | null;
  paused_at: string | null;
  last_error: string | null;
  unconfirmed_hooks: string[];
};

/** What a rule does with mail */
export type RuleAction =
  | {
      type: 'add_label' | 'remove_label' | 'move';
      label: string;
    }
  | {
      type: 'archive' | 'trash' | 'star' | 'mark_read' | 'mark_unread' | 'stop';
    }
  | {
      type: 'snooze';
      duration:
        | {
            type: 'hours' | 'days';
            count: number;
          }
        | {
            type: 'until';
            date: string;
          };
    }
  | {
      type: 'shell_hook';
      command: string;
    };

/** What mail a rule is about */
export type RuleCondition =
  | {
      type: 'and' | 'or';
      conditions: RuleCondition[];
    }
  | {
      type: 'not';
      condition: RuleCondition;
    }
  | {
      type: 'field';
      field: 'from' | 'to' | 'cc' | 'subject' | 'body_contains' | 'list_id';
      pattern: RuleMatch;
    }
  | {
      type: 'field';
      field: 'has_label';
      label: string;
    }
  | {
      type: 'field';
      field: 'has_attachment' | 'is_unread' | 'is_starred' | 'has_unsubscribe';
    }
  | {
      type: 'field';
      field: 'size_greater_than' | 'size_less_than';
      bytes: number;
    }
  | {
      type: 'field';
      field: 'date_after' | 'date_before';
      date: string;
    }
  | {
      type: 'field';
      field: 'link_density';
      match_kind: 'any' | 'heavy' | 'none';
    }
  | {
      type: 'field';
      field: 'is_in';
      place: 'inbox' | 'archived' | 'sent' | 'draft' | 'trash' | 'spam';
    };

export type RuleDryRunMatch = {
  message_id: string;
  from: string;
  subject: string;
  actions: RuleAction[];
  thread_id: string;
  account_id: string;
  date: string;
};

/** A rule as a form shows it */
export type RuleFormData = {
  id: string;
  name: string;
  condition: string;
  action: string;
  priority: number;
  enabled: boolean;
};

/** What a rule did with a message */
export type RuleHistoryEntry = {
  rule_id: string;
  rule_name: string;
  message_id: string;
  actions_applied: string[];
  timestamp: string;
  success: boolean;
  error: string | null;
  blocked: boolean;
  mutation_id: string | null;
  hooks: RuleHookRun[];
};

/** A run of a command */
export type RuleHookRun = {
  command: string;
  state: 'waiting' | 'started' | 'succeeded' | 'failed' | 'timed_out' | 'unknown' | 'refused';
  started_at: string | null;
  ended_at: string | null;
  exit_code: number | null;
  output: string;
  output_cut: boolean;
  error: string | null;
};

export type RuleMatch = {
  type: 'exact' | 'contains' | 'regex' | 'glob';
  value: string;
};

/** A rule has failed three times in a row and is not applied any more */
export type RulePausedEvent = {
  event: 'RulePaused';
  seq: number;
  ts: string;
  rule_id: string;
  rule_name: string;
  account_ids: string[];
};

/** Rules for new mail were made, changed or deleted */
export type RulesUpdatedEvent = {
  event: 'RulesUpdated';
  seq: number;
  ts: string;
  rule_ids: string[];
  account_ids: string[];
};

/** A filter of the activity log under a name. Unix milliseconds */
export type SavedActivityFilterEntry = {
  slug: string;
  name: string;
  filter: ActivityFilter;
  created_at: number;
  updated_at: number;
};

/** A question that is kept, by a name */
export type SavedSearch = {
  id: string;
  account_id: string | null;
  name: string;
  query: string;
  search_mode: SearchMode;
  sort: SortOrder;
  icon: string | null;
  position: number;
  created_at: string;
};

/** Saved searches changed, or how much they find: their list and the shell say how they are now */
export type SavedSearchesUpdatedEvent = {
  event: 'SavedSearchesUpdated';
  seq: number;
  ts: string;
  changed: 'searches' | 'counts';
};

export type ScheduledSendFlushedEvent = {
  event: 'ScheduledSendFlushed';
  seq: number;
  ts: string;
  account_id: string;
  draft_id: string;
  local_message_id?: string;
  rfc2822_message_id?: string;
  ok: boolean;
  error?: string;
};

/** Where mail of a sender, a list or a domain goes */
export type ScreenerDecisionData = {
  account_id: string;
  decided_at: string;
  disposition: ScreenerDispositionData;
  route_label: string | null;
  sender_email: string;
  scope: 'sender' | 'list' | 'domain';
  value: string;
  is_blocked: boolean;
  route_label_exists: boolean;
};

/** Where mail goes: Messages, nowhere, Reading or Updates. `unknown` puts the sender back into the queue of the screener */
export type ScreenerDispositionData = 'allow' | 'deny' | 'feed' | 'paper_trail' | 'unknown';

/** The question about an unknown sender */
export type ScreenerQuestion = {
  account_id: string;
  sender_email: string;
  question: string;
  choices: {
    kind: 'people' | 'paper_trail' | 'reading' | 'screened_out';
    label: string;
  }[];
};

/** An unknown sender */
export type ScreenerQueueEntryData = {
  display_name: string | null;
  latest_at: string;
  latest_subject: string;
  message_count: number;
  sender_email: string;
  account_id: string;
  latest_message_id: string;
  latest_thread_id: string;
  latest_snippet: string;
  first_seen_at: string;
  domain: string;
  is_public_domain: boolean;
  list_id: string | null;
  mail_kind: 'person' | 'list' | 'newsletter' | 'notification' | 'transaction' | 'bulk' | null;
  kind_explanation: string | null;
  trust: MessageTrust | null;
  introduced_by: {
    name: string | null;
    email: string;
    sent: number;
  } | null;
  asked_again: boolean;
  question: ScreenerQuestion;
};

/** One sender, list or kind of mail, and how much of it matches */
export type SearchAggregationRow = {
  key: string;
  label: string;
  count: number;
  unread: number;
  oldest: number | null;
  newest: number | null;
};

/** A part of a query that can be taken out of it, in words */
export type SearchClause = {
  position: number;
  length: number;
  words: string;
  is_text: boolean;
};

/** A query that was probably meant */
export type SearchCorrection = {
  query: string;
  words: {
    written: string;
    meant: string;
  }[];
  total: number;
};

/** A query in which a word that was searched as text means a date */
export type SearchDateSuggestion = {
  words: string;
  query: string;
};

/** How an answer came about */
export type SearchExplain = {
  requested_mode: SearchMode;
  executed_mode: SearchMode;
  semantic_query: string | null;
  lexical_candidates: number;
  lexical_window: number;
  dense_candidates: number;
  dense_window: number | null;
  rrf_k: number | null;
  final_results: number;
  results: SearchExplainResult[];
  notes: string[];
};

/** Why a message stands where it stands */
export type SearchExplainResult = {
  message_id: string;
  rank: number;
  final_score: number;
  lexical_rank: number | null;
  lexical_score: number | null;
  dense_rank: number | null;
  dense_score: number | null;
};

/** Why a message was found */
export type SearchMatch = {
  message_id: string;
  places: ('subject' | 'from' | 'to' | 'cc' | 'bcc' | 'body' | 'filename' | 'list')[];
  subject: SearchPiece[] | null;
  excerpt: SearchPiece[] | null;
};

/** How words were matched */
export type SearchMatching = {
  kind: 'exact' | 'prefixes' | 'stems' | 'spelling';
  query: string;
  words: {
    written: string;
    searched: string[];
  }[];
};

/** By words, by words and meaning, or by meaning. Without a model every search is by words, and says so */
export type SearchMode = 'lexical' | 'hybrid' | 'semantic';

/** A stretch of a text */
export type SearchPiece = {
  text: string;
  is_hit: boolean;
};

export type SearchResultItem = {
  account_id: string;
  message_id: string;
  mode: SearchMode;
  score: number;
  thread_id: string;
};

/** Where secrets are kept; never the secrets */
export type Secrets = {
  store: 'keychain' | 'file' | 'vault';
  file: string;
  in_file: number;
  keychain: {
    state: 'answers' | 'locked' | 'waiting' | 'denied' | 'absent' | 'failing' | 'off';
    message: string | null;
  };
  tokens: 'keychain' | 'files' | 'vault';
  vault: {
    state: 'none' | 'locked' | 'unlocked' | 'damaged';
    file: string;
    secrets: number;
    message: string | null;
    retry_at: string | null;
  };
};

/** A file of an installed model */
export type SemanticModelFile = {
  path: string;
  sha256: string;
  bytes: number;
  is_confirmed: boolean;
};

/** A model for searching by meaning, and how far it is */
export type SemanticProfileRecord = {
  id: 'bge-small-en-v1.5' | 'multilingual-e5-small' | 'bge-m3';
  profile: 'bge-small-en-v1.5' | 'multilingual-e5-small' | 'bge-m3';
  backend: string;
  model_revision: string;
  dimensions: number;
  status: 'pending' | 'ready' | 'indexing' | 'error';
  installed_at: string | null;
  activated_at: string | null;
  last_indexed_at: string | null;
  last_error: string | null;
  progress_completed: number;
  progress_total: number;
  is_installed: boolean;
  is_downloading: boolean;
  is_paused: boolean;
  download_bytes: number;
  files: SemanticModelFile[];
};

/** What the embedding of mail does at the moment */
export type SemanticRuntimeMetrics = {
  in_flight: number;
  queue_depth: number;
  last_embedding_prep_ms: number | null;
  last_extract_ms: number | null;
  last_ingest_ms: number | null;
  last_queue_wait_ms: number | null;
};

/** The state of searching by meaning */
export type SemanticStatusSnapshot = {
  active_profile: 'bge-small-en-v1.5' | 'multilingual-e5-small' | 'bge-m3';
  wanted_profile: 'bge-small-en-v1.5' | 'multilingual-e5-small' | 'bge-m3';
  enabled: boolean;
  profiles: SemanticProfileRecord[];
  runtime: SemanticRuntimeMetrics;
};

/** A server reports that sent mail did not reach a recipient */
export type SendBouncedEvent = {
  event: 'SendBounced';
  seq: number;
  ts: string;
  account_id: string;
  local_message_id: string | null;
  rfc2822_message_id: string;
  recipients: string[];
  error: string;
};

export type SendReceipt = {
  kind: 'SendReceipt';
  local_message_id: string | null;
  provider_message_id?: string | null;
  rfc2822_message_id: string;
  send_id: string;
  state: 'queued' | 'sending' | 'sent' | 'unknown';
  send_at: string;
};

/** A message from or to a person */
export type SenderEmailReferenceData = {
  message_id: string;
  thread_id: string;
  subject: string;
  snippet: string;
  date: string;
  direction: 'inbound' | 'outbound';
  from_email: string;
  from_name: string | null;
  has_attachments: boolean;
};

/** A correspondent, according to the stored mail */
export type SenderProfileData = {
  account_id: string;
  email: string;
  display_name: string | null;
  first_seen_at: string;
  last_seen_at: string;
  last_inbound_at: string | null;
  last_outbound_at: string | null;
  total_inbound: number;
  total_outbound: number;
  replied_count: number;
  cadence_days_p50: number | null;
  is_list_sender: boolean;
  list_id: string | null;
  open_thread_count: number;
  attachment_count: number;
  attachment_bytes: number;
  inbound_storage_bytes: number;
  outbound_storage_bytes: number;
  response_histogram: ResponseTimeBucket[];
  weekly_activity: SenderWeeklyActivityData[];
  recent_messages: SenderEmailReferenceData[];
  relationship: RelationshipProfileData | null;
  unanswered_question: SenderUnansweredQuestionData | null;
};

/** A suggested recipient */
export type SenderSummaryData = {
  account_id: string;
  sender_email: string;
  email: string;
  display_name: string | null;
  message_count: number;
  unread_count: number;
  latest_subject: string;
  latest_at: string;
};

/** The oldest question of theirs that is a to-do */
export type SenderUnansweredQuestionData = {
  message_id: string;
  thread_id: string;
  subject: string;
  received_at: string;
  days_waiting: number;
};

export type SenderWeeklyActivityData = {
  week_start: string;
  inbound_count: number;
  outbound_count: number;
};

export type ServerFilter = {
  name: string;
  enabled: boolean;
  match: 'all' | 'any';
  conditions: ServerFilterCondition[];
  move_to: string | null;
  mark_read: boolean;
  stop: boolean;
};

export type ServerFilterCondition = {
  field: 'from' | 'to' | 'subject' | 'list_id';
  contains: string;
};

export type ServerFilterSupport = {
  vacation: boolean;
  dates: boolean;
  moving: boolean;
  marking_read: boolean;
  include: boolean;
};

export type ServerFilters = {
  kind: 'ServerFilters';
  account_id: string;
  etag: string;
  state: 'unsupported' | 'off' | 'on' | 'inactive' | 'edited' | 'name_taken';
  message: string | null;
  server: string | null;
  supports: ServerFilterSupport;
  vacation: VacationReply;
  vacation_state: 'off' | 'scheduled' | 'on' | 'ended';
  rules: ServerFilter[];
  other_script: string | null;
  script: string | null;
};

/** What came of a search on the server of one account */
export type ServerSearch = {
  account_id: string;
  state: 'complete' | 'searched' | 'more' | 'unfinished' | 'unsupported' | 'failed';
  fetched: number;
  remaining: number;
  message: string | null;
};

/** What one key of config.toml may say */
export type Setting = {
  key: string;
  only_with_type: string | null;
  type: 'text' | 'path' | 'flag' | 'whole' | 'decimal' | 'choice' | 'texts' | 'choices';
  meaning: string;
  is_required: boolean;
  default: string | number | boolean | string[] | null;
  otherwise: string | null;
  choices: string[] | null;
  range: {
    least: number;
    most: number;
  } | null;
  expects: string | null;
  open_to_agents: boolean;
  in_effect: boolean;
};

/** The configuration in force */
export type Settings = {
  file: string | null;
  etag: string;
  trouble: string | null;
  notes: ConfigNote[];
  values: Record<string, unknown>;
  explicit: string[];
};

export type Shell = {
  accountLabel: string;
  syncLabel: 'Busy' | 'Syncing' | 'Needs attention' | 'Synced';
  statusMessage: string;
  commandHint: string;
};

export type Sidebar = {
  sections: {
    id: 'system' | 'labels' | 'saved-searches';
    title: string;
    items: SidebarItem[];
  }[];
};

export type SidebarItem = {
  id: string;
  label: string;
  unread: number;
  total: number;
  active: boolean;
  lens: {
    kind: LensKind;
    labelId?: string | null;
    savedSearch?: string;
  };
  role: string | null;
  color: string | null;
  icon?: string | null;
};

export type SignatureContextData = 'new' | 'reply';

export type SignatureData = {
  id: string;
  name: string;
  body: string;
  created_at: string;
  updated_at: string;
};

export type SignatureDefaultData = {
  kind: SignatureContextData;
  account_id?: string | null;
  from_email?: string | null;
  signature: SignatureData;
  created_at: string;
  updated_at: string;
};

export type SnippetData = {
  name: string;
  body: string;
  vars: string[];
  created_at: string;
  updated_at: string;
};

export type SnoozePreset = {
  id: 'tomorrow' | 'tonight' | 'weekend' | 'monday';
  name: string;
  label: string;
  wakeAt: string;
};

/** A message that is away until a moment */
export type SnoozedMessage = {
  message_id: string;
  account_id: string;
  thread_id: string;
  sender: string;
  subject: string;
  snippet: string;
  wake_at: string;
  unread: boolean;
  has_attachments: boolean;
};

/** Newest first, oldest first, or the best match first */
export type SortOrder = 'DateDesc' | 'DateAsc' | 'Relevance';

/** A conversation in which an answer is due */
export type StaleThreadRow = {
  thread_id: string;
  counterparty_email: string;
  counterparty_name: string | null;
  latest_message_id: string;
  latest_subject: string;
  latest_date: string;
  days_stale: number;
};

/** Mail of one sender, one label or one year in UTC, or files of one type */
export type StorageBucket = {
  key: string;
  name?: string | null;
  bytes: number;
  count: number;
};

/** Why the mail database cannot be used as usual */
export type StoreProblem = {
  code: string;
  message: string;
  detail: string | null;
  found_at: string;
};

/** The mail database was found damaged, after which nothing is changed or synced, or it was found intact */
export type StoreStateChangedEvent = {
  event: 'StoreStateChanged';
  seq: number;
  ts: string;
  degraded: boolean;
  message: string | null;
};

/** A sender whose list one can leave */
export type SubscriptionSummary = {
  account_id: string;
  sender_name: string | null;
  sender_email: string;
  message_count: number;
  unread_count: number;
  opened_count: number;
  replied_count: number;
  archived_unread_count: number;
  latest_message_id: string;
  latest_thread_id: string;
  latest_provider_id: string;
  latest_subject: string;
  latest_snippet: string;
  latest_date: string;
  latest_flags: string;
  latest_size_bytes: number;
  latest_has_attachments: boolean;
  unread: boolean;
  unsubscribe: UnsubscribeMethod;
  asked: {
    state: 'asking' | 'done' | 'failed' | 'unknown' | 'by_hand';
    asked_at: string;
    error: string | null;
  } | null;
};

export type SuggestedRecipientData = {
  confidence: string;
  display_name?: string | null;
  email: string;
  evidence_msg_ids: string[];
  reason: string;
};

export type SyncCompletedEvent = {
  event: 'SyncCompleted';
  seq: number;
  ts: string;
  account_id: string;
  messages_synced: number;
};

export type SyncErrorEvent = {
  event: 'SyncError';
  seq: number;
  ts: string;
  account_id: string;
  error: string;
};

export type SyncFinishedEvent = {
  event: 'SyncFinished';
  seq: number;
  ts: string;
  account_id: string;
  ok: boolean;
  messages_synced: number;
  error?: string;
};

/** How far a running pass is; a total of null is not known yet */
export type SyncProgressData = {
  current: number;
  total: number | null;
  message: string;
};

export type SyncStartedEvent = {
  event: 'SyncStarted';
  seq: number;
  ts: string;
  account_id: string;
  account_name: string;
};

/** A stretch of a text: what its sender wrote, what it repeats and who is said to have written that, how it is signed */
export type TextBlock = {
  kind: 'own' | 'quote' | 'attribution' | 'signature' | 'forwarded';
  start: number;
  end: number;
};

/** A conversation */
export type Thread = {
  id: string;
  account_id: string;
  subject: string;
  snippet: string;
  participants: Address[];
  latest_date: string;
  message_count: number;
  unread_count: number;
  message_ids: string[];
};

export type ThreadBriefingData = {
  body_markdown: string;
  citations: CitationRef[];
  from_cache: boolean;
  generated_at: string;
  model: string;
  thread_id: string;
};

export type ThreadGist = {
  thread_id: string;
  text: string;
  model: string;
  generated_at: string;
};

export type ThreadGistReadyEvent = {
  event: 'ThreadGistReady';
  seq: number;
  ts: string;
  account_id: string;
  thread_id: string;
  gist: Record<string, unknown>;
};

/** The modes that hold a conversation, and why */
export type ThreadModes = {
  account_id: string;
  thread_id: string;
  subject: string;
  modes: {
    mode: ModeKind;
    name: string;
    key: string;
    reason: string;
    also_in: string;
    early: boolean;
    todo_ids?: string[];
  }[];
  done_in?: ModeKind[];
  held_by?: ModeKind[];
  in_inbox: boolean;
  new_sender?: ScreenerQuestion;
};

/** Something that the user has to do according to a message */
export type Todo = {
  id: string;
  account_id: string;
  kind: 'question' | 'deadline' | 'invoice' | 'invitation' | 'delivery' | 'commitment';
  verb: string;
  title: string;
  counterparty?: string;
  person_label?: string;
  amount?: {
    minor: number;
    currency: string;
    display: string;
  };
  due_at?: string;
  due_words?: string;
  scheduled_for?: string;
  relevant_until?: string;
  state: 'open' | 'done' | 'dismissed' | 'expired';
  catchup?: boolean;
  origin: string;
  why: string;
  when_label: string;
  overdue: boolean;
  runway?: string;
  action?: {
    kind: string;
    label: string;
    message_id?: string;
    trusted: boolean;
  };
  looks_done?: {
    message_id?: string;
    reason: string;
  };
  fields: {
    field: string;
    source: string;
    checked: boolean;
    evidence?: string;
    source_label: string;
  }[];
  span?: TodoSpan;
  user_touched: boolean;
  thread_id?: string;
  source_message_id?: string;
  source_date?: string;
  surfaced_at?: string;
  expired_at?: string;
  done_at?: string;
  dismissed_at?: string;
  created_at: string;
  updated_at: string;
};

/** Where a to-do was found */
export type TodoSpan = {
  message_id: string;
  text: string;
  start: number | null;
  end: number | null;
};

/** A token beside the owner's own. The secret itself is told once, when the token is made */
export type Token = {
  token_id: string;
  name: string;
  origin: 'script' | 'agent' | 'mcp';
  account_ids: string[] | null;
  scopes: ('read' | 'draft' | 'send' | 'act' | 'admin')[] | null;
  requests: string[] | null;
  requests_per_minute: number | null;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
};

/** One thing that speaks for a sender or against */
export type TrustReason = {
  code:
    | 'corresponded'
    | 'wrote_before'
    | 'first_contact'
    | 'proven'
    | 'not_checked'
    | 'not_proven'
    | 'proven_here'
    | 'proven_by_forwarder'
    | 'not_proven_here'
    | 'check_pending'
    | 'changed_on_the_way'
    | 'not_genuine'
    | 'not_from_you'
    | 'several_senders'
    | 'lookalike_domain'
    | 'added_words'
    | 'other_ending'
    | 'mixed_letters'
    | 'name_is_address'
    | 'name_of_contact'
    | 'name_of_domain'
    | 'reply_elsewhere'
    | 'misleading_link';
  severity: 'good' | 'note' | 'warning';
  detail: string | null;
  other: string | null;
};

/** How one leaves the list that a message came by */
export type UnsubscribeMethod =
  | {
      OneClick: {
        url: string;
      };
    }
  | {
      HttpLink: {
        url: string;
      };
    }
  | {
      Mailto: {
        address: string;
        subject: string | null;
        body?: string;
      };
    }
  | {
      BodyLink: {
        url: string;
      };
    }
  | 'None';

/** What came of leaving the list that a message came by */
export type UnsubscribeOutcome = {
  message_id: string;
  method: 'one_click' | 'mailto' | 'link' | 'none';
  status: 'done' | 'by_hand' | 'failed' | 'unknown' | 'asking' | 'no_method' | 'not_found';
  already: boolean;
  open_url?: string;
  reason?: string;
};

/** What came of leaving a list and clearing its mail away */
export type UnsubscribePurgeResultData = {
  account_id: string | null;
  address: string;
  query: string;
  message_count: number;
  message_ids: string[];
  method: UnsubscribeMethod;
  status: 'preview' | 'unsubscribed' | 'no_method' | 'archive_only' | 'failed';
  archived_count: number;
  mutation_id: string | null;
  undoable: boolean;
  job_id: string | null;
  open_url?: string;
  error: string | null;
  dry_run: boolean;
};

/** How the owner writes, measured from sent mail on this computer */
export type UserVoiceProfileData = {
  account_id: string;
  avg_sentence_len: number;
  computed_at: string;
  formality_score: number;
  msg_count_used: number;
  typical_length: number;
  greeting: string | null;
  closing: string | null;
  languages: string[];
  register_modes: UserVoiceRegisterModeData[];
  source_hash: string;
};

export type UserVoiceRegisterModeData = {
  register: VoiceRegisterData;
  avg_sentence_len: number;
  formality_score: number;
  msg_count: number;
  exemplar_message_ids: string[];
  greeting: string | null;
  closing: string | null;
};

export type VacationReply = {
  enabled: boolean;
  from: string | null;
  until: string | null;
  subject: string;
  text: string;
  days: number;
};

/** How much it is like what the owner writes, measured on this computer */
export type VoiceMatchData = {
  score: number;
  confidence: 'low' | 'medium' | 'high';
  notable_deltas: string[];
};

export type VoiceRegisterData = 'casual' | 'neutral' | 'formal';

/** A program on this computer that is sent events */
export type Webhook = {
  webhook_id: string;
  name: string;
  url: string;
  events: (
    | 'SyncStarted'
    | 'SyncFinished'
    | 'SyncCompleted'
    | 'SyncError'
    | 'NewMessages'
    | 'MailUpdated'
    | 'MailRemoved'
    | 'LabelCountsUpdated'
    | 'SavedSearchesUpdated'
    | 'OperationStarted'
    | 'OperationProgress'
    | 'OperationCompleted'
    | 'OperationFailed'
    | 'OperationCancelled'
    | 'MutationCompleted'
    | 'MutationReconciliationFailed'
    | 'MessageUnsnoozed'
    | 'ReminderTriggered'
    | 'ScheduledSendFlushed'
    | 'DraftsUpdated'
    | 'DeliveriesUpdated'
    | 'RulesUpdated'
    | 'RulePaused'
    | 'OutboxUpdated'
    | 'SendBounced'
    | 'ThreadGistReady'
    | 'ConfigChanged'
    | 'StoreStateChanged'
    | 'LocalPageAsked'
    | 'IndexBootstrapped'
    | 'EventsLagged'
  )[];
  created_at: string;
  state: 'active' | 'failing' | 'stopped';
  delivered_seq: number;
  delivered_at: string | null;
  failures: number;
  failing_since: string | null;
  next_attempt_at: string | null;
  last_error: string | null;
};

export type WorkerHealth = {
  name: string;
  state: 'idle' | 'running' | 'restarting' | 'stopped';
  restarts: number;
  waiting: number;
  waiting_ms: number;
  answer_ms: number | null;
};

/** A look back at the mail of a period */
export type WrappedSummary = {
  label: string;
  window_start: string;
  window_end: string;
  volume: {
    inbound_count: number;
    outbound_count: number;
    thread_count: number;
  };
  time_patterns: {
    busiest_date: string | null;
    busiest_date_count: number;
    busiest_day_of_week: string | null;
    busiest_day_of_week_count: number;
    busiest_hour_utc: number | null;
    busiest_hour_count: number;
    day_of_week_distribution: number[];
    hour_distribution: number[];
    local_hour_distribution: number[];
  };
  top_contacts: {
    most_emailed_by_me: {
      email: string;
      display_name: string | null;
      count: number;
    }[];
    most_emailed_to_me: {
      email: string;
      display_name: string | null;
      count: number;
    }[];
    most_asymmetric: ContactAsymmetryRow[];
  };
  reply_discipline: {
    sample_count: number;
    clock_p50_seconds: number;
    clock_p90_seconds: number;
    business_hours_p50_seconds: number | null;
    business_hours_p90_seconds: number | null;
    fastest: {
      counterparty_email: string;
      latency_seconds: number;
      replied_at: string;
    } | null;
    slowest: {
      counterparty_email: string;
      latency_seconds: number;
      replied_at: string;
    } | null;
  } | null;
  storage: {
    total_bytes: number;
    heaviest_message: LargestMessageRow | null;
    top_mimetype: StorageBucket | null;
  };
  newsletters: {
    unique_lists: number;
    list_share_of_inbound_pct: number;
    top_list: {
      list_id: string;
      message_count: number;
      opened_count: number;
    } | null;
  };
  superlatives: {
    longest_thread: {
      thread_id: string;
      subject: string;
      message_count: number;
    } | null;
    most_ghosted: {
      email: string;
      inbound_count: number;
      outbound_count: number;
    } | null;
  };
};

/** A rule as a caller writes it */
export type WrittenRule = {
  id?: string | null;
  name: string;
  enabled?: boolean;
  priority?: number;
  conditions: RuleCondition;
  actions: RuleAction[];
  account_ids?: string[] | null;
  created_at?: string;
  updated_at?: string;
};

const operations = {
  accounts: {
    list: ['GET', '/platform/accounts'],
    config: ['GET', '/platform/accounts/config'],
    discover: ['POST', '/platform/accounts/discover'],
    test: ['POST', '/platform/accounts/test'],
    upsert: ['POST', '/platform/accounts/upsert'],
    authorize: ['POST', '/platform/accounts/authorize'],
    repair: ['POST', '/platform/accounts/repair'],
    setDefault: ['POST', '/platform/accounts/default'],
    disable: ['POST', '/platform/accounts/{key}/disable'],
    enable: ['POST', '/platform/accounts/{key}/enable'],
    remove: ['DELETE', '/platform/accounts/{key}'],
    addresses: ['GET', '/platform/accounts/{account_id}/addresses'],
    addAddress: ['POST', '/platform/accounts/{account_id}/addresses'],
    removeAddress: ['POST', '/platform/accounts/{account_id}/addresses/remove'],
    setPrimaryAddress: ['POST', '/platform/accounts/{account_id}/addresses/primary'],
  },
  activity: {
    list: ['GET', '/admin/activity'],
    count: ['GET', '/admin/activity/count'],
    stats: ['GET', '/admin/activity/stats'],
    status: ['GET', '/admin/activity/status'],
    export: ['POST', '/admin/activity/export', 'file'],
    redact: ['POST', '/admin/activity/redact'],
    prune: ['POST', '/admin/activity/prune'],
    pause: ['POST', '/admin/activity/pause'],
    resume: ['POST', '/admin/activity/resume'],
    savedFilters: ['GET', '/admin/activity/saved'],
    saveFilter: ['POST', '/admin/activity/saved'],
    savedFilter: ['GET', '/admin/activity/saved/{slug}'],
    removeFilter: ['DELETE', '/admin/activity/saved/{slug}'],
    linkOpened: ['POST', '/admin/activity/link-opened'],
  },
  admin: {
    status: ['GET', '/admin/status'],
    ping: ['POST', '/admin/ping'],
    shutdown: ['POST', '/admin/shutdown'],
    events: ['GET', '/admin/events'],
    countEvents: ['GET', '/admin/events/count'],
    eventCategories: ['GET', '/admin/events/categories'],
    logs: ['GET', '/admin/logs'],
  },
  agents: {
    get: ['GET', '/platform/agents'],
    pause: ['POST', '/platform/agents/pause'],
  },
  analytics: {
    wrapped: ['GET', '/platform/analytics/wrapped'],
    storage: ['GET', '/platform/analytics/storage-breakdown'],
    largest: ['GET', '/platform/analytics/largest-messages'],
    staleThreads: ['GET', '/platform/analytics/stale-threads'],
    asymmetry: ['GET', '/platform/analytics/contact-asymmetry'],
    decay: ['GET', '/platform/analytics/contact-decay'],
    responseTime: ['GET', '/platform/analytics/response-time'],
    refreshContacts: ['POST', '/platform/analytics/refresh-contacts'],
    rebuild: ['POST', '/platform/analytics/rebuild'],
  },
  approvals: {
    list: ['GET', '/platform/approvals'],
    get: ['GET', '/platform/approvals/{approval_id}'],
    approve: ['POST', '/platform/approvals/{approval_id}/approve'],
    decline: ['POST', '/platform/approvals/{approval_id}/decline'],
    withdraw: ['POST', '/platform/approvals/{approval_id}/withdraw'],
  },
  assist: {
    summarize: ['POST', '/mail/threads/{thread_id}/summarize'],
    threadBriefing: ['GET', '/mail/threads/{thread_id}/briefing'],
    contactBriefing: ['GET', '/mail/contacts/briefing'],
    experts: ['GET', '/mail/contacts/expert'],
    explainExperts: ['POST', '/mail/contacts/expert/explain'],
    draftAssist: ['POST', '/mail/threads/draft-assist'],
    newDraft: ['POST', '/mail/drafts/new'],
    composeDraft: ['POST', '/mail/drafts/compose'],
    refine: ['POST', '/mail/drafts/refine'],
    review: ['POST', '/mail/drafts/review'],
    score: ['POST', '/mail/humanizer/score'],
    rewrite: ['POST', '/mail/humanizer/rewrite'],
  },
  attachments: {
    open: ['POST', '/mail/attachments/open'],
    preview: ['POST', '/mail/attachments/preview'],
    content: ['POST', '/mail/attachments/content'],
    download: ['POST', '/mail/attachments/download', 'file'],
  },
  authorization: {
    start: ['POST', '/platform/auth/sessions/start'],
    get: ['GET', '/platform/auth/sessions/{session_id}'],
    cancel: ['POST', '/platform/auth/sessions/{session_id}/cancel'],
    complete: ['POST', '/platform/auth/sessions/{session_id}/complete'],
  },
  backup: {
    list: ['GET', '/admin/backups'],
    create: ['POST', '/admin/backups'],
    check: ['POST', '/admin/backups/{name}/check'],
    restore: ['POST', '/admin/backups/{name}/restore'],
    remove: ['DELETE', '/admin/backups/{name}'],
  },
  blockedSenders: {
    list: ['GET', '/mail/blocked-senders'],
    block: ['POST', '/mail/blocked-senders'],
    unblock: ['DELETE', '/mail/blocked-senders/{sender}'],
  },
  changes: {
    list: ['GET', '/mail/changes'],
  },
  classification: {
    get: ['GET', '/mail/messages/{message_id}/classification'],
    corrections: ['GET', '/mail/classification/corrections'],
    correct: ['POST', '/mail/classification/corrections'],
    recompute: ['POST', '/mail/classification/recompute'],
  },
  client: {
    health: ['GET', '/health'],
    i18n: ['GET', '/i18n'],
    shell: ['GET', '/client/shell'],
    permissions: ['GET', '/client/permissions'],
  },
  commitments: {
    list: ['GET', '/mail/commitments'],
    resolve: ['POST', '/mail/commitments/{commitment_id}/resolve'],
    dismiss: ['POST', '/mail/commitments/{commitment_id}/dismiss'],
    scan: ['POST', '/mail/commitments/scan'],
  },
  compose: {
    sendMessage: ['POST', '/mail/send'],
    uploadFile: ['POST', '/mail/uploads', 'upload'],
    open: ['POST', '/mail/compose/session'],
    refresh: ['POST', '/mail/compose/session/refresh'],
    sessions: ['GET', '/mail/compose/sessions'],
    restore: ['POST', '/mail/compose/session/restore'],
    update: ['POST', '/mail/compose/session/update'],
    send: ['POST', '/mail/compose/session/send'],
    save: ['POST', '/mail/compose/session/save'],
    attach: ['POST', '/mail/compose/session/attachment'],
    upload: ['POST', '/mail/compose/session/upload', 'upload'],
    file: ['GET', '/mail/compose/session/file', 'file'],
    collaborators: ['POST', '/mail/compose/session/collaborators'],
    safetyCheck: ['POST', '/mail/compose/session/safety-check'],
    discard: ['POST', '/mail/compose/session/discard'],
  },
  deliveries: {
    list: ['GET', '/mail/deliveries'],
    get: ['GET', '/mail/deliveries/{id}'],
    scan: ['POST', '/mail/deliveries/scan'],
    resolve: ['POST', '/mail/deliveries/{id}/resolve'],
    dismiss: ['POST', '/mail/deliveries/{id}/dismiss'],
  },
  demo: {
    get: ['GET', '/platform/demo'],
    setMode: ['POST', '/platform/demo'],
  },
  diagnostics: {
    report: ['GET', '/admin/diagnostics'],
    bugReport: ['GET', '/admin/diagnostics/bug-report'],
    repair: ['POST', '/admin/diagnostics/repair'],
  },
  gists: {
    list: ['POST', '/mail/threads/gists'],
  },
  images: {
    list: ['GET', '/mail/messages/{message_id}/html-images'],
    allowances: ['GET', '/mail/image-allowances'],
    allow: ['POST', '/mail/image-allowances'],
    forget: ['DELETE', '/mail/image-allowances/{account_id}/{sender}'],
  },
  drafts: {
    list: ['GET', '/mail/drafts'],
    get: ['GET', '/mail/drafts/{draft_id}/stored'],
    remove: ['DELETE', '/mail/drafts/{draft_id}/stored'],
    saveLocal: ['POST', '/mail/drafts/save-local'],
    discarded: ['GET', '/mail/drafts/discarded'],
    recover: ['POST', '/mail/drafts/{draft_id}/recover'],
    createFromMessage: ['POST', '/mail/drafts/adopt'],
  },
  exports: {
    thread: ['GET', '/mail/threads/{thread_id}/export', 'file'],
    search: ['POST', '/mail/export-search', 'file'],
    start: ['POST', '/mail/exports'],
    startMailboxes: ['POST', '/mail/exports/mailboxes'],
  },
  import: {
    list: ['GET', '/mail/imports'],
    create: ['POST', '/mail/imports'],
    details: ['GET', '/mail/imports/{import_id}'],
    discard: ['DELETE', '/mail/imports/{import_id}'],
    uploadFile: ['POST', '/mail/imports/{import_id}/files', 'upload'],
    startUploaded: ['POST', '/mail/imports/{import_id}/start'],
  },
  invites: {
    list: ['GET', '/mail/invites'],
    ofMessage: ['GET', '/mail/messages/{message_id}/invite'],
    reply: ['POST', '/mail/actions/invite/reply'],
  },
  jobs: {
    list: ['GET', '/mail/jobs'],
    get: ['GET', '/mail/jobs/{job_id}'],
    cancel: ['POST', '/mail/jobs/{job_id}/cancel'],
  },
  keys: {
    get: ['GET', '/platform/keys'],
    change: ['POST', '/platform/keys'],
  },
  labels: {
    list: ['GET', '/mail/labels'],
    create: ['POST', '/mail/labels/create'],
    rename: ['POST', '/mail/labels/rename'],
    remove: ['POST', '/mail/labels/delete'],
    colour: ['POST', '/mail/labels/colour'],
  },
  localPages: {
    list: ['GET', '/platform/local-pages'],
    decide: ['POST', '/platform/local-pages'],
    forget: ['DELETE', '/platform/local-pages'],
  },
  llm: {
    config: ['GET', '/platform/llm/config'],
    saveConfig: ['POST', '/platform/llm/config'],
    status: ['GET', '/platform/llm/status'],
    detect: ['POST', '/platform/llm/detect'],
    test: ['POST', '/platform/llm/test'],
  },
  mailbox: {
    list: ['GET', '/mail/mailbox'],
  },
  merge: {
    preview: ['POST', '/mail/merge/preview'],
    start: ['POST', '/mail/merge'],
    get: ['GET', '/mail/merge/{batch}'],
    discard: ['DELETE', '/mail/merge/{batch}'],
    send: ['POST', '/mail/merge/{batch}/send'],
  },
  messages: {
    get: ['GET', '/mail/messages/{message_id}'],
    bodies: ['POST', '/mail/messages/bodies'],
    raw: ['GET', '/mail/messages/{message_id}/raw', 'file'],
    body: ['GET', '/mail/messages/{message_id}/body'],
    headers: ['GET', '/mail/messages/{message_id}/headers'],
    source: ['GET', '/mail/messages/{message_id}/source'],
    trust: ['GET', '/mail/messages/{message_id}/trust'],
  },
  modes: {
    now: ['GET', '/mail/now'],
    rail: ['GET', '/mail/rail'],
    membership: ['GET', '/mail/modes/membership'],
    memberships: ['POST', '/mail/modes/membership'],
    done: ['POST', '/mail/modes/{mode}/done'],
    guide: ['GET', '/mail/modes/guide'],
    card: ['POST', '/mail/modes/{mode}/card'],
    threads: ['GET', '/mail/modes/{mode}/threads'],
  },
  mutations: {
    archive: ['POST', '/mail/mutations/archive'],
    trash: ['POST', '/mail/mutations/trash'],
    spam: ['POST', '/mail/mutations/spam'],
    star: ['POST', '/mail/mutations/star'],
    read: ['POST', '/mail/mutations/read'],
    readAndArchive: ['POST', '/mail/mutations/read-and-archive'],
    mute: ['POST', '/mail/mutations/mute'],
    labels: ['POST', '/mail/mutations/labels'],
    move: ['POST', '/mail/mutations/move'],
    route: ['POST', '/mail/mutations/route'],
    flags: ['POST', '/mail/messages/{message_id}/flags'],
    undo: ['POST', '/mail/mutations/undo'],
    history: ['GET', '/mail/mutations'],
    get: ['GET', '/mail/mutations/{mutation_id}'],
  },
  notifications: {
    chimes: ['GET', '/platform/notifications/chimes'],
    setChimes: ['POST', '/platform/notifications/chimes'],
    get: ['GET', '/platform/notifications'],
    pause: ['POST', '/platform/notifications/pause'],
  },
  outbox: {
    orphaned: ['GET', '/mail/drafts/orphaned'],
    resetOrphan: ['POST', '/mail/drafts/{draft_id}/reset-orphan'],
    sendStored: ['POST', '/mail/drafts/{draft_id}/send-stored'],
    schedule: ['POST', '/mail/scheduled-sends'],
    cancel: ['DELETE', '/mail/scheduled-sends/{draft_id}'],
    list: ['GET', '/mail/outbox'],
    retry: ['POST', '/mail/outbox/{send_id}/retry'],
    confirmSent: ['POST', '/mail/outbox/{send_id}/settle'],
    ofMessage: ['GET', '/mail/messages/{message_id}/delivery'],
  },
  people: {
    sender: ['GET', '/mail/sender'],
    autocomplete: ['GET', '/mail/contacts/autocomplete'],
  },
  relationships: {
    get: ['GET', '/mail/relationship'],
    rebuild: ['POST', '/mail/relationship/rebuild'],
  },
  reminders: {
    list: ['GET', '/mail/reminders'],
    set: ['POST', '/mail/reminders'],
    cancel: ['DELETE', '/mail/reminders/{message_id}'],
  },
  repair: {
    state: ['GET', '/admin/repair'],
    restore: ['POST', '/admin/repair/restore'],
    salvage: ['POST', '/admin/repair/salvage'],
    startOver: ['POST', '/admin/repair/start-over'],
    retry: ['POST', '/admin/repair/retry'],
  },
  replyLater: {
    list: ['GET', '/mail/reply-later'],
    set: ['POST', '/mail/reply-later/{message_id}'],
  },
  rules: {
    list: ['GET', '/platform/rules'],
    detail: ['GET', '/platform/rules/detail'],
    form: ['GET', '/platform/rules/form'],
    history: ['GET', '/platform/rules/history'],
    dryRun: ['GET', '/platform/rules/dry-run'],
    preview: ['POST', '/platform/rules/preview'],
    upsert: ['POST', '/platform/rules/upsert'],
    upsertForm: ['POST', '/platform/rules/upsert-form'],
    delete: ['POST', '/platform/rules/delete'],
    apply: ['POST', '/platform/rules/apply'],
    confirmHook: ['POST', '/platform/rules/confirm-hook'],
    resume: ['POST', '/platform/rules/resume'],
    import: ['POST', '/platform/rules/import'],
    export: ['GET', '/platform/rules/export', 'file'],
  },
  savedSearches: {
    list: ['GET', '/platform/saved-searches'],
    create: ['POST', '/platform/saved-searches/create'],
    update: ['POST', '/platform/saved-searches/update'],
    remove: ['POST', '/platform/saved-searches/delete'],
    run: ['POST', '/platform/saved-searches/run'],
  },
  screener: {
    queue: ['GET', '/mail/screener/queue'],
    decisions: ['GET', '/mail/screener/decisions'],
    decide: ['POST', '/mail/screener/decisions'],
    clear: ['DELETE', '/mail/screener/decisions'],
    decideGroup: ['POST', '/mail/screener/group-decisions'],
    clearGroup: ['DELETE', '/mail/screener/group-decisions'],
    export: ['GET', '/mail/screener/decisions/export', 'file'],
    import: ['POST', '/mail/screener/decisions/import'],
    explain: ['GET', '/mail/messages/{message_id}/why-here'],
  },
  search: {
    find: ['GET', '/mail/search'],
    fetch: ['POST', '/mail/search/server'],
    similar: ['GET', '/mail/messages/{message_id}/similar'],
    groups: ['GET', '/mail/search/groups'],
    count: ['GET', '/mail/count'],
  },
  secrets: {
    get: ['GET', '/platform/secrets'],
    move: ['POST', '/platform/secrets/move'],
    createVault: ['POST', '/platform/secrets/vault'],
    unlockVault: ['POST', '/platform/secrets/vault/unlock'],
    lockVault: ['POST', '/platform/secrets/vault/lock'],
    changePassphrase: ['POST', '/platform/secrets/vault/passphrase'],
    forgetVault: ['POST', '/platform/secrets/vault/forget'],
  },
  semantic: {
    status: ['GET', '/platform/semantic/status'],
    enable: ['POST', '/platform/semantic/enable'],
    reindex: ['POST', '/platform/semantic/reindex'],
    backfill: ['POST', '/platform/semantic/backfill'],
    install: ['POST', '/platform/semantic/profiles/install'],
    installFrom: ['POST', '/platform/semantic/profiles/install-from'],
    use: ['POST', '/platform/semantic/profiles/use'],
  },
  serverFilters: {
    get: ['GET', '/platform/accounts/{account_id}/server-filters'],
    save: ['POST', '/platform/accounts/{account_id}/server-filters'],
    preview: ['POST', '/platform/accounts/{account_id}/server-filters/preview'],
  },
  settings: {
    schema: ['GET', '/platform/settings/schema'],
    get: ['GET', '/platform/settings'],
    change: ['POST', '/platform/settings'],
  },
  signatures: {
    list: ['GET', '/mail/signatures'],
    save: ['POST', '/mail/signatures'],
    remove: ['DELETE', '/mail/signatures/{name}'],
    defaults: ['GET', '/mail/signature-defaults'],
    setDefault: ['POST', '/mail/signatures/default'],
    clearDefault: ['POST', '/mail/signatures/default/clear'],
    resolve: ['POST', '/mail/signatures/resolve'],
  },
  snippets: {
    list: ['GET', '/mail/snippets'],
    save: ['POST', '/mail/snippets'],
    remove: ['DELETE', '/mail/snippets/{name}'],
  },
  snooze: {
    presets: ['GET', '/mail/actions/snooze/presets'],
    create: ['POST', '/mail/actions/snooze'],
    list: ['GET', '/mail/snoozed'],
    wake: ['POST', '/mail/snoozed/{id}/wake'],
  },
  subscriptions: {
    list: ['GET', '/platform/subscriptions'],
    unsubscribe: ['POST', '/mail/actions/unsubscribe'],
    purge: ['POST', '/mail/actions/unsubscribe-purge'],
  },
  sync: {
    start: ['POST', '/mail/sync'],
    status: ['GET', '/mail/sync/status'],
  },
  threads: {
    get: ['GET', '/mail/threads/{thread_id}'],
  },
  todos: {
    list: ['GET', '/mail/todos'],
    tick: ['POST', '/mail/todos/tick'],
    dismiss: ['POST', '/mail/todos/dismiss'],
    postpone: ['POST', '/mail/todos/postpone'],
    scan: ['POST', '/mail/todos/scan'],
  },
  tokens: {
    list: ['GET', '/platform/tokens'],
    create: ['POST', '/platform/tokens'],
    remove: ['DELETE', '/platform/tokens/{token_id}'],
  },
  voice: {
    get: ['GET', '/platform/voice'],
    rebuild: ['POST', '/platform/voice/rebuild'],
  },
  webhooks: {
    list: ['GET', '/platform/webhooks'],
    create: ['POST', '/platform/webhooks'],
    remove: ['DELETE', '/platform/webhooks/{webhook_id}'],
    test: ['POST', '/platform/webhooks/{webhook_id}/test'],
  },
} as const;

/** One function for each request. */
export type Client = {
  accounts: {
    /** Every account the daemon knows, with its health in words. */
    list(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      accounts: AccountSummaryData[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** The accounts as config.toml has them, without secrets. */
    config(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      kind: 'AccountsConfig';
      accounts: AccountConfigData[];
    }>;
    /** Finds out where an address has its mail: known providers, MX and SRV records, autoconfig, and trying. */
    discover(
      input: {
        email: string;
      },
      options?: CallOptions,
    ): Promise<{
      discovery: AccountDiscovery;
    }>;
    /** Signs in to the servers of an account, to read and to send, and says what stands in the way. Saves nothing. */
    test(
      input: {
        key: string;
        name: string;
        email: string;
        enabled?: boolean;
        is_default?: boolean;
        sync?:
          | {
              type: 'imap';
              host: string;
              port?: number;
              username?: string;
              auth_required?: boolean;
              use_tls?: boolean;
              implicit_tls?: boolean;
              password_ref?: string;
              password?: string | null;
            }
          | {
              type: 'gmail';
              client_id?: string | null;
              client_secret?: string | null;
              credential_source?: 'bundled' | 'custom';
              token_ref?: string;
            }
          | {
              type: 'outlook_personal';
              client_id?: string | null;
              token_ref?: string;
            }
          | {
              type: 'outlook_work';
              client_id?: string | null;
              token_ref?: string;
            }
          | {
              type: 'fake';
            }
          | null;
        send?:
          | {
              type: 'smtp';
              host: string;
              port?: number;
              username?: string;
              auth_required?: boolean;
              use_tls?: boolean;
              implicit_tls?: boolean;
              password_ref?: string;
              password?: string | null;
            }
          | {
              type: 'gmail';
            }
          | {
              type: 'outlook_personal';
              client_id?: string | null;
              token_ref?: string;
            }
          | {
              type: 'outlook_work';
              client_id?: string | null;
              token_ref?: string;
            }
          | {
              type: 'fake';
            }
          | null;
      },
      options?: CallOptions,
    ): Promise<{
      result: AccountOperationResult;
    }>;
    /** Adds an account or changes one: passwords into the keychain, the rest into config.toml, then tests it. */
    upsert(
      input: {
        key: string;
        name: string;
        email: string;
        enabled?: boolean;
        is_default?: boolean;
        sync?:
          | {
              type: 'imap';
              host: string;
              port?: number;
              username?: string;
              auth_required?: boolean;
              use_tls?: boolean;
              implicit_tls?: boolean;
              password_ref?: string;
              password?: string | null;
            }
          | {
              type: 'gmail';
              client_id?: string | null;
              client_secret?: string | null;
              credential_source?: 'bundled' | 'custom';
              token_ref?: string;
            }
          | {
              type: 'outlook_personal';
              client_id?: string | null;
              token_ref?: string;
            }
          | {
              type: 'outlook_work';
              client_id?: string | null;
              token_ref?: string;
            }
          | {
              type: 'fake';
            }
          | null;
        send?:
          | {
              type: 'smtp';
              host: string;
              port?: number;
              username?: string;
              auth_required?: boolean;
              use_tls?: boolean;
              implicit_tls?: boolean;
              password_ref?: string;
              password?: string | null;
            }
          | {
              type: 'gmail';
            }
          | {
              type: 'outlook_personal';
              client_id?: string | null;
              token_ref?: string;
            }
          | {
              type: 'outlook_work';
              client_id?: string | null;
              token_ref?: string;
            }
          | {
              type: 'fake';
            }
          | null;
      },
      options?: CallOptions,
    ): Promise<{
      result: AccountOperationResult;
    }>;
    /** Signs an account in to Google or Microsoft. Where no one is signed in yet, the result is not ok and says where to sign in: `device_code_url`, with `device_code_user_code` where a code is typed. Asking again tells what came of it. */
    authorize(
      input: {
        account: {
          key: string;
          name: string;
          email: string;
          enabled?: boolean;
          is_default?: boolean;
          sync?:
            | {
                type: 'imap';
                host: string;
                port?: number;
                username?: string;
                auth_required?: boolean;
                use_tls?: boolean;
                implicit_tls?: boolean;
                password_ref?: string;
                password?: string | null;
              }
            | {
                type: 'gmail';
                client_id?: string | null;
                client_secret?: string | null;
                credential_source?: 'bundled' | 'custom';
                token_ref?: string;
              }
            | {
                type: 'outlook_personal';
                client_id?: string | null;
                token_ref?: string;
              }
            | {
                type: 'outlook_work';
                client_id?: string | null;
                token_ref?: string;
              }
            | {
                type: 'fake';
              }
            | null;
          send?:
            | {
                type: 'smtp';
                host: string;
                port?: number;
                username?: string;
                auth_required?: boolean;
                use_tls?: boolean;
                implicit_tls?: boolean;
                password_ref?: string;
                password?: string | null;
              }
            | {
                type: 'gmail';
              }
            | {
                type: 'outlook_personal';
                client_id?: string | null;
                token_ref?: string;
              }
            | {
                type: 'outlook_work';
                client_id?: string | null;
                token_ref?: string;
              }
            | {
                type: 'fake';
              }
            | null;
        };
        reauthorize?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'AccountOperation';
      result: AccountOperationResult;
    }>;
    /** Stores the passwords of an account anew, where they work, and begins syncing again. */
    repair(
      input: {
        key: string;
        name: string;
        email: string;
        enabled?: boolean;
        is_default?: boolean;
        sync?:
          | {
              type: 'imap';
              host: string;
              port?: number;
              username?: string;
              auth_required?: boolean;
              use_tls?: boolean;
              implicit_tls?: boolean;
              password_ref?: string;
              password?: string | null;
            }
          | {
              type: 'gmail';
              client_id?: string | null;
              client_secret?: string | null;
              credential_source?: 'bundled' | 'custom';
              token_ref?: string;
            }
          | {
              type: 'outlook_personal';
              client_id?: string | null;
              token_ref?: string;
            }
          | {
              type: 'outlook_work';
              client_id?: string | null;
              token_ref?: string;
            }
          | {
              type: 'fake';
            }
          | null;
        send?:
          | {
              type: 'smtp';
              host: string;
              port?: number;
              username?: string;
              auth_required?: boolean;
              use_tls?: boolean;
              implicit_tls?: boolean;
              password_ref?: string;
              password?: string | null;
            }
          | {
              type: 'gmail';
            }
          | {
              type: 'outlook_personal';
              client_id?: string | null;
              token_ref?: string;
            }
          | {
              type: 'outlook_work';
              client_id?: string | null;
              token_ref?: string;
            }
          | {
              type: 'fake';
            }
          | null;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'AccountOperation';
      result: AccountOperationResult;
    }>;
    /** Makes an account the one that is used where a request names none. */
    setDefault(
      input: {
        key: string;
      },
      options?: CallOptions,
    ): Promise<{
      result: AccountOperationResult;
    }>;
    /** Stops syncing an account and sending from it. Its mail, its settings and its passwords stay. */
    disable(
      input: {
        key: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'AccountOperation';
      result: AccountOperationResult;
    }>;
    /** Syncs an account again that was turned off. */
    enable(
      input: {
        key: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'AccountOperation';
      result: AccountOperationResult;
    }>;
    /** Removes an account from config.toml, and its passwords. Its mail stays readable here, unless `purge_local_data` says that it goes too. Drafts, and mail that is on no server, are never deleted with it. Agents and tools: throws PendingApproval where the owner has to approve it. */
    remove(
      input: {
        key: string;
        purge_local_data?: boolean;
        dry_run?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'AccountOperation';
      result: AccountOperationResult;
    }>;
    /** The addresses of the owner in an account: mail from one of them is mail they sent. */
    addresses(
      input: {
        account_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'AccountAddresses';
      addresses: AccountAddress[];
    }>;
    /** Adds an address; mail that came from it is sorted to what was sent. */
    addAddress(
      input: {
        account_id: string;
        email: string;
        primary?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
    }>;
    /** Takes an address away; mail from it is mail that was received again. */
    removeAddress(
      input: {
        account_id: string;
        email: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
    }>;
    /** Makes one of the addresses the main one, from which mail is sent unless another is chosen. */
    setPrimaryAddress(
      input: {
        account_id: string;
        email: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
    }>;
  };
  activity: {
    /** What was done and by whom, newest first. Agents, tools and tokens see what came by way of themselves alone. */
    list(
      input?: {
        since?: number;
        until?: number;
        account?: string;
        source?: ClientKind[] | ClientKind;
        action?: string[] | string;
        prefix?: string;
        target_kind?: string;
        target_id?: string;
        tier?: ActivityTier[] | ActivityTier;
        query?: string;
        include_redacted?: boolean;
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ActivityEntries';
      entries: ActivityEntry[];
      next_cursor: ActivityCursor | null;
      pause: ActivityPause | null;
    }>;
    /** How many entries there are. Agents, tools and tokens see what came by way of themselves alone. */
    count(
      input?: {
        since?: number;
        until?: number;
        account?: string;
        source?: ClientKind[] | ClientKind;
        action?: string[] | string;
        prefix?: string;
        target_kind?: string;
        target_id?: string;
        tier?: ActivityTier[] | ActivityTier;
        query?: string;
        include_redacted?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ActivityCount';
      count: number;
    }>;
    /** How many entries there are of each action, source, kind of target, day or hour of the day. Agents, tools and tokens see what came by way of themselves alone. */
    stats(
      input?: {
        since?: number;
        until?: number;
        account?: string;
        source?: ClientKind[] | ClientKind;
        action?: string[] | string;
        prefix?: string;
        target_kind?: string;
        target_id?: string;
        tier?: ActivityTier[] | ActivityTier;
        query?: string;
        include_redacted?: boolean;
        group_by?: 'action' | 'day' | 'source' | 'target_kind' | 'hour';
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ActivityStatBuckets';
      buckets: ActivityStatBucket[];
    }>;
    /** Whether anything is recorded now, and what of it. */
    status(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      kind: 'ActivityStatus';
      recording: boolean;
      stopped_by: 'settings' | 'environment' | 'pause' | null;
      pause: ActivityPause | null;
      link_clicks: boolean;
      retention_days: {
        ephemeral: number;
        standard: number;
        important: number;
      };
    }>;
    /** Entries as CSV, JSON or one JSON record a line, newest first. Agents, tools and tokens see what came by way of themselves alone. */
    export(
      input?: {
        filter?: ActivityFilterInput;
        format?: ActivityExportFormat;
      },
      options?: CallOptions,
    ): Promise<Response>;
    /** Removes for good what entries were about. That there was something stays. */
    redact(
      input?: {
        ids?: number[];
        filter?: ActivityFilterInput;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ActivityAffected';
      affected: number;
    }>;
    /** Removes entries for good. */
    prune(
      input: {
        before: number;
        tiers?: ActivityTier[];
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ActivityAffected';
      affected: number;
    }>;
    /** Records nothing for some minutes, or until it is resumed; the pause itself is recorded. */
    pause(
      input?: {
        minutes?: number;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
      pause: ActivityPause;
    }>;
    /** Records again. */
    resume(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
    }>;
    /** The filters that were saved, by name. */
    savedFilters(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'SavedActivityFilters';
      filters: SavedActivityFilterEntry[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Saves a filter under a name; one of the same name is replaced. */
    saveFilter(
      input: {
        name: string;
        filter: ActivityFilterInput;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'SavedActivityFilter';
      filter: SavedActivityFilterEntry;
    }>;
    /** One saved filter. */
    savedFilter(
      input: {
        slug: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'SavedActivityFilter';
      filter: SavedActivityFilterEntry;
    }>;
    /** Forgets a saved filter. */
    removeFilter(
      input: {
        slug: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
    }>;
    /** Says that a link of a message was opened. It is recorded only with [activity].track_link_clicks. */
    linkOpened(
      input: {
        message_id: string;
        host: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
      recorded: boolean;
    }>;
  };
  admin: {
    /** How the daemon is: process, accounts, message count, sync. `degraded` means the mail database cannot be used as usual, and counts may not be known. */
    status(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      uptime_secs: number;
      accounts: string[];
      total_messages: number;
      daemon_pid: number;
      sync_statuses: AccountSyncStatus[];
      protocol_version: number;
      daemon_version: string;
      daemon_build_id: string | null;
      repair_required: boolean;
      semantic_runtime: SemanticRuntimeMetrics | null;
      feature_health: null;
      degraded: boolean;
      store_problem: string | null;
      instance: string;
      is_demo: boolean;
      search_coverage: {
        indexed: number;
        stored: number;
      };
      bridge: {
        url: string | null;
        trouble: string | null;
      };
      agents_paused: boolean;
      disk: string | null;
      vault: 'none' | 'locked' | 'unlocked' | 'damaged';
      config: {
        trouble: string | null;
        notes: ConfigNote[];
      };
    }>;
    /** Answers, if the daemon lives. */
    ping(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      pong: true;
    }>;
    /** Stops the daemon in good order, after this answer is out. Agents and tools: throws PendingApproval where the owner has to approve it. */
    shutdown(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      shutdown: 'scheduled';
    }>;
    /** What has happened, in words, newest first: the events that were recorded, for as long as they are kept. */
    events(
      input?: {
        cursor?: string;
        limit?: number;
        offset?: number;
        level?: 'info' | 'warn' | 'error';
        category?: string;
        category_prefix?: string;
        since?: number;
        until?: number;
        search?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'EventLogEntries';
      entries: EventLogEntry[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** How many recorded events there are. */
    countEvents(
      input?: {
        level?: 'info' | 'warn' | 'error';
        category?: string;
        category_prefix?: string;
        since?: number;
        until?: number;
        search?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'EventLogCount';
      count: number;
    }>;
    /** The categories of which events are recorded. */
    eventCategories(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      kind: 'EventCategories';
      categories: ('client' | 'config' | 'index' | 'job' | 'mail' | 'operation' | 'sync')[];
    }>;
    /** Lines of the log, newest first, those of its older files included. */
    logs(
      input?: {
        cursor?: string;
        limit?: number;
        offset?: number;
        level?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';
        search?: string;
        format?: 'text' | 'json';
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'LogLines';
      lines: string[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
  };
  agents: {
    /** Whether all agents and tools are paused. */
    get(input?: Record<string, never>, options?: CallOptions): Promise<AgentsState>;
    /** Pauses all agents and tools, or resumes them. While they are paused, every request of them is refused, and nothing that they scheduled is sent. It stays so after a restart. */
    pause(
      input: {
        paused: boolean;
      },
      options?: CallOptions,
    ): Promise<AgentsState>;
  };
  analytics: {
    /** A look back at a period, by default the current year: volume, habits, people, replies, newsletters. */
    wrapped(
      input?: {
        account_id?: string;
        since_unix?: number;
        until_unix?: number;
        label?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Wrapped';
      summary: WrappedSummary;
    }>;
    /** What takes space, the most first: by sender, by type of attachments, or by label; or by year, the newest first. */
    storage(
      input?: {
        account_id?: string;
        group_by?: 'sender' | 'mimetype' | 'mime' | 'label' | 'year';
        since_days?: number;
        limit?: number;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'StorageBreakdown';
      rows: StorageBucket[];
    }>;
    /** The largest messages outside the trash. */
    largest(
      input?: {
        account_id?: string;
        since_days?: number;
        limit?: number;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'LargestMessages';
      rows: LargestMessageRow[];
    }>;
    /** Conversations in which an answer of the user, or of the other person, is due, the oldest first. */
    staleThreads(
      input?: {
        account_id?: string;
        perspective?: 'mine' | 'user' | 'theirs' | 'counterparty';
        older_than_days?: number;
        within_days?: number;
        limit?: number;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'StaleThreads';
      rows: StaleThreadRow[];
    }>;
    /** People by how much more they write than the user, without senders of mailings. */
    asymmetry(
      input?: {
        account_id?: string;
        min_inbound?: number;
        limit?: number;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ContactAsymmetry';
      rows: ContactAsymmetryRow[];
    }>;
    /** People who wrote to the user and were written to, and have not written for a while. */
    decay(
      input?: {
        account_id?: string;
        threshold_days?: number;
        max_lookback_days?: number;
        limit?: number;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ContactDecay';
      rows: ContactDecayRow[];
    }>;
    /** How long replies took, in clock time and in business hours. */
    responseTime(
      input?: {
        account_id?: string;
        direction?: 'they_replied' | 'outgoing' | 'i_replied' | 'incoming';
        counterparty?: string;
        since_days?: number;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ResponseTime';
      summary: ResponseTimeSummary;
    }>;
    /** Counts the contacts anew from the stored mail, and answers when it is done. Agents and tools: throws PendingApproval where the owner has to approve it. */
    refreshContacts(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      kind: 'RefreshedContacts';
      rows: number;
    }>;
    /** Computes anew what the reports are made of, as a job, and answers when it is done. Agents and tools: throws PendingApproval where the owner has to approve it. */
    rebuild(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      kind: 'AnalyticsRebuildSummary';
      directions_reclassified: number;
      business_hours_backfilled: number;
      list_ids_backfilled: number;
      contacts_rows: number;
      reply_pairs_resolved: number;
    }>;
  };
  approvals: {
    /** Approvals, the newest first. An agent sees only those that it asked for. */
    list(
      input?: {
        cursor?: string;
        which?: 'pending' | 'decided' | 'all';
        limit?: number;
        offset?: number;
      },
      options?: CallOptions,
    ): Promise<{
      approvals: Approval[];
      pending_count: number;
      next_offset: number | null;
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** One approval, and how it ended. */
    get(
      input: {
        approval_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      approval: Approval;
    }>;
    /** Has a request carried out, once, exactly as it was shown. Only in the page and the app. */
    approve(
      input: {
        approval_id: string;
        payload_hash: string;
      },
      options?: CallOptions,
    ): Promise<{
      approval: Approval;
    }>;
    /** Refuses a request. Only in the page and the app. */
    decline(
      input: {
        approval_id: string;
        reason?: string;
      },
      options?: CallOptions,
    ): Promise<{
      approval: Approval;
    }>;
    /** Cancels a request of the caller’s own that still waits. */
    withdraw(
      input: {
        approval_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      approval: Approval;
    }>;
  };
  assist: {
    /** A summary of a conversation, written by a model, or the stored one if nothing has come or gone since. */
    summarize(
      input: {
        thread_id: string;
        refresh?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ThreadSummary';
      text: string;
      model: string;
      citations: CitationRef[];
      from_cache: boolean;
      generated_at: string;
    }>;
    /** A briefing on a conversation that has rested: what is known, where it stands, and what is open. */
    threadBriefing(
      input: {
        thread_id: string;
        refresh?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ThreadBriefing';
      briefing: ThreadBriefingData;
    }>;
    /** A briefing on a person before one writes to them. */
    contactBriefing(
      input: {
        account_id: string;
        email: string;
        refresh?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'RecipientBriefing';
      briefing: ThreadBriefingData;
    }>;
    /** Who has answered in conversations about a question, counted in the stored mail without a model. */
    experts(
      input: {
        account_id: string;
        query: string;
        include_self?: boolean;
        limit?: number;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ExpertSuggestions';
      experts: ExpertSuggestionData[];
    }>;
    /** The same, with reasons that a model finds in their answers. */
    explainExperts(
      input: {
        account_id: string;
        query: string;
        include_self?: boolean;
        limit?: number;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ExpertSuggestions';
      experts: ExpertSuggestionData[];
      model: string | null;
    }>;
    /** Suggests an answer in a conversation. Stores and sends nothing. */
    draftAssist(
      input: {
        thread_id: string;
        instruction: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'DraftSuggestion';
      body: string;
      model: string;
      voice_match: VoiceMatchData | null;
      humanizer: HumanizerReportSummaryData | null;
      rewrite_iterations: number;
      inferred_register: VoiceRegisterData | null;
      inferred_length: DraftLengthHintData | null;
      context_note: string | null;
    }>;
    /** Suggests a text for a message or an answer. Stores and sends nothing. */
    newDraft(
      input: {
        instruction: string;
        account_id?: string;
        to?: Address;
        source_message_id?: string;
        thread_id?: string;
        register?: VoiceRegisterData;
        length_hint?: DraftLengthHintData;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'DraftSuggestion';
      body: string;
      model: string;
      voice_match: VoiceMatchData | null;
      humanizer: HumanizerReportSummaryData | null;
      rewrite_iterations: number;
      inferred_register: VoiceRegisterData | null;
      inferred_length: DraftLengthHintData | null;
      context_note: string | null;
    }>;
    /** As POST /mail/drafts/new. */
    composeDraft(
      input: {
        instruction: string;
        account_id?: string;
        to?: Address;
        source_message_id?: string;
        thread_id?: string;
        register?: VoiceRegisterData;
        length_hint?: DraftLengthHintData;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'DraftSuggestion';
      body: string;
      model: string;
      voice_match: VoiceMatchData | null;
      humanizer: HumanizerReportSummaryData | null;
      rewrite_iterations: number;
      inferred_register: VoiceRegisterData | null;
      inferred_length: DraftLengthHintData | null;
      context_note: string | null;
    }>;
    /** Suggests another wording of a draft. What it quotes stays, and the stored draft is not changed. */
    refine(
      input: {
        draft_id: string;
        knobs: DraftRefineKnobsData;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'DraftSuggestion';
      body: string;
      model: string;
      voice_match: VoiceMatchData | null;
      humanizer: HumanizerReportSummaryData | null;
      rewrite_iterations: number;
      inferred_register: VoiceRegisterData | null;
      inferred_length: DraftLengthHintData | null;
      context_note: string | null;
    }>;
    /** What a model notices in a draft before it is sent: unanswered questions and promises. It blocks nothing. */
    review(
      input: {
        draft_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'DraftReview';
      issues: DraftSafetyIssue[];
    }>;
    /** Whether a text sounds like a person, by rules on this computer. No model reads it. */
    score(
      input: {
        text: string;
        account_id?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'HumanizerReport';
      report: HumanizerReportSummaryData;
    }>;
    /** Has a model rewrite a text until it sounds like a person, and returns the best of it. */
    rewrite(
      input: {
        text: string;
        max_iterations?: number;
        account_id?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'HumanizedText';
      text: string;
      report: HumanizerReportSummaryData;
      iterations: number;
    }>;
  };
  attachments: {
    /** Writes an attachment to a temporary file for a program to open. Only its owner can read it; it is removed a day after it was opened last. */
    open(
      input: {
        message_id: string;
        attachment_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      file: AttachmentFile;
    }>;
    /** What an attachment holds, read for people: a text in its character set, a table, the events of a calendar, contacts, or an attached message. Of a large one the beginning. What was left on the mail server is fetched first. */
    preview(
      input: {
        message_id: string;
        attachment_id: string;
        inside?: number[];
        form: 'text' | 'markdown' | 'table' | 'calendar' | 'contacts' | 'message';
      },
      options?: CallOptions,
    ): Promise<{
      preview: AttachmentPreview;
      agent_report?: AgentReport;
    }>;
    /** The content of an attachment of at most 5 MB as JSON, for programs that take no streams. What was left on the mail server is fetched first. */
    content(
      input: {
        message_id: string;
        attachment_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      content: AttachmentContent;
    }>;
    /** An attachment as a file; or, for who asks for JSON, saved into the download folder of this computer under a name that is free there. What was left on the mail server is fetched first. */
    download(
      input: {
        message_id: string;
        attachment_id: string;
        inside?: number[];
      },
      options?: CallOptions,
    ): Promise<Response>;
  };
  authorization: {
    /** Starts a sign-in in the browser, or with a code for Outlook. It replaces an unfinished one of the same account, and expires after 15 minutes. */
    start(
      input: {
        account: {
          key: string;
          name: string;
          email: string;
          enabled?: boolean;
          is_default?: boolean;
          sync?:
            | {
                type: 'imap';
                host: string;
                port?: number;
                username?: string;
                auth_required?: boolean;
                use_tls?: boolean;
                implicit_tls?: boolean;
                password_ref?: string;
                password?: string | null;
              }
            | {
                type: 'gmail';
                client_id?: string | null;
                client_secret?: string | null;
                credential_source?: 'bundled' | 'custom';
                token_ref?: string;
              }
            | {
                type: 'outlook_personal';
                client_id?: string | null;
                token_ref?: string;
              }
            | {
                type: 'outlook_work';
                client_id?: string | null;
                token_ref?: string;
              }
            | {
                type: 'fake';
              }
            | null;
          send?:
            | {
                type: 'smtp';
                host: string;
                port?: number;
                username?: string;
                auth_required?: boolean;
                use_tls?: boolean;
                implicit_tls?: boolean;
                password_ref?: string;
                password?: string | null;
              }
            | {
                type: 'gmail';
              }
            | {
                type: 'outlook_personal';
                client_id?: string | null;
                token_ref?: string;
              }
            | {
                type: 'outlook_work';
                client_id?: string | null;
                token_ref?: string;
              }
            | {
                type: 'fake';
              }
            | null;
        };
        reauthorize?: boolean;
        flow?: 'auto' | 'installed' | 'device';
      },
      options?: CallOptions,
    ): Promise<{
      session: AuthSessionData;
    }>;
    /** How a sign-in stands. Only people get its links and its code. */
    get(
      input: {
        session_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      session: AuthSessionData;
    }>;
    /** Ends a sign-in. What the browser brings later is ignored. */
    cancel(
      input: {
        session_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      session: AuthSessionData;
    }>;
    /** Stores the sign-in of an authorized session, and the account where `save_account` says so. */
    complete(
      input: {
        session_id: string;
        save_account?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      session: AuthSessionData;
    }>;
  };
  backup: {
    /** The backups there are, newest first. */
    list(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      folder: string;
      leaves_out: string;
      automatic: {
        is_on: boolean;
        problem: string | null;
      };
      backups: Backup[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Makes a backup while everything goes on, and answers at once with the job. One that is being made, also automatically, is joined. */
    create(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      job_id: string;
      note: string;
    }>;
    /** Opens a backup and reads every byte of it, and answers at once with the job. The list has the result. */
    check(
      input: {
        name: string;
      },
      options?: CallOptions,
    ): Promise<{
      job_id: string;
    }>;
    /** Checks a backup, and when it is sound restarts the daemon with it. What is here now is kept in a folder. */
    restore(
      input: {
        name: string;
      },
      options?: CallOptions,
    ): Promise<{
      job_id: string;
      note: string;
    }>;
    /** Deletes a backup for good. */
    remove(
      input: {
        name: string;
      },
      options?: CallOptions,
    ): Promise<{
      ok: true;
    }>;
  };
  blockedSenders: {
    /** The blocked senders, the latest first. */
    list(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'BlockedSenders';
      senders: BlockedSender[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Blocks a sender in every account that the caller may see: new mail from this address goes to the trash and stays unread. Mail that is here already stays where it is, unless `existing` is set. Agents and tools: throws PendingApproval where the owner has to approve it. */
    block(
      input?: {
        message_id?: string;
        sender?: string;
        existing?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'BlockedSenders';
      senders: BlockedSender[];
      ok: boolean;
      result: MutationResultData;
    }>;
    /** Unblocks a sender in every account that the caller may see. No mail is moved. Agents and tools: throws PendingApproval where the owner has to approve it. */
    unblock(
      input: {
        sender: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'BlockedSenders';
      senders: BlockedSender[];
      ok: boolean;
      result: MutationResultData;
    }>;
  };
  changes: {
    /** The messages and conversations that were added, changed or removed since a state. Without `since` it gives the present state and nothing else. */
    list(
      input?: {
        since?: string;
        limit?: number;
        account_id?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Changes';
      state: string;
      has_more: boolean;
      messages: ChangedIds;
      threads: ChangedIds;
    }>;
  };
  classification: {
    /** What a received message is, and what that follows from. */
    get(
      input: {
        message_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Classification';
      classification: Classification;
    }>;
    /** What the user has said that mail of senders and lists is, the latest first. */
    corrections(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'KindCorrections';
      corrections: KindCorrection[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Says what all mail of the sender or the list of a message is, for mail that is here and for mail to come. null takes it away. No mail is moved. Agents and tools: throws PendingApproval where the owner has to approve it. */
    correct(
      input: {
        message_id: string;
        scope: 'sender' | 'list';
        mail_kind: MailKind | null;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'KindCorrections';
      corrections: KindCorrection[];
    }>;
    /** Classifies all received mail again, as a job. Corrections stay. Agents and tools: throws PendingApproval where the owner has to approve it. */
    recompute(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      job_id: string;
    }>;
  };
  client: {
    /** Whether the bridge answers, and which protocol it speaks. */
    health(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      status: 'ok';
      service: 'posthorn';
      protocol_version: number;
      degraded: boolean;
    }>;
    /** Texts for pages, in the language that `[ui].language` or the system asks for, else in English. */
    i18n(input?: Record<string, never>, options?: CallOptions): Promise<Locale>;
    /** What surrounds every page: account and sync labels, and the sidebar with its counts. */
    shell(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      shell: Shell;
      sidebar: Sidebar;
    }>;
    /** What the caller may do now: by the safety policy, by its profile and by its token. */
    permissions(input?: Record<string, never>, options?: CallOptions): Promise<Permissions>;
  };
  commitments: {
    /** Promises that were found in mail: overdue ones and those that are due first come first. */
    list(
      input?: {
        cursor?: string;
        account_id?: string;
        email?: string;
        status?: 'open' | 'resolved' | 'expired';
        direction?: 'yours' | 'theirs';
        thread_id?: string;
        limit?: number;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'CommitmentList';
      commitments: CommitmentData[];
      total: number;
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Marks a commitment as kept. If it is the promise of the user, its to-do is ticked off. Agents and tools: throws PendingApproval where the owner has to approve it. */
    resolve(
      input: {
        commitment_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
      mutation_id: string | null;
    }>;
    /** Dismisses a commitment that is none. It is not found again. Agents and tools: throws PendingApproval where the owner has to approve it. */
    dismiss(
      input: {
        commitment_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
      mutation_id: string | null;
    }>;
    /** Looks for commitments in mail that is here already, as a job. What is known stays as it is. Agents and tools: throws PendingApproval where the owner has to approve it. */
    scan(
      input?: {
        since_days?: number;
        wait?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      job_id: string;
      found?: number;
    }>;
  };
  compose: {
    /** Sends a message in one call, by the outbox. It answers when the message is queued and stored, not when it has left: `GET /mail/outbox` and the event `OutboxUpdated` say what became of it. Send an Idempotency-Key, so that a repeat sends nothing. Agents and tools: throws PendingApproval where the owner has to approve it. */
    sendMessage(
      input?: {
        account_id?: string;
        from?: string;
        to?: string | string[];
        cc?: string | string[];
        bcc?: string | string[];
        subject?: string;
        body?: string;
        attachments?: string[];
        in_reply_to?: string;
        reply_all?: boolean;
        quote?: boolean;
        signature?: string;
        send_at?: string;
        hold_seconds?: number;
        dry_run?: boolean;
        override_safety_token?: string;
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
      dry_run: boolean;
      send_id: string | null;
      draft_id: string | null;
      account_id: string;
      state: 'queued' | 'checked';
      leaves_at: string;
      undo_until: string | null;
      from: string;
      recipients: {
        email: string;
        kind: 'to' | 'cc' | 'bcc';
      }[];
      subject: string;
      attachments: number;
      rfc2822_message_id: string | null;
      issues: DraftSafetyIssue[];
    }>;
    /** Streams a file that `POST /mail/send` attaches. It is kept for two days, and can be sent once. */
    uploadFile(
      input: {
        filename: string;
        type?: string;
        content: UploadContent;
      },
      options?: CallOptions,
    ): Promise<{
      upload_id: string;
      filename: string;
      mime_type: string;
      size_bytes: number;
      expires_at: string;
    }>;
    /** Begins to write: a new message, an answer, or a forward. */
    open(
      input: {
        kind: ComposeKind;
        message_id?: string;
        to?: string;
        cc?: string;
        bcc?: string;
        subject?: string;
        body?: string;
        account_id?: string;
        action?: 'accept' | 'tentative' | 'maybe' | 'decline';
      },
      options?: CallOptions,
    ): Promise<{
      session: ComposeSession;
    }>;
    /** The session as it is now. */
    refresh(
      input: {
        draft_path: string;
      },
      options?: CallOptions,
    ): Promise<{
      session: ComposeSession;
    }>;
    /** Every session that is open, the newest change first. */
    sessions(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      sessions: ComposeSession[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Opens a stored draft for editing. If it is already open, returns its session. */
    restore(
      input: {
        draft_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      session: ComposeSession;
    }>;
    /** Stores the text locally at once, and soon after on the server if the draft is linked to one. */
    update(
      input: {
        draft_path: string;
        to: string;
        cc: string;
        bcc: string;
        subject: string;
        from: string;
        attach?: string[];
        body?: string;
        signature?: string | null;
        revision?: number;
      },
      options?: CallOptions,
    ): Promise<{
      session: ComposeSession;
    }>;
    /** Sends it and ends the session. In the app, sending can be undone for a few seconds. Agents and tools: throws PendingApproval where the owner has to approve it. */
    send(
      input: {
        draft_path: string;
        account_id?: string;
        override_safety_token?: string;
        send_at?: string;
        hold_seconds?: number;
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
      draft_id: string;
      receipt: SendReceipt;
    }>;
    /** Stores it as a draft, also on the server where that keeps drafts, and ends the session. */
    save(
      input: {
        draft_path: string;
        account_id?: string;
        draft_id?: string;
        save_to_server?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
      draft_id: string;
    }>;
    /** Gives a small file to the session, as base64. The next update lists its path under `attach`. */
    attach(
      input: {
        draft_path: string;
        filename: string;
        content_base64: string;
        inline?: boolean;
      },
      options?: CallOptions,
    ): Promise<ComposeFile>;
    /** Streams a file of any size to the session. */
    upload(
      input: {
        draft_path: string;
        filename: string;
        type?: string;
        inline?: 'true' | 'false';
        content: UploadContent;
      },
      options?: CallOptions,
    ): Promise<ComposeFile>;
    /** A file of the session, to show it. */
    file(
      input: {
        draft_path: string;
        path: string;
      },
      options?: CallOptions,
    ): Promise<Response>;
    /** People who are often written to together with those it goes to; five at the most. */
    collaborators(
      input: {
        draft_path: string;
        account_id?: string;
      },
      options?: CallOptions,
    ): Promise<{
      suggestions: SuggestedRecipientData[];
    }>;
    /** What is to be considered before it is sent, found by the rules that sending obeys. */
    safetyCheck(
      input: {
        draft_path: string;
        account_id?: string;
        send_at?: string;
      },
      options?: CallOptions,
    ): Promise<{
      report: DraftSafetyReport;
    }>;
    /** Ends the session. A draft that was not saved is discarded, and can be restored for 30 days. */
    discard(
      input: {
        draft_path: string;
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
    }>;
  };
  deliveries: {
    /** Deliveries: those under way, the next to arrive first, then the others, the latest first. */
    list(
      input?: {
        limit?: number;
        cursor?: string;
        filter?: 'active' | 'delivered' | 'all' | 'dismissed';
      },
      options?: CallOptions,
    ): Promise<{
      deliveries: DeliveryData[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** One delivery, with the messages that tell of it. */
    get(
      input: {
        id: string;
      },
      options?: CallOptions,
    ): Promise<{
      delivery: DeliveryData;
    }>;
    /** Looks through stored mail for deliveries, as a job with progress, and answers when it is done. A dry run finds the same and changes nothing. Agents and tools: throws PendingApproval where the owner has to approve it. */
    scan(
      input?: {
        since_days?: number;
        dry_run?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      summary: DeliveryScanSummary;
    }>;
    /** Says that a delivery has arrived, which can be undone. Agents and tools: throws PendingApproval where the owner has to approve it. */
    resolve(
      input: {
        id: string;
        undo?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      delivery: DeliveryData;
    }>;
    /** Hides what is no delivery, also from later scans, which can be undone. Agents and tools: throws PendingApproval where the owner has to approve it. */
    dismiss(
      input: {
        id: string;
        undo?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      ok: true;
    }>;
  };
  demo: {
    /** Whether this is a demo, and whether one can leave for it or come back from it. */
    get(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      on: boolean;
      may_switch: boolean;
    }>;
    /** Leaves for a demo mailbox of made-up mail, or comes back from it. The daemon starts anew at the same address with another token; the accounts of the owner stay as they are and are not synced meanwhile. */
    setMode(
      input: {
        on: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      scheduled: boolean;
    }>;
  };
  diagnostics: {
    /** Looks at everything that can go wrong. `deep` looks through all that is stored, which takes longer. */
    report(
      input?: {
        deep?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      report: DoctorReport;
    }>;
    /** The same as Markdown to be shown to strangers: no addresses, names, subjects, paths, host names or secrets. */
    bugReport(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      content: string;
    }>;
    /** Does what a finding offers. Asked for again while it runs, it gives the same job. Agents and tools: throws PendingApproval where the owner has to approve it. */
    repair(
      input: {
        action:
          | 'sync_now'
          | 'retry_stuck'
          | 'repair_index'
          | 'rebuild_index'
          | 'recount_contacts'
          | 'recount_labels'
          | 'fix_file_modes'
          | 'make_backup'
          | 'restore_config'
          | 'restore_keys'
          | 'restore_secrets'
          | 'reset_config'
          | 'reset_keys'
          | 'reset_secrets';
        account_id?: string;
      },
      options?: CallOptions,
    ): Promise<{
      ok: true;
      action:
        | 'sync_now'
        | 'retry_stuck'
        | 'repair_index'
        | 'rebuild_index'
        | 'recount_contacts'
        | 'recount_labels'
        | 'fix_file_modes'
        | 'make_backup'
        | 'restore_config'
        | 'restore_keys'
        | 'restore_secrets'
        | 'reset_config'
        | 'reset_keys'
        | 'reset_secrets';
      job_id: string | null;
      message: string;
    }>;
  };
  gists: {
    /** The gists that were written of these conversations as they are. Writes none. */
    list(
      input: {
        thread_ids: string[];
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ThreadGists';
      gists: ThreadGist[];
    }>;
  };
  images: {
    /** The images a message’s HTML shows, those on the internet fetched where that is wanted. */
    list(
      input: {
        message_id: string;
        allow_remote?: boolean;
        which?: 'all' | 'shown';
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'HtmlImageAssets';
      message_id: string;
      assets: HtmlImageAsset[];
    }>;
    /** The senders whose images are shown without asking, the latest first. */
    allowances(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ImageAllowances';
      allowances: ImageAllowance[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Has the images of a sender shown without asking from now on. Agents and tools: throws PendingApproval where the owner has to approve it. */
    allow(
      input?: {
        message_id?: string;
        account_id?: string;
        sender?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ImageAllowances';
      allowances: ImageAllowance[];
    }>;
    /** Asks again before the images of a sender are shown. Agents and tools: throws PendingApproval where the owner has to approve it. */
    forget(
      input: {
        account_id: string;
        sender: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ImageAllowances';
      allowances: ImageAllowance[];
    }>;
  };
  drafts: {
    /** The stored drafts of all accounts, newest edit first. */
    list(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      drafts: DraftSummary[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** A stored draft. */
    get(
      input: {
        draft_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      draft: Draft;
    }>;
    /** Discards a draft, on its server first. It can be restored for 30 days. */
    remove(
      input: {
        draft_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
    }>;
    /** Stores a draft without a compose session: a new id makes one, a known one is brought up to date. */
    saveLocal(
      input: {
        id: string;
        account_id: string;
        from?: {
          name?: string | null;
          email: string;
        } | null;
        to?: {
          name?: string | null;
          email: string;
        }[];
        cc?: {
          name?: string | null;
          email: string;
        }[];
        bcc?: {
          name?: string | null;
          email: string;
        }[];
        subject?: string;
        body_markdown?: string | null;
        body_html?: string | null;
        body_text?: string | null;
        attachments?: string[];
        inline_assets?: InlineAsset[];
        inline_calendar_reply?: InlineCalendarReply | null;
        intent?: DraftIntent;
        reply_headers?: ReplyHeaders | null;
        created_at?: string;
        updated_at?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
      draft: Draft;
    }>;
    /** Drafts discarded in the last 30 days. */
    discarded(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      drafts: DraftSummary[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Restores a discarded draft. */
    recover(
      input: {
        draft_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
    }>;
    /** Makes a stored draft of one that another program left on the server, and keeps the two the same. */
    createFromMessage(
      input: {
        message_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      draft_id: string;
    }>;
  };
  exports: {
    /** One conversation as Markdown, JSON, mbox, or, where it is one message, as that message. */
    thread(
      input: {
        thread_id: string;
        format?: 'markdown' | 'json' | 'mbox' | 'eml';
      },
      options?: CallOptions,
    ): Promise<Response>;
    /** All conversations in which a query finds something, one after the other. */
    search(
      input: {
        query: string;
        format: ExportFormat;
      },
      options?: CallOptions,
    ): Promise<Response>;
    /** Writes an export into the folder of downloads, and answers at once with the job. Agents and tools: throws PendingApproval where the owner has to approve it. */
    start(
      input: {
        query?: string;
        thread_ids?: string[];
        format: ExportFormat;
      },
      options?: CallOptions,
    ): Promise<{
      job_id: string;
      file: string;
    }>;
    /** Writes all mail of one account or of all into a folder in the folder of downloads, and answers at once with the job. Agents and tools: throws PendingApproval where the owner has to approve it. */
    startMailboxes(
      input: {
        account_id?: string;
        format: 'Mbox' | 'Eml' | 'Json';
      },
      options?: CallOptions,
    ): Promise<{
      job_id: string;
      folder: string;
    }>;
  };
  import: {
    /** The imports that take files, and those of the newest hundred jobs, newest first. */
    list(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      imports: MailImport[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Creates an import and accepts its files. An import that is not started within a day is deleted. */
    create(
      input?: {
        folder?: string;
      },
      options?: CallOptions,
    ): Promise<MailImport>;
    /** One import, with the first hundred files it had trouble with. */
    details(
      input: {
        import_id: string;
      },
      options?: CallOptions,
    ): Promise<MailImportWhole>;
    /** Discards an import that was not started, with its files. */
    discard(
      input: {
        import_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      ok: true;
    }>;
    /** Gives a file, or the next stretch of it, as its bytes. It counts once it is whole; given again from the beginning, it takes the place of the one before. */
    uploadFile(
      input: {
        import_id: string;
        path: string;
        size: number;
        offset?: number;
        content: UploadContent;
      },
      options?: CallOptions,
    ): Promise<{
      path: string;
      size: number;
      received: number;
      is_whole: boolean;
      is_mail: boolean;
    }>;
    /** Starts importing the files that are here whole, and answers at once with the job. */
    startUploaded(
      input: {
        import_id: string;
      },
      options?: CallOptions,
    ): Promise<MailImport>;
  };
  invites: {
    /** The events that mail tells of, one each as its newest message has it; that message newest first. With `upcoming` those to come, soonest first. */
    list(
      input?: {
        cursor?: string;
        limit?: number;
        upcoming?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      invites: ListedInvite[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** The event that a message tells of, and what became of it since. */
    ofMessage(
      input: {
        message_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      invite: CalendarInviteData | null;
      more: number;
      state: 'current' | 'updated' | 'cancelled' | 'past';
      series: CalendarSeries | null;
      superseded_by: string | null;
      superseded_in: string | null;
      answering: {
        can: boolean;
        why_not: string | null;
      };
    }>;
    /** Answers an invitation by mail to its organiser (iMIP, RFC 6047), from the address that was invited. A dry run shows the mail. Agents and tools: throws PendingApproval where the owner has to approve it. */
    reply(
      input: {
        message_id: string;
        recurrence_id?: string;
        action: 'accept' | 'tentative' | 'decline' | 'maybe';
        comment?: string;
        dry_run?: boolean;
        hold_seconds?: number;
        override_safety_token?: string;
      },
      options?: CallOptions,
    ): Promise<{
      status: 'preview' | 'queued' | 'sent' | 'unknown';
      preview?: CalendarInviteResponsePreview;
      result?: CalendarInviteResponseResult;
    }>;
  };
  jobs: {
    /** The newest hundred long acts, newest first. */
    list(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Jobs';
      jobs: JobData[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** One long act. */
    get(
      input: {
        job_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Job';
      job: JobData;
    }>;
    /** Cancels a running job. For a change to mail, operations that the server does not have yet are reverted, and the rest can be undone. Imported messages and finished parts stay. A cancelled export, backup or restore leaves no files. Agents and tools: throws PendingApproval where the owner has to approve it. */
    cancel(
      input: {
        job_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Job';
      job: JobData;
    }>;
  };
  keys: {
    /** The keys in force, all that can be done by key, and what is wrong with keys.toml. */
    get(input?: Record<string, never>, options?: CallOptions): Promise<Keys>;
    /** Changes the keys of one action, the set, or takes all changes back. The rest of keys.toml stays as it is. */
    change(
      input?: {
        context?: 'mail_list' | 'message_view' | 'thread_view';
        action?: string;
        keys?: string[] | null;
        take?: boolean;
        preset?: 'gmail' | 'vim';
        forget?: boolean;
      },
      options?: CallOptions,
    ): Promise<Keys>;
  };
  labels: {
    /** The labels that mail can be given, system folders first. */
    list(
      input?: {
        limit?: number;
        cursor?: string;
        account_id?: string;
      },
      options?: CallOptions,
    ): Promise<{
      labels: Label[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Makes a label. Agents and tools: throws PendingApproval where the owner has to approve it. */
    create(
      input: {
        name: string;
        color?: string | null;
        account_id?: string;
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
      label: Label;
      mutation_id: string | null;
      undoable_until: string | null;
    }>;
    /** Renames a label and what is below it. Without `/` the new name keeps its level, unless the old one is given with all of its levels. Agents and tools: throws PendingApproval where the owner has to approve it. */
    rename(
      input?: {
        from?: string;
        to?: string;
        old?: string;
        new?: string;
        account_id?: string;
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
      label: Label;
      mutation_id: string | null;
      undoable_until: string | null;
    }>;
    /** Deletes a label but no mail. Messages without another label move to the archive. Agents and tools: throws PendingApproval where the owner has to approve it. */
    remove(
      input: {
        name: string;
        account_id?: string;
        dry_run?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
      label: Label;
      mutation_id: string | null;
      undoable_until: string | null;
      job_id: string | null;
      messages: number;
      archived: number;
      dry_run: boolean;
    }>;
    /** Gives a label a colour, or takes it. Gmail gets the nearest that it has; other servers have no colours. Agents and tools: throws PendingApproval where the owner has to approve it. */
    colour(
      input: {
        label_id: string;
        color: string | null;
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
      label: Label;
    }>;
  };
  localPages: {
    /** The pages that wait for a decision, and those that were decided about. */
    list(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      local_pages: LocalPage[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Allows a page to fetch the token from now on, or denies it and asks no more. */
    decide(
      input: {
        origin: string;
        allow: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      local_pages: LocalPage[];
    }>;
    /** Forgets the decision about a page. A token that it has already stays valid until the next start. */
    forget(
      input: {
        origin: string;
      },
      options?: CallOptions,
    ): Promise<{
      local_pages: LocalPage[];
    }>;
  };
  llm: {
    /** The settings of the language model, without secrets. */
    config(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      config: LlmConfigData;
    }>;
    /** Changes the settings in config.toml, in force at once. A running request finishes with the earlier ones. */
    saveConfig(
      input: {
        enabled: boolean;
        base_url: string;
        model: string;
        api_key_env: string;
        context_window: number;
        request_timeout_secs: number;
        allow_cloud_relationship_data?: boolean;
        gist_concurrency?: number;
        overrides?: LlmOverridesData | null;
      },
      options?: CallOptions,
    ): Promise<{
      config: LlmConfigData;
    }>;
    /** Which model each task uses, where it is, and whether it may be asked. Contacts no one. */
    status(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      status: LlmStatusSnapshot;
    }>;
    /** Looks for servers of models on this computer: Ollama, LM Studio and llama.cpp. Sends no mail and no key. */
    detect(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      servers: LlmServer[];
    }>;
    /** Asks a model for one word, to see whether it answers. Sends no mail. Left out fields are as in the settings. */
    test(
      input?: {
        base_url?: string;
        model?: string;
        api_key_env?: string;
        request_timeout_secs?: number;
      },
      options?: CallOptions,
    ): Promise<{
      ok: true;
      model: string;
      host: string;
      took_ms: number;
    }>;
  };
  mailbox: {
    /** A page of a mailbox, newest first, over all accounts the caller may see. */
    list(
      input?: {
        limit?: number;
        offset?: number;
        cursor?: string;
        view?: 'threads' | 'messages';
        lens_kind?: LensKind;
        account_id?: string;
        label_id?: string;
        sender_email?: string;
        saved_search?: string;
        fields?: string | string[];
        include?: string | string[];
      },
      options?: CallOptions,
    ): Promise<{
      shell?: Shell;
      sidebar?: Sidebar;
      mailbox: {
        lensLabel: string;
        view: 'threads' | 'messages';
        counts: {
          unread: number;
          total: number;
        };
        has_more: boolean;
        next_offset: number | null;
        next_cursor: string | null;
        groups: RowGroup[];
        rows?: LeanRow[];
      };
    }>;
  };
  merge: {
    /** What a merge would come to: its columns, what is wrong with its rows, and its first messages. */
    preview(
      input: {
        draft_id: string;
        csv?: string;
        csv_base64?: string;
        email_column?: string;
        sample?: number;
      },
      options?: CallOptions,
    ): Promise<{
      columns: string[];
      email_column: string | null;
      rows: number;
      placeholders: string[];
      unknown: string[];
      unused: string[];
      problems: MergeProblem[];
      problem_count: number;
      broken_rows: number;
      duplicate_rows: number;
      messages: {
        line: number;
        to: string;
        subject: string;
        body_markdown: string;
      }[];
    }>;
    /** Makes the drafts, as a job: rows without a usable address are left out. Nothing is sent. */
    start(
      input: {
        draft_id: string;
        csv?: string;
        csv_base64?: string;
        email_column?: string;
        skip_duplicates?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      batch: string;
      job_id: string;
      rows: number;
    }>;
    /** How a merge stands, row by row. */
    get(
      input: {
        batch: string;
        cursor?: string;
        limit?: number;
        offset?: number;
      },
      options?: CallOptions,
    ): Promise<{
      merge: Merge;
      rows: MergeRow[];
      next_offset: number | null;
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Ends a merge and throws its drafts away, as far as they are not on their way. */
    discard(
      input: {
        batch: string;
      },
      options?: CallOptions,
    ): Promise<{
      merge: Merge;
      discarded: number;
    }>;
    /** Sends its drafts one after the other, each checked as any other. What is held back stays a draft. Agents and tools: throws PendingApproval where the owner has to approve it. */
    send(
      input: {
        batch: string;
        pace_seconds?: number;
      },
      options?: CallOptions,
    ): Promise<{
      merge: Merge;
    }>;
  };
  messages: {
    /** One message: whom it is from, its labels, what it says, and its attachments. Marks nothing read. */
    get(
      input: {
        message_id: string;
        include?: string | string[];
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Message';
      message: MessageRecord;
      content: MessageContent | null;
      content_failure: MessageContentFailure | null;
    }>;
    /** What up to 100 messages say, in the order asked for. One answer has about 8 MB of it; messages that do not fit are among `failures` with the code `left`, to be asked for again. */
    bodies(
      input: {
        message_ids: string[];
        include?: string | string[];
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Bodies';
      contents: MessageContent[];
      failures: MessageContentFailure[];
    }>;
    /** The bytes of a message exactly as they were received (RFC 5322), whole or a range of them. */
    raw(
      input: {
        message_id: string;
      },
      options?: CallOptions,
    ): Promise<Response>;
    /** A message body as stored: text, and HTML that has passed the allow-list. */
    body(
      input: {
        message_id: string;
        html?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Body';
      body: MessageBody;
    }>;
    /** The header fields of the received bytes: verbatim, in order, duplicates kept. */
    headers(
      input: {
        message_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Headers';
      headers: [string, string][];
    }>;
    /** A message as it was received (RFC 5322), to read: the first 5 MB of it. */
    source(
      input: {
        message_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Source';
      source: string;
      encoding: 'utf8' | 'latin1';
      size_bytes: number;
      is_cut: boolean;
      is_complete: boolean;
    }>;
    /** How sure it is that a message comes from whom it says, and why: from what the account’s own server found out (RFC 8601), from earlier mail, and from how it is written. */
    trust(
      input: {
        message_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Trust';
      trust: MessageTrust;
    }>;
  };
  modes: {
    /** What needs the user now: people who wait for a reply, a card of updates, and in the evening something to read. */
    now(
      input?: {
        account?: string;
        account_id?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Now';
      now: NowData;
    }>;
    /** Now, the five modes and the inbox, with keys and counts, and the places behind “More”. */
    rail(
      input?: {
        account?: string;
        account_id?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Rail';
      rail: {
        generated_at: string;
        entries: RailEntry[];
        more: RailLink[];
      };
    }>;
    /** Which modes hold a conversation, and why. An unknown conversation gives an empty list. */
    membership(
      input?: {
        thread_id?: string;
        message_id?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ModeMembership';
      threads: ThreadModes[];
    }>;
    /** Which modes hold some conversations, in the order of the request. Unknown conversations are left out. */
    memberships(
      input: {
        thread_ids: string[];
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ModeMembership';
      threads: ThreadModes[];
    }>;
    /** Marks conversations as done in a mode until something newer arrives; in To do, ticks to-dos. What no other mode holds is archived and marked as read, where the settings say so. A conversation that fails does not stop the others. Agents and tools: throws PendingApproval where the owner has to approve it. */
    done(
      input: {
        mode: string;
        thread_ids?: string[];
        todo_ids?: string[];
        sender?: {
          account_id: string;
          sender_email: string;
        };
        dry_run?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ModeDone';
      dry_run: boolean;
      mutation_id: string | null;
      undo_unavailable: boolean;
      items: ModeDoneItem[];
    }>;
    /** What explains Now and the modes: texts, keys, and the card at the first encounter. */
    guide(
      input?: {
        mode?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ModeGuides';
      guides: ModeGuide[];
    }>;
    /** Retires the card that introduces a mode, in every client, or shows it again. Agents and tools: throws PendingApproval where the owner has to approve it. */
    card(
      input: {
        mode: string;
        seen?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ModeGuides';
      guides: ModeGuide[];
    }>;
    /** The conversations that a mode holds, the newest first. A page covers a limited part of the mail, so it may have fewer rows than `limit`, or none, although there is a next one. */
    threads(
      input: {
        mode: string;
        limit?: number;
        cursor?: string;
        account?: string;
        account_id?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ModeThreads';
      mode: 'messages' | 'todo' | 'updates' | 'reading' | 'archive';
      groups: ModeThreadGroup[];
      next_cursor: string | null;
    }>;
  };
  mutations: {
    /** Takes mail out of the inbox and keeps it. Agents and tools: throws PendingApproval where the owner has to approve it. */
    archive(
      input?: {
        message_ids?: string[];
        thread_ids?: string[];
        query?: string;
        conversations?: boolean;
        dry_run?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
      result: MutationResultData;
    }>;
    /** Moves mail from any folder to the trash. Agents and tools: throws PendingApproval where the owner has to approve it. */
    trash(
      input?: {
        message_ids?: string[];
        thread_ids?: string[];
        query?: string;
        conversations?: boolean;
        dry_run?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
      result: MutationResultData;
    }>;
    /** Puts mail where spam goes. Agents and tools: throws PendingApproval where the owner has to approve it. */
    spam(
      input?: {
        message_ids?: string[];
        thread_ids?: string[];
        query?: string;
        conversations?: boolean;
        dry_run?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
      result: MutationResultData;
    }>;
    /** Stars mail, or takes its star. Of a conversation its newest message gets the star. Agents and tools: throws PendingApproval where the owner has to approve it. */
    star(
      input: {
        message_ids?: string[];
        thread_ids?: string[];
        query?: string;
        conversations?: boolean;
        starred: boolean;
        dry_run?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
      result: MutationResultData;
    }>;
    /** Marks mail as read, or as unread. Agents and tools: throws PendingApproval where the owner has to approve it. */
    read(
      input: {
        message_ids?: string[];
        thread_ids?: string[];
        query?: string;
        conversations?: boolean;
        read: boolean;
        dry_run?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
      result: MutationResultData;
    }>;
    /** Marks mail as read and takes it out of the inbox. Agents and tools: throws PendingApproval where the owner has to approve it. */
    readAndArchive(
      input?: {
        message_ids?: string[];
        thread_ids?: string[];
        query?: string;
        conversations?: boolean;
        dry_run?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
      result: MutationResultData;
    }>;
    /** Mutes conversations: they leave the inbox, and their new messages skip it and stay unread. Or unmutes them, which moves no mail. Agents and tools: throws PendingApproval where the owner has to approve it. */
    mute(
      input: {
        thread_ids?: string[];
        query?: string;
        muted: boolean;
        dry_run?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
      result: MutationResultData;
    }>;
    /** Adds labels to mail and removes others. A label in both lists stays as it is. Agents and tools: throws PendingApproval where the owner has to approve it. */
    labels(
      input?: {
        message_ids?: string[];
        thread_ids?: string[];
        query?: string;
        conversations?: boolean;
        add?: string[];
        remove?: string[];
        dry_run?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
      result: MutationResultData;
    }>;
    /** Moves mail to a label or folder, out of the inbox. Agents and tools: throws PendingApproval where the owner has to approve it. */
    move(
      input: {
        message_ids?: string[];
        thread_ids?: string[];
        query?: string;
        conversations?: boolean;
        target_label: string;
        dry_run?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
      result: MutationResultData;
    }>;
    /** Moves mail from a queue to a label; with `archive` it is also marked as read and leaves the inbox. Agents and tools: throws PendingApproval where the owner has to approve it. */
    route(
      input: {
        message_ids?: string[];
        thread_ids?: string[];
        query?: string;
        conversations?: boolean;
        to_label: string;
        from_queue_label: string;
        archive?: boolean;
        dry_run?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
      result: MutationResultData;
    }>;
    /** Sets the flags of a message: READ is 1, STARRED is 2, and what is not set is taken away. Agents and tools: throws PendingApproval where the owner has to approve it. */
    flags(
      input: {
        message_id: string;
        flags: number;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
      ok: boolean;
      result: MutationResultData;
    }>;
    /** Undoes a change, except where the mail has changed again since. An undo can be undone too. Agents and tools: throws PendingApproval where the owner has to approve it. */
    undo(
      input: {
        mutation_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
      ok: boolean;
      result: MutationResultData;
    }>;
    /** Changes to mail in the last 24 hours, newest first, and which of them can be undone. */
    history(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      mutations: MutationRecord[];
      next_cursor: string | null;
      waiting: number;
    }>;
    /** One thing that was done, and the messages that were not done as asked. */
    get(
      input: {
        mutation_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      mutation: MutationRecord;
      outcomes: MessageOutcome[];
    }>;
  };
  notifications: {
    /** Whether the daemon sounds, how loud, and which sound each event has. */
    chimes(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      kind: 'NotificationChimes';
      config: NotificationChimesData;
    }>;
    /** Changes what is given of the chime setting; the rest, and the rest of config.toml, stays as it is. Agents and tools: throws PendingApproval where the owner has to approve it. */
    setChimes(
      input?: {
        enabled?: boolean;
        volume?: number;
        new_mail?: 'none' | 'bell' | 'glass' | 'pop' | 'sent' | 'archive' | 'thud' | 'alert';
        'new-mail'?: 'none' | 'bell' | 'glass' | 'pop' | 'sent' | 'archive' | 'thud' | 'alert';
        sent?: 'none' | 'bell' | 'glass' | 'pop' | 'sent' | 'archive' | 'thud' | 'alert';
        archived?: 'none' | 'bell' | 'glass' | 'pop' | 'sent' | 'archive' | 'thud' | 'alert';
        trashed?: 'none' | 'bell' | 'glass' | 'pop' | 'sent' | 'archive' | 'thud' | 'alert';
        spam?: 'none' | 'bell' | 'glass' | 'pop' | 'sent' | 'archive' | 'thud' | 'alert';
        snoozed?: 'none' | 'bell' | 'glass' | 'pop' | 'sent' | 'archive' | 'thud' | 'alert';
        unsnoozed?: 'none' | 'bell' | 'glass' | 'pop' | 'sent' | 'archive' | 'thud' | 'alert';
        reminder?: 'none' | 'bell' | 'glass' | 'pop' | 'sent' | 'archive' | 'thud' | 'alert';
        error?: 'none' | 'bell' | 'glass' | 'pop' | 'sent' | 'archive' | 'thud' | 'alert';
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'NotificationChimes';
      config: NotificationChimesData;
    }>;
    /** Whether what the desktop shows is paused, and whether it is quiet now. */
    get(input?: Record<string, never>, options?: CallOptions): Promise<Notifications>;
    /** Pauses notifications and sounds until then, or resumes them. Mail keeps arriving. Agents and tools: throws PendingApproval where the owner has to approve it. */
    pause(
      input: {
        until: string | null;
      },
      options?: CallOptions,
    ): Promise<Notifications>;
  };
  outbox: {
    /** Drafts whose sending could not be confirmed. They are never sent again automatically. */
    orphaned(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Drafts';
      drafts: Draft[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Says that such a draft was not sent: it can be changed and sent again. Any other stays as it is. */
    resetOrphan(
      input: {
        draft_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
    }>;
    /** Sends a stored draft, once however often it is asked: the second time gives the same receipt. Agents and tools: throws PendingApproval where the owner has to approve it. */
    sendStored(
      input: {
        draft_id: string;
        override_safety_token?: string;
        hold_seconds?: number;
      },
      options?: CallOptions,
    ): Promise<SendReceipt>;
    /** Sends a stored draft at a moment. It is checked again when it goes; one that waits already gets another moment. Agents and tools: throws PendingApproval where the owner has to approve it. */
    schedule(
      input: {
        draft_id: string;
        send_at: string;
        override_safety_token?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
      receipt: SendReceipt;
    }>;
    /** Takes a send back that has not begun; the draft stays. So a send is undone. Agents and tools: throws PendingApproval where the owner has to approve it. */
    cancel(
      input: {
        draft_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
    }>;
    /** What waits, is being sent, failed or is in doubt, and what was sent of late; newest first. */
    list(
      input?: {
        cursor?: string;
        limit?: number;
      },
      options?: CallOptions,
    ): Promise<{
      sends: OutboxEntry[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Tries a send now that waits for its next try, or once more one that failed. Agents and tools: throws PendingApproval where the owner has to approve it. */
    retry(
      input: {
        send_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
      send: OutboxEntry;
    }>;
    /** Says of a send in doubt that it did arrive: its copy goes to Sent, and its draft goes. */
    confirmSent(
      input: {
        send_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
      send: OutboxEntry;
    }>;
    /** What is known of a message that was sent: whom it reached, and what servers reported of it since. */
    ofMessage(
      input: {
        message_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      send: OutboxEntry | null;
      recipients: RecipientDelivery[];
    }>;
  };
  people: {
    /** What the stored mail says about a person; null if there is no mail from or to them. */
    sender(
      input: {
        account_id: string;
        email: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'SenderProfile';
      profile: SenderProfileData | null;
    }>;
    /** Whom a few letters may mean: first whom the owner wrote to often and lately. */
    autocomplete(
      input?: {
        q?: string;
        limit?: number;
      },
      options?: CallOptions,
    ): Promise<{
      contacts: SenderSummaryData[];
    }>;
  };
  relationships: {
    /** What the stored mail says about a correspondence; null with a stranger, to whom the user has never written. */
    get(
      input: {
        account_id: string;
        email: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'RelationshipProfile';
      profile: RelationshipProfileData | null;
    }>;
    /** Reads all mail with a person again, as a job: how both write, and what they have promised. Agents and tools: throws PendingApproval where the owner has to approve it. */
    rebuild(
      input: {
        account_id: string;
        email: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'RelationshipProfile';
      profile: RelationshipProfileData | null;
      job_id: string | null;
    }>;
  };
  reminders: {
    /** The reminders that wait, soonest first, then those that were told of in the last week. */
    list(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Reminders';
      reminders: Reminder[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Sets a reminder of a sent message for a time, in case there is no reply by then. A second call changes the time. Agents and tools: throws PendingApproval where the owner has to approve it. */
    set(
      input: {
        sent_message_id: string;
        remind_at: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
    }>;
    /** Reminds of a sent message no more. Agents and tools: throws PendingApproval where the owner has to approve it. */
    cancel(
      input: {
        message_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
    }>;
  };
  repair: {
    /** Whether the mail database can be used, what is wrong with it, and the ways to repair it. */
    state(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      mode: 'normal' | 'read_only' | 'closed';
      problem: StoreProblem | null;
      choices: RepairChoice[];
      task: RepairTask | null;
      data_folder: string;
    }>;
    /** Checks a backup and restarts with it. The damaged files are kept in a folder. */
    restore(
      input: {
        backup: string;
      },
      options?: CallOptions,
    ): Promise<{
      task: RepairTask;
    }>;
    /** Copies everything that can be read into a new mail database and restarts with it. The damaged file is kept in a folder. */
    salvage(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      task: RepairTask;
    }>;
    /** Restarts with a new mail database, which keeps drafts and signatures where they can be read, and fetches all mail again. The old files are kept in a folder. */
    startOver(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      task: RepairTask;
    }>;
    /** Restarts, and opens the mail database again as it is. */
    retry(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      ok: true;
    }>;
  };
  replyLater: {
    /** The messages that are to be answered later, most recently flagged first. */
    list(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ReplyQueue';
      messages: Envelope[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Puts a message on that list, or takes it off. Agents and tools: throws PendingApproval where the owner has to approve it. */
    set(
      input: {
        message_id: string;
        flag: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
    }>;
  };
  rules: {
    /** All rules, in the order in which they are applied. */
    list(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      rules: {
        id: string;
        name: string;
        enabled: boolean;
        priority: number;
        conditions: RuleCondition;
        actions: RuleAction[];
        created_at: string;
        updated_at: string;
        account_ids: string[] | null;
        match_count: number;
        last_matched_at: string | null;
        paused_at: string | null;
        last_error: string | null;
        unconfirmed_hooks: string[];
        condition?: string;
        action?: string;
      }[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** A rule. */
    detail(
      input?: {
        id?: string;
        rule?: string;
      },
      options?: CallOptions,
    ): Promise<{
      rule: Rule;
    }>;
    /** A rule as a form shows it. */
    form(
      input?: {
        id?: string;
        rule?: string;
      },
      options?: CallOptions,
    ): Promise<{
      form: RuleFormData;
    }>;
    /** What rules did, newest first: one of them, or all where none is named. */
    history(
      input?: {
        cursor?: string;
        id?: string;
        rule?: string;
        limit?: number;
      },
      options?: CallOptions,
    ): Promise<{
      entries: RuleHistoryEntry[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** What a rule would do with mail of a period, or each rule that is on where none is named. Changes nothing. Only received mail counts that is neither in the trash nor spam. */
    dryRun(
      input?: {
        id?: string;
        rule?: string;
        since?: string;
        until?: string;
        limit?: number;
      },
      options?: CallOptions,
    ): Promise<{
      results: DryRunResultData[];
      since: string;
      until: string;
      checked: number;
      complete: boolean;
    }>;
    /** What a rule that is not stored would do with mail of a period. Changes nothing. */
    preview(
      input?: {
        conditions?: RuleCondition;
        condition?: string;
        actions?: RuleAction[];
        action?: string;
        account_ids?: string[] | null;
        since?: string;
        until?: string;
        limit?: number;
      },
      options?: CallOptions,
    ): Promise<{
      results: DryRunResultData[];
      since: string;
      until: string;
      checked: number;
      complete: boolean;
    }>;
    /** Stores a rule: a new one, or the one with this id anew. It is applied to mail that arrives from then on. Commands in it do not run before the owner has confirmed them. Agents and tools: throws PendingApproval where the owner has to approve it. */
    upsert(
      input: {
        rule: WrittenRule;
      },
      options?: CallOptions,
    ): Promise<{
      rule: Rule;
    }>;
    /** Stores a rule from a form. `existing_rule` keeps its id and the time when it was made. Agents and tools: throws PendingApproval where the owner has to approve it. */
    upsertForm(
      input: {
        existing_rule?: string | null;
        name: string;
        condition: string;
        action: string;
        priority?: number;
        enabled?: boolean;
        account_ids?: string[] | null;
      },
      options?: CallOptions,
    ): Promise<{
      rule: Rule;
    }>;
    /** Deletes a rule. What it did stays, and so does its history. Agents and tools: throws PendingApproval where the owner has to approve it. */
    delete(
      input?: {
        id?: string;
        rule?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
      ok: true;
    }>;
    /** Applies the actions of a rule to exactly these messages, whether they match or not. One undo takes all of it back. Commands are not run. Agents and tools: throws PendingApproval where the owner has to approve it. */
    apply(
      input: {
        id?: string;
        rule?: string;
        message_ids: string[];
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
      ok: boolean;
      result: MutationResultData;
    }>;
    /** Confirms a command of a rule, which runs from then on. It has the rights of the owner. */
    confirmHook(
      input: {
        id?: string;
        rule?: string;
        command: string;
      },
      options?: CallOptions,
    ): Promise<{
      rule: Rule;
    }>;
    /** Applies a rule again that was paused because it failed. Agents and tools: throws PendingApproval where the owner has to approve it. */
    resume(
      input?: {
        id?: string;
        rule?: string;
      },
      options?: CallOptions,
    ): Promise<{
      rule: Rule;
    }>;
    /** Makes rules of a Sieve script, of filters exported from Gmail (mailFilters.xml), or of an export of rules. With `dry_run` it only shows them. What no rule can do is refused, and listed with its line. */
    import(
      input: {
        format: 'sieve' | 'gmail' | 'posthorn';
        content: string;
        account_ids?: string[] | null;
        dry_run?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      rules: {
        id: string;
        name: string;
        enabled: boolean;
        priority: number;
        conditions: RuleCondition;
        actions: RuleAction[];
        created_at: string;
        updated_at: string;
        account_ids: string[] | null;
        unconfirmed_hooks: string[];
      }[];
      refused: RefusedRuleStatement[];
      dry_run: boolean;
    }>;
    /** All rules as a file that `import` reads. */
    export(input?: Record<string, never>, options?: CallOptions): Promise<Response>;
  };
  savedSearches: {
    /** The saved searches, in the order they are shown in. */
    list(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'SavedSearches';
      searches: SavedSearch[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Keeps a question under a name that is not taken. Agents and tools: throws PendingApproval where the owner has to approve it. */
    create(
      input: {
        name: string;
        query: string;
        mode?: SearchMode;
        search_mode?: SearchMode;
        sort?: SortOrder;
        icon?: string | null;
        position?: number;
        account_id?: string | null;
      },
      options?: CallOptions,
    ): Promise<{
      ok: true;
      search: SavedSearch;
    }>;
    /** Changes what is given of a saved search, and nothing else of it. Agents and tools: throws PendingApproval where the owner has to approve it. */
    update(
      input: {
        name: string;
        new_name?: string;
        query?: string;
        search_mode?: SearchMode;
        mode?: SearchMode;
        sort?: SortOrder;
        icon?: string | null;
        position?: number;
        account_id?: string | null;
      },
      options?: CallOptions,
    ): Promise<SavedSearch>;
    /** Forgets a saved search. The mail it finds stays where it is. Agents and tools: throws PendingApproval where the owner has to approve it. */
    remove(
      input: {
        name: string;
      },
      options?: CallOptions,
    ): Promise<{
      ok: true;
    }>;
    /** What a saved search finds now, as messages in its own order. */
    run(
      input: {
        cursor?: string;
        name: string;
        limit?: number;
        offset?: number;
        exact?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'SearchResults';
      results: SearchResultItem[];
      total: number;
      next_offset: number | null;
      explain: SearchExplain;
      has_more: boolean;
      next_cursor: string | null;
    }>;
  };
  screener: {
    /** The senders that are new to the user and about whom nothing was decided, the latest first. Also answered while the screener is off: then it says who would wait. */
    queue(
      input: {
        cursor?: string;
        account_id: string;
        limit?: number | string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ScreenerQueue';
      entries: ScreenerQueueEntryData[];
      total: number;
      enabled: boolean;
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** What was decided about mail of senders, lists and domains, blocked senders included, the latest first. */
    decisions(
      input?: {
        limit?: number;
        cursor?: string;
        account_id?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ScreenerDecisions';
      decisions: ScreenerDecisionData[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Decides where new mail of a sender goes. Denied mail is archived when it arrives, and never deleted. Mail that is here already stays where it is, unless `apply_to_existing` is set. Agents and tools: throws PendingApproval where the owner has to approve it. */
    decide(
      input: {
        account_id: string;
        sender_email: string;
        disposition: ScreenerDispositionData;
        route_label?: string | null;
        apply_to_existing?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
      ok: boolean;
      result: MutationResultData;
    }>;
    /** Takes a decision away. No mail is moved. Nothing happens where there is none. Agents and tools: throws PendingApproval where the owner has to approve it. */
    clear(
      input: {
        account_id: string;
        sender_email: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
      ok: boolean;
      result: MutationResultData;
    }>;
    /** Decides where new mail of a list, or of everyone at a domain, goes. The decision about a sender comes before that about the domain. Agents and tools: throws PendingApproval where the owner has to approve it. */
    decideGroup(
      input: {
        account_id: string;
        scope: 'list' | 'domain';
        value: string;
        disposition: 'allow' | 'deny' | 'feed' | 'paper_trail';
        route_label?: string | null;
        apply_to_existing?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
      ok: boolean;
      result: MutationResultData;
    }>;
    /** Takes away a decision about a list or a domain. No mail is moved. Nothing happens where there is none. Agents and tools: throws PendingApproval where the owner has to approve it. */
    clearGroup(
      input: {
        account_id: string;
        scope: 'list' | 'domain';
        value: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
      ok: boolean;
      result: MutationResultData;
    }>;
    /** The decisions of an account as a file. */
    export(
      input: {
        account_id: string;
        format?: 'csv' | 'json';
      },
      options?: CallOptions,
    ): Promise<Response>;
    /** Takes in decisions from such a file. Each takes the place of the one about the same sender, list or domain; others stay. No mail is moved. A file with a line that is wrong changes nothing. */
    import(
      input: {
        account_id: string;
        format?: 'csv' | 'json';
        content: string;
        dry_run?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
      ok: boolean;
      result: MutationResultData;
      added: number;
      changed: number;
      unchanged: number;
    }>;
    /** Why a message is where it is: what moved it, what was decided about its sender, and what kind of mail it is. */
    explain(
      input: {
        message_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'WhyHere';
      message_id: string;
      sentences: {
        about: 'moved' | 'screener' | 'mode' | 'kind' | 'label';
        text: string;
      }[];
      is_waiting: boolean;
    }>;
  };
  search: {
    /** Searches all mail of the accounts the caller may see. Without `q` the answer is empty. */
    find(
      input?: {
        q?: string;
        account_id?: string;
        mode?: SearchMode;
        limit?: number;
        offset?: number;
        cursor?: string;
        scope?: 'threads' | 'messages' | 'attachments';
        sort?: string;
        exact?: boolean;
        explain?: boolean;
        matches?: boolean;
        matching?: 'exact' | 'wider';
        typing?: boolean;
        fields?: string | string[];
      },
      options?: CallOptions,
    ): Promise<{
      scope: 'threads' | 'messages' | 'attachments';
      sort: string;
      mode: SearchMode;
      total: number;
      total_is_exact: boolean;
      has_more: boolean;
      next_offset: number | null;
      next_cursor: string | null;
      groups: RowGroup[];
      rows?: LeanRow[];
      explain: SearchExplain | null;
      coverage: {
        indexed: number;
        stored: number;
      };
      matches: SearchMatch[];
      clauses: SearchClause[];
      matching: SearchMatching;
      date_suggestion: SearchDateSuggestion | null;
      by_meaning: string[];
      incomplete_accounts: string[];
      did_you_mean: SearchCorrection | null;
    }>;
    /** Searches on the mail servers of accounts whose mail is not all stored yet, and stores what they find, at most 50 messages of each account. Afterwards `GET /mail/search` finds it. */
    fetch(
      input: {
        q: string;
        account_id?: string;
      },
      options?: CallOptions,
    ): Promise<{
      accounts: ServerSearch[];
    }>;
    /** The messages whose meaning is closest to that of a message, the closest first. */
    similar(
      input: {
        message_id: string;
        limit?: number;
      },
      options?: CallOptions,
    ): Promise<{
      message_id: string;
      profile: string | null;
      note: string | null;
      groups: RowGroup[];
    }>;
    /** Who wrote the messages that match a query, or on which lists, with exact numbers. */
    groups(
      input?: {
        q?: string;
        account_id?: string;
        mode?: SearchMode;
        group_by?: 'from' | 'list' | 'category';
        limit?: number;
      },
      options?: CallOptions,
    ): Promise<{
      query: string;
      group_by: 'from' | 'list' | 'category';
      total: number;
      groups: SearchAggregationRow[];
    }>;
    /** How many messages match a query. */
    count(
      input?: {
        q?: string;
        query?: string;
        account_id?: string;
        mode?: SearchMode;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Count';
      count: number;
    }>;
  };
  secrets: {
    /** Where passwords and sign-ins are kept, and whether the keychain answers. */
    get(input?: Record<string, never>, options?: CallOptions): Promise<Secrets>;
    /** Moves the passwords of the accounts between secrets.toml, the keychain and the vault; with the vault also the sign-ins. One that cannot be moved stays. */
    move(
      input: {
        to: 'keychain' | 'file' | 'vault';
      },
      options?: CallOptions,
    ): Promise<{
      moved: number;
      left: {
        ref: string;
        reason: string;
      }[];
      secrets: Secrets;
    }>;
    /** Makes a vault that opens with a passphrase, and moves the passwords and sign-ins into it. */
    createVault(
      input: {
        passphrase: string;
      },
      options?: CallOptions,
    ): Promise<{
      moved: number;
      left: {
        ref: string;
        reason: string;
      }[];
      secrets: Secrets;
    }>;
    /** Opens the vault until Posthorn ends. What waited for passwords goes on. */
    unlockVault(
      input: {
        passphrase: string;
      },
      options?: CallOptions,
    ): Promise<Secrets>;
    /** Locks the vault: its key leaves memory, and the connections that were opened with its secrets end. A message that is being sent is finished; others wait for the passphrase. */
    lockVault(input?: Record<string, never>, options?: CallOptions): Promise<Secrets>;
    /** Replaces the passphrase of the vault, and encrypts everything in it anew. */
    changePassphrase(
      input: {
        passphrase: string;
        new_passphrase: string;
      },
      options?: CallOptions,
    ): Promise<Secrets>;
    /** For a passphrase that is forgotten: puts the vault aside, after which each account asks for its password or sign-in again. No mail is removed. */
    forgetVault(
      input: {
        confirm: true;
      },
      options?: CallOptions,
    ): Promise<{
      moved_to: string;
      secrets: Secrets;
    }>;
  };
  semantic: {
    /** The models, and how much of the mail is embedded. */
    status(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      status: SemanticStatusSnapshot;
    }>;
    /** Switches searching by meaning on or off. On, the model of the settings is downloaded where it is missing and `auto_download_models` allows it; that need not succeed for the answer. */
    enable(
      input: {
        enabled: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'SemanticStatus';
      snapshot: SemanticStatusSnapshot;
    }>;
    /** Computes all vectors again, as a job. Searches use the earlier ones until then. While searching by meaning is switched off, the job waits until it is on. Agents and tools: throws PendingApproval where the owner has to approve it. */
    reindex(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      ok: true;
    }>;
    /** Computes the vectors that are missing, as a job, also where that was cancelled. Agents and tools: throws PendingApproval where the owner has to approve it. */
    backfill(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      kind: 'SemanticStatus';
      snapshot: SemanticStatusSnapshot;
    }>;
    /** Downloads the model of a profile, as a job that continues after a restart. */
    install(
      input: {
        profile: 'bge-small-en-v1.5' | 'multilingual-e5-small' | 'bge-m3';
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'SemanticStatus';
      snapshot: SemanticStatusSnapshot;
    }>;
    /** Installs the model of a profile from a folder of this computer. Nothing is downloaded. */
    installFrom(
      input: {
        profile: 'bge-small-en-v1.5' | 'multilingual-e5-small' | 'bge-m3';
        folder: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'SemanticStatus';
      snapshot: SemanticStatusSnapshot;
    }>;
    /** Changes the profile. Searches use the one before until all mail is embedded with the new one. */
    use(
      input: {
        profile: 'bge-small-en-v1.5' | 'multilingual-e5-small' | 'bge-m3';
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'SemanticStatus';
      snapshot: SemanticStatusSnapshot;
    }>;
  };
  serverFilters: {
    /** The vacation reply and the filters of an account, as its server has them now. */
    get(
      input: {
        account_id: string;
      },
      options?: CallOptions,
    ): Promise<ServerFilters>;
    /** Stores the vacation reply and the filters of an account on its server. Scripts of other programs are never changed: they run first, or the request is refused. */
    save(
      input: {
        account_id: string;
        vacation: VacationReply;
        rules: ServerFilter[];
        replace_edited?: boolean;
      },
      options?: CallOptions,
    ): Promise<ServerFilters>;
    /** The script that saving would store, checked by the server. Stores nothing. */
    preview(
      input: {
        account_id: string;
        vacation: VacationReply;
        rules: ServerFilter[];
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ServerFilterScript';
      script: string;
    }>;
  };
  settings: {
    /** Every key of config.toml: what it means, what it may be, what holds without it. */
    schema(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      settings: Setting[];
    }>;
    /** The configuration in force, and what is wrong with its file. Secrets are not shown. */
    get(input?: Record<string, never>, options?: CallOptions): Promise<Settings>;
    /** Changes one key in config.toml, in force at once. The rest of the file stays as it is, comments too. Agents and tools: throws PendingApproval where the owner has to approve it. */
    change(
      input: {
        key: string;
        value: string | number | boolean | string[] | null;
      },
      options?: CallOptions,
    ): Promise<Settings>;
  };
  signatures: {
    /** All signatures by name. */
    list(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Signatures';
      signatures: SignatureData[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Makes a signature, or changes the one of that name. Agents and tools: throws PendingApproval where the owner has to approve it. */
    save(
      input: {
        name: string;
        body: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'SignatureData';
      signature: SignatureData;
    }>;
    /** Removes a signature, and it is the default nowhere any more. One that is not there is no error. Agents and tools: throws PendingApproval where the owner has to approve it. */
    remove(
      input: {
        name: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
    }>;
    /** Which signature is put below what. */
    defaults(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      kind: 'SignatureDefaults';
      defaults: SignatureDefaultData[];
    }>;
    /** Puts a signature below new mail or answers: everywhere, of an account, or of one of its addresses. Agents and tools: throws PendingApproval where the owner has to approve it. */
    setDefault(
      input: {
        name: string;
        kind: SignatureContextData;
        account_id?: string;
        from_email?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'SignatureData';
      signature: SignatureData;
    }>;
    /** Takes such a default away. Agents and tools: throws PendingApproval where the owner has to approve it. */
    clearDefault(
      input: {
        kind: SignatureContextData;
        account_id?: string;
        from_email?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
    }>;
    /** The signature that is put below: the one named, else that of the address, the account, everywhere, none. */
    resolve(
      input: {
        name?: string;
        kind: SignatureContextData;
        account_id?: string;
        from_email?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'ResolvedSignature';
      signature: SignatureData | null;
    }>;
  };
  snippets: {
    /** All snippets by name. */
    list(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Snippets';
      snippets: SnippetData[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Makes a snippet, or changes the one of that name. Variables are found in its text where none are named. Agents and tools: throws PendingApproval where the owner has to approve it. */
    save(
      input: {
        name: string;
        body: string;
        vars?: string[];
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'SnippetData';
      snippet: SnippetData;
    }>;
    /** Removes a snippet. One that is not there is no error. Agents and tools: throws PendingApproval where the owner has to approve it. */
    remove(
      input: {
        name: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
    }>;
  };
  snooze: {
    /** The moments that are offered, in local time. */
    presets(
      input?: Record<string, never>,
      options?: CallOptions,
    ): Promise<{
      presets: SnoozePreset[];
    }>;
    /** Takes mail out of the inbox until a moment. Mail that is away already gets another time. Agents and tools: throws PendingApproval where the owner has to approve it. */
    create(
      input: {
        message_id?: string;
        message_ids?: string[];
        thread_ids?: string[];
        query?: string;
        conversations?: boolean;
        until: string;
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
      result: MutationResultData;
      wake_at: string;
    }>;
    /** The mail that is away, what wakes next first. */
    list(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      snoozed: SnoozedMessage[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Brings a message back now, on top and with the labels it had. One that is not away stays as it is. Agents and tools: throws PendingApproval where the owner has to approve it. */
    wake(
      input: {
        id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Ack';
      ok: boolean;
      result: MutationResultData | null;
    }>;
  };
  subscriptions: {
    /** Senders whose lists one can leave, by their newest mail. */
    list(
      input?: {
        cursor?: string;
        limit?: number;
        offset?: number;
        account_id?: string;
      },
      options?: CallOptions,
    ): Promise<{
      subscriptions: SubscriptionSummary[];
      total: number;
      next_offset: number | null;
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Asks the sender of a message to be off the list it came by, once, by one click or by a mail. Opens no page. Agents and tools: throws PendingApproval where the owner has to approve it. */
    unsubscribe(
      input?: {
        message_id?: string;
        message_ids?: string[];
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
      mutation_id: string | null;
      results: UnsubscribeOutcome[];
    }>;
    /** Leaves the list of a sender, then marks all of their mail as read and archives it, as one act to undo. Agents and tools: throws PendingApproval where the owner has to approve it. */
    purge(
      input?: {
        address?: string;
        message_ids?: string[];
        account_id?: string;
        dry_run?: boolean;
        archive_on_no_method?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
      result: UnsubscribePurgeResultData;
      results: UnsubscribePurgeResultData[];
    }>;
  };
  sync: {
    /** Starts a sync pass of every enabled account (or of one) and answers at once; joins one under way. Agents and tools: throws PendingApproval where the owner has to approve it. */
    start(
      input?: {
        account_id?: string;
      },
      options?: CallOptions,
    ): Promise<{
      ok: true;
    }>;
    /** The state of sync, of one account or of each. */
    status(
      input?: {
        account_id?: string;
      },
      options?: CallOptions,
    ): Promise<
      | {
          kind: 'SyncStatus';
          sync: AccountSyncStatus;
        }
      | {
          kind: 'SyncStatuses';
          sync_statuses: AccountSyncStatus[];
          sync: AccountSyncStatus | null;
        }
    >;
  };
  threads: {
    /** A whole conversation, oldest message first. Marks nothing read and fetches nothing. */
    get(
      input: {
        thread_id: string;
        html?: boolean;
        fields?: string | string[];
        include?: string | string[];
      },
      options?: CallOptions,
    ): Promise<{
      thread: Thread;
      messages: MessageRow[];
      rows?: LeanRow[];
      bodies: MessageBody[];
      body_failures: {
        message_id: string;
        error: string;
        code: string;
      }[];
      summary: {
        text: string;
        model: string;
        generated_at: string;
        citations: CitationRef[];
      } | null;
      reader_mode: 'reader' | 'html';
      right_rail: {
        title: string;
        items: string[];
      };
    }>;
  };
  todos: {
    /** To-dos that were found in mail, the latest first. */
    list(
      input?: {
        state?: 'open' | 'postponed' | 'done' | 'dismissed' | 'expired' | 'all';
        account?: string;
        account_id?: string;
        thread_id?: string;
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'Todos';
      todos: Todo[];
      next_cursor: string | null;
    }>;
    /** Ticks off to-dos, or with `done` false opens them again. Agents and tools: throws PendingApproval where the owner has to approve it. */
    tick(
      input: {
        todo_ids: string[];
        done?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'TodosChanged';
      mutation_id: string | null;
      todos: Todo[];
      not_found: string[];
    }>;
    /** Dismisses to-dos that are none, or with `dismissed` false opens them again. They are not found again. Agents and tools: throws PendingApproval where the owner has to approve it. */
    dismiss(
      input: {
        todo_ids: string[];
        dismissed?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'TodosChanged';
      mutation_id: string | null;
      todos: Todo[];
      not_found: string[];
    }>;
    /** Hides to-dos until a moment, or with `until` null shows them at once. Agents and tools: throws PendingApproval where the owner has to approve it. */
    postpone(
      input: {
        todo_ids: string[];
        until: string | null;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'TodosChanged';
      mutation_id: string | null;
      todos: Todo[];
      not_found: string[];
    }>;
    /** Looks for to-dos in mail of the last days that is here already, as a job. What is known stays as it is. Agents and tools: throws PendingApproval where the owner has to approve it. */
    scan(
      input?: {
        since_days?: number;
        wait?: boolean;
      },
      options?: CallOptions,
    ): Promise<{
      job_id: string;
      found?: number;
    }>;
  };
  tokens: {
    /** The tokens that were made beside the owner's own. */
    list(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      tokens: Token[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Makes a token for a script, an agent or a tool, and tells its secret this one time. */
    create(
      input: {
        name: string;
        origin: 'script' | 'agent' | 'mcp';
        account_ids?: string[];
        scopes?: ('read' | 'draft' | 'send' | 'act' | 'admin')[];
        requests?: string[];
        requests_per_minute?: number;
        expires_at?: string;
      },
      options?: CallOptions,
    ): Promise<{
      token_id: string;
      token: string;
    }>;
    /** Takes the rights of a token at once; its connections are closed. */
    remove(
      input: {
        token_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      ok: true;
    }>;
  };
  voice: {
    /** The profile as it was measured last. */
    get(
      input: {
        account_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'UserVoice';
      profile: UserVoiceProfileData | null;
      min_messages: number;
    }>;
    /** Measures sent mail again, as a job, and answers when it is done. Agents and tools: throws PendingApproval where the owner has to approve it. */
    rebuild(
      input: {
        account_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      kind: 'UserVoice';
      profile: UserVoiceProfileData | null;
      min_messages: number;
      job_id: string;
      messages_read: number;
    }>;
  };
  webhooks: {
    /** The webhooks, and whether events arrive. A token sees those that were made with it. */
    list(
      input?: {
        limit?: number;
        cursor?: string;
      },
      options?: CallOptions,
    ): Promise<{
      webhooks: Webhook[];
      has_more: boolean;
      next_cursor: string | null;
    }>;
    /** Sends events from now on to a program on this computer: one signed POST each, in order, repeated until it answers with a status from 200 to 299. Agents and tools: throws PendingApproval where the owner has to approve it. */
    create(
      input: {
        name: string;
        url: string;
        events?: (
          | 'SyncStarted'
          | 'SyncFinished'
          | 'SyncCompleted'
          | 'SyncError'
          | 'NewMessages'
          | 'MailUpdated'
          | 'MailRemoved'
          | 'LabelCountsUpdated'
          | 'SavedSearchesUpdated'
          | 'OperationStarted'
          | 'OperationProgress'
          | 'OperationCompleted'
          | 'OperationFailed'
          | 'OperationCancelled'
          | 'MutationCompleted'
          | 'MutationReconciliationFailed'
          | 'MessageUnsnoozed'
          | 'ReminderTriggered'
          | 'ScheduledSendFlushed'
          | 'DraftsUpdated'
          | 'DeliveriesUpdated'
          | 'RulesUpdated'
          | 'RulePaused'
          | 'OutboxUpdated'
          | 'SendBounced'
          | 'ThreadGistReady'
          | 'ConfigChanged'
          | 'StoreStateChanged'
          | 'LocalPageAsked'
          | 'IndexBootstrapped'
          | 'EventsLagged'
        )[];
        since?: number;
      },
      options?: CallOptions,
    ): Promise<{
      webhook: Webhook;
      secret: string;
    }>;
    /** Sends no more events to a program. Agents and tools: throws PendingApproval where the owner has to approve it. */
    remove(
      input: {
        webhook_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      ok: true;
    }>;
    /** Sends a signed event of the type `test` now, and says what came back. What waits is tried again if it was accepted. Agents and tools: throws PendingApproval where the owner has to approve it. */
    test(
      input: {
        webhook_id: string;
      },
      options?: CallOptions,
    ): Promise<{
      ok: boolean;
      status: number | null;
      error: string | null;
      took_ms: number;
    }>;
  };
  /** The events as they happen; after the connection was lost it goes on where it was. */
  events(options?: EventOptions): AsyncGenerator<PosthornEvent>;
};

/** A client of the Posthorn at this address. */
export function createClient(options: ClientOptions): Client {
  return {
    ...(callsOf(operations, options) as Omit<Client, 'events'>),
    events: (listening) => readEvents<PosthornEvent>(options, listening),
  };
}
