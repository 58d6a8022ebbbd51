"""Generated from the OpenAPI document by clients/generate.ts. Changes are lost."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, NotRequired, Tuple, TypeAlias, TypedDict, Union

class AccountAddress(TypedDict):
    account_id: str
    email: str
    is_primary: bool

class AccountCapabilitiesData(TypedDict):
    labels: bool
    server_search: bool
    delta_sync: bool
    push: bool
    batch_operations: bool
    native_thread_ids: bool
    supports_send: bool
    supports_local_drafts: bool
    supports_server_drafts: bool

class AccountConfigDataSync11(TypedDict):
    type: Literal["imap"]
    host: str
    port: int
    username: str
    auth_required: bool
    use_tls: bool
    implicit_tls: NotRequired[bool]
    password_ref: str

class AccountConfigDataSync12(TypedDict):
    type: Literal["gmail"]
    client_id: NotRequired[Union[str, None]]
    client_secret: NotRequired[Union[str, None]]
    credential_source: Literal["bundled", "custom"]
    token_ref: str

class AccountConfigDataSync13(TypedDict):
    type: Literal["outlook_personal"]
    client_id: NotRequired[Union[str, None]]
    token_ref: str

class AccountConfigDataSync14(TypedDict):
    type: Literal["outlook_work"]
    client_id: NotRequired[Union[str, None]]
    token_ref: str

class AccountConfigDataSync15(TypedDict):
    type: Literal["fake"]

class AccountConfigDataSend11(TypedDict):
    type: Literal["smtp"]
    host: str
    port: int
    username: str
    auth_required: bool
    use_tls: bool
    implicit_tls: NotRequired[bool]
    password_ref: str

class AccountConfigDataSend12(TypedDict):
    type: Literal["gmail"]

class AccountConfigDataSend13(TypedDict):
    type: Literal["outlook_personal"]
    client_id: NotRequired[Union[str, None]]
    token_ref: str

class AccountConfigDataSend14(TypedDict):
    type: Literal["outlook_work"]
    client_id: NotRequired[Union[str, None]]
    token_ref: str

class AccountConfigDataSend15(TypedDict):
    type: Literal["fake"]

class AccountConfigDataPasswordStored(TypedDict):
    sync: Union[bool, None]
    send: Union[bool, None]

class AccountConfigData(TypedDict):
    key: str
    name: str
    email: str
    enabled: bool
    is_default: bool
    sync: Union[Union[AccountConfigDataSync11, AccountConfigDataSync12, AccountConfigDataSync13, AccountConfigDataSync14, AccountConfigDataSync15], None]
    send: Union[Union[AccountConfigDataSend11, AccountConfigDataSend12, AccountConfigDataSend13, AccountConfigDataSend14, AccountConfigDataSend15], None]
    password_stored: AccountConfigDataPasswordStored

class AccountDiscoveryProvider1(TypedDict):
    id: str
    name: str
    sign_in: Literal["password", "app_password", "browser"]
    supported: bool
    steps: List[str]
    help_url: Union[str, None]
    browser_type: Union[Literal["gmail", "outlook_personal", "outlook_work"], None]
    has_client: bool
    note: Union[str, None]

class AccountDiscoverySync1(TypedDict):
    host: str
    port: int
    use_tls: bool
    auth_required: bool
    username: str

class AccountDiscoverySend1(TypedDict):
    host: str
    port: int
    use_tls: bool
    auth_required: bool
    username: str

class AccountDiscovery(TypedDict):
    email: str
    domain: str
    provider: Union[AccountDiscoveryProvider1, None]
    sync: Union[AccountDiscoverySync1, None]
    send: Union[AccountDiscoverySend1, None]
    source: Literal["known", "mx", "srv", "autoconfig", "guess", "none"]
    did_you_mean: Union[str, None]
    trouble: Union[str, None]

class AccountMutationResultData(TypedDict):
    account_id: str
    account_name: str
    succeeded: int
    skipped: int
    failed: int
    error: Union[str, None]

class AccountOperationResult(TypedDict):
    ok: bool
    summary: str
    save: Union[AccountOperationStep, None]
    auth: Union[AccountOperationStep, None]
    sync: Union[AccountOperationStep, None]
    send: Union[AccountOperationStep, None]
    troubles: List[AccountTrouble]
    device_code_url: Union[str, None]
    device_code_user_code: Union[str, None]

class AccountOperationStep(TypedDict):
    ok: bool
    detail: str

class AccountSummaryDataHealth(TypedDict):
    state: Literal["synced", "syncing", "waiting", "needs_attention", "disabled"]
    message: str

class AccountSummaryData(TypedDict):
    account_id: str
    key: Union[str, None]
    name: str
    email: str
    addresses: List[str]
    provider_kind: str
    sync_kind: Union[str, None]
    send_kind: Union[str, None]
    enabled: bool
    is_default: bool
    source: Literal["runtime", "config", "both"]
    editable: Literal["full", "runtime_only"]
    capabilities: AccountCapabilitiesData
    health: AccountSummaryDataHealth

class AccountSyncStatus(TypedDict):
    account_id: str
    account_name: str
    sync_in_progress: bool
    healthy: bool
    last_attempt_at: Union[str, None]
    last_success_at: Union[str, None]
    last_synced_count: int
    last_error: Union[str, None]
    failure_class: Union[str, None]
    consecutive_failures: int
    backoff_until: Union[str, None]
    current_cursor_summary: Union[str, None]
    notice: Union[str, None]
    progress: Union[SyncProgressData, None]

class AccountTroubleSuggestion1(TypedDict):
    host: NotRequired[str]
    port: NotRequired[int]
    use_tls: NotRequired[bool]

class AccountTrouble(TypedDict):
    where: Literal["sync", "send", "auth", "save"]
    what: Literal["password", "sign_in", "username", "server_name", "port", "no_encryption", "certificate", "network", "keychain", "refused", "busy", "other"]
    host: Union[str, None]
    field: Union[Literal["email", "password", "username", "host", "port", "use_tls"], None]
    message: str
    technical: Union[str, None]
    suggestion: Union[AccountTroubleSuggestion1, None]

class ActivityCursor(TypedDict):
    id: int
    ts: int

class ActivityEntry(TypedDict):
    id: int
    ts: int
    source: ClientKind
    token_id: Union[str, None]
    action: str
    tier: ActivityTier
    account_id: Union[str, None]
    target_kind: Union[str, None]
    target_id: Union[str, None]
    outcome: str
    took_ms: int
    context: Union[Dict[str, Any], None]
    redacted: bool

ActivityExportFormat: TypeAlias = 'Literal["csv", "json", "ndjson"]'

class ActivityFilter(TypedDict):
    account_id: NotRequired[Union[str, None]]
    action_prefix: NotRequired[Union[str, None]]
    actions: List[str]
    include_redacted: bool
    query: NotRequired[Union[str, None]]
    since: NotRequired[Union[int, None]]
    sources: List[ClientKind]
    target_id: NotRequired[Union[str, None]]
    target_kind: NotRequired[Union[str, None]]
    tiers: List[ActivityTier]
    until: NotRequired[Union[int, None]]

class ActivityFilterInput(TypedDict):
    account_id: NotRequired[Union[str, None]]
    action_prefix: NotRequired[Union[str, None]]
    actions: NotRequired[List[str]]
    include_redacted: NotRequired[bool]
    query: NotRequired[Union[str, None]]
    since: NotRequired[Union[int, None]]
    sources: NotRequired[List[ClientKind]]
    target_id: NotRequired[Union[str, None]]
    target_kind: NotRequired[Union[str, None]]
    tiers: NotRequired[List[ActivityTier]]
    until: NotRequired[Union[int, None]]

class ActivityPause(TypedDict):
    since: int
    until: Union[int, None]

class ActivityStatBucket(TypedDict):
    key: str
    count: int

ActivityTier: TypeAlias = 'Literal["ephemeral", "standard", "important"]'

class Address(TypedDict):
    name: Union[str, None]
    email: str

class AgentReportHiddenItem(TypedDict):
    kind: Literal["style", "characters", "comments", "other_text"]
    characters: int

class AgentReportInjection(TypedDict):
    score: int
    reasons: List[str]

class AgentReport(TypedDict):
    sender_check: Union[Literal["known", "ok", "unverified", "suspicious"], None]
    hidden: List[AgentReportHiddenItem]
    links: int
    images: int
    injection: AgentReportInjection
    is_cut: bool

class AgentsState(TypedDict):
    paused: bool

class ApprovalError1(TypedDict):
    code: str
    message: str

class Approval(TypedDict):
    approval_id: str
    status: Literal["pending", "approved", "running", "done", "failed", "unknown", "declined", "withdrawn", "outdated", "expired"]
    request: str
    action: Literal["send", "change", "operate"]
    caller_name: str
    origin: Literal["agent", "mcp"]
    token_id: Union[str, None]
    reason: Union[str, None]
    content: ApprovalContent
    payload_hash: str
    requested_at: str
    expires_at: str
    decided_at: Union[str, None]
    decline_reason: Union[str, None]
    ended_at: Union[str, None]
    reply: Union[Dict[str, Any], None]
    error: Union[ApprovalError1, None]

class ApprovalContentChangedFrom1(TypedDict):
    of: Literal["owner_draft", "earlier_request"]
    at: str
    to: List[Address]
    cc: List[Address]
    bcc: List[Address]
    subject: str
    body: str

class ApprovalContentMailItem(TypedDict):
    message_id: str
    thread_id: str
    subject: str
    sender: str

class ApprovalContentDetailsItem(TypedDict):
    name: str
    value: str

class ApprovalContent(TypedDict):
    account_id: Union[str, None]
    draft_id: Union[str, None]
    messages: List[ApprovalMessage]
    message_count: int
    changed_from: Union[ApprovalContentChangedFrom1, None]
    mail: List[ApprovalContentMailItem]
    mail_count: int
    details: List[ApprovalContentDetailsItem]

class ApprovalMessageToItem(TypedDict):
    name: Union[str, None]
    email: str
    is_new: bool

class ApprovalMessageCcItem(TypedDict):
    name: Union[str, None]
    email: str
    is_new: bool

class ApprovalMessageBccItem(TypedDict):
    name: Union[str, None]
    email: str
    is_new: bool

class ApprovalMessageAttachmentsItem(TypedDict):
    name: str
    size: int

ApprovalMessage = TypedDict(
    "ApprovalMessage",
    {
        "from": 'Union[str, None]',
        "to": 'List[ApprovalMessageToItem]',
        "cc": 'List[ApprovalMessageCcItem]',
        "bcc": 'List[ApprovalMessageBccItem]',
        "subject": 'str',
        "body": 'str',
        "attachments": 'List[ApprovalMessageAttachmentsItem]',
    },
)

class AttachmentContent(TypedDict):
    attachment_id: str
    filename: str
    mime_type: str
    size_bytes: int
    content_base64: str

class AttachmentFile(TypedDict):
    attachment_id: str
    filename: str
    path: str

class AttachmentMeta(TypedDict):
    id: str
    message_id: str
    provider_id: str
    filename: str
    mime_type: str
    size_bytes: int
    disposition: Literal["attachment", "inline", "unspecified"]
    content_id: Union[str, None]
    content_location: Union[str, None]
    local_path: Union[str, None]
    on_server: bool
    shown: bool

class AttachmentPreviewValue1(TypedDict):
    form: Literal["text"]
    text: str
    charset: str
    is_cut: bool

class AttachmentPreviewValue2(TypedDict):
    form: Literal["markdown"]
    html: str
    is_cut: bool

class AttachmentPreviewValue3(TypedDict):
    form: Literal["table"]
    head: List[str]
    rows: List[List[str]]
    columns: int
    is_cut: bool

class AttachmentPreviewValue4EventsItem(TypedDict):
    component_kind: str
    method: Union[str, None]
    uid: Union[str, None]
    recurrence_id: Union[str, None]
    this_and_future: bool
    sequence: Union[int, None]
    dtstamp: Union[str, None]
    status: Union[str, None]
    summary: Union[str, None]
    description: Union[str, None]
    location: Union[str, None]
    starts_at: Union[str, None]
    ends_at: Union[str, None]
    starts_local: Union[str, None]
    ends_local: Union[str, None]
    all_day: bool
    time_zone: Union[str, None]
    rrule: Union[str, None]
    repeats: Union[CalendarRepetition, None]
    organizer: Union[CalendarPerson, None]
    attendees: List[CalendarAttendee]
    rsvp_requested: bool
    url: Union[str, None]
    warnings: List[str]

class AttachmentPreviewValue4(TypedDict):
    form: Literal["calendar"]
    events: List[AttachmentPreviewValue4EventsItem]
    is_cut: bool

class AttachmentPreviewValue5(TypedDict):
    form: Literal["contacts"]
    contacts: List[ContactCard]
    is_cut: bool

class AttachmentPreviewValue6AttachmentsItem(TypedDict):
    place: int
    filename: str
    mime_type: str
    size_bytes: int

AttachmentPreviewValue6 = TypedDict(
    "AttachmentPreviewValue6",
    {
        "form": 'Literal["message"]',
        "subject": 'str',
        "from": 'Address',
        "to": 'List[Address]',
        "cc": 'List[Address]',
        "date": 'Union[str, None]',
        "text": 'str',
        "text_blocks": 'List[TextBlock]',
        "attachments": 'List[AttachmentPreviewValue6AttachmentsItem]',
        "notes": 'List[str]',
        "is_cut": 'bool',
    },
)

AttachmentPreview: TypeAlias = 'Union[AttachmentPreviewValue1, AttachmentPreviewValue2, AttachmentPreviewValue3, AttachmentPreviewValue4, AttachmentPreviewValue5, AttachmentPreviewValue6]'

class AuthSessionData(TypedDict):
    session_id: str
    account_key: str
    flow: Literal["auto", "installed", "device"]
    state: Literal["starting", "waiting_for_user", "authorized", "failed", "cancelled"]
    auth_url: Union[str, None]
    verification_uri: Union[str, None]
    user_code: Union[str, None]
    poll_interval_secs: Union[int, None]
    expires_at_unix: Union[int, None]
    error: Union[str, None]
    message: Union[str, None]
    admin_consent_url: Union[str, None]

class Backup(TypedDict):
    name: str
    kind: Literal["automatic", "manual"]
    made_at: str
    bytes: int
    messages: int
    drafts: Union[int, None]
    is_sound: bool
    checked_at: Union[str, None]
    note: Union[str, None]

class BlockedSender(TypedDict):
    sender: str
    blocked_at: str
    account_ids: List[str]

BodyPartSource: TypeAlias = 'Literal["exact", "derived_from_plain", "derived_from_html", "best_effort_summary"]'

class CalendarAttendee(TypedDict):
    email: str
    name: Union[str, None]
    partstat: Union[str, None]
    role: Union[str, None]
    rsvp: Union[bool, None]
    uri: Union[str, None]

CalendarInviteActionData: TypeAlias = 'Literal["accept", "tentative", "decline"]'

class CalendarInviteData(TypedDict):
    id: str
    account_id: str
    message_id: str
    thread_id: str
    metadata: CalendarMetadata
    own_answer: Union[CalendarOwnAnswer, None]
    created_at: int
    updated_at: int

class CalendarInviteResponsePreview(TypedDict):
    action: CalendarInviteActionData
    message_id: str
    attendee_email: str
    organizer_email: str
    subject: str
    body_text: str
    ics: str
    warnings: List[str]

class CalendarInviteResponseResult(TypedDict):
    action: CalendarInviteActionData
    message_id: str
    rfc2822_message_id: str
    provider_message_id: Union[str, None]
    send_id: str
    draft_id: str
    send_at: str

class CalendarMetadata(TypedDict):
    component_kind: str
    method: Union[str, None]
    uid: Union[str, None]
    recurrence_id: Union[str, None]
    this_and_future: bool
    sequence: Union[int, None]
    dtstamp: Union[str, None]
    status: Union[str, None]
    summary: Union[str, None]
    description: Union[str, None]
    location: Union[str, None]
    starts_at: Union[str, None]
    ends_at: Union[str, None]
    starts_local: Union[str, None]
    ends_local: Union[str, None]
    all_day: bool
    time_zone: Union[str, None]
    rrule: Union[str, None]
    repeats: Union[CalendarRepetition, None]
    organizer: Union[CalendarPerson, None]
    attendees: List[CalendarAttendee]
    rsvp_requested: bool
    url: Union[str, None]
    warnings: List[str]
    is_update: bool
    raw_ics: Union[str, None]
    viewer_attendee_email: Union[str, None]
    viewer_partstat: Union[Literal["needs_action", "accepted", "tentative", "declined", "delegated"], None]

class CalendarOccurrence(TypedDict):
    ends_at: Union[str, None]
    ends_local: Union[str, None]
    all_day: bool
    time_zone: Union[str, None]
    summary: Union[str, None]
    location: Union[str, None]
    this_and_future: bool
    recurrence_id: str
    starts_at: str
    starts_local: str
    is_cancelled: bool
    message_id: Union[str, None]
    thread_id: Union[str, None]

class CalendarOwnAnswer(TypedDict):
    partstat: Literal["accepted", "tentative", "declined"]
    comment: Union[str, None]
    answered_at: str
    state: Literal["queued", "sending", "sent", "failed", "unknown"]
    trouble: Union[str, None]
    draft_id: str
    send_id: str

class CalendarPerson(TypedDict):
    email: str
    name: Union[str, None]
    uri: Union[str, None]

class CalendarRepetitionWeekdaysItem(TypedDict):
    day: Literal["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    nth: Union[int, None]

class CalendarRepetition(TypedDict):
    frequency: Literal["daily", "weekly", "monthly", "yearly", "other"]
    interval: int
    weekdays: List[CalendarRepetitionWeekdaysItem]
    position: Union[int, None]
    month_days: List[int]
    months: List[int]
    count: Union[int, None]
    until: Union[str, None]

class CalendarSeriesNext1(TypedDict):
    ends_at: Union[str, None]
    ends_local: Union[str, None]
    all_day: bool
    time_zone: Union[str, None]
    summary: Union[str, None]
    location: Union[str, None]
    this_and_future: bool
    recurrence_id: str
    starts_at: str
    starts_local: str
    is_cancelled: bool
    message_id: Union[str, None]
    thread_id: Union[str, None]
    viewer_partstat: Union[Literal["needs_action", "accepted", "tentative", "declined", "delegated"], None]
    own_answer: Union[CalendarOwnAnswer, None]

class CalendarSeries(TypedDict):
    message_id: str
    thread_id: str
    starts_at: str
    starts_local: str
    all_day: bool
    time_zone: Union[str, None]
    repeats: CalendarRepetition
    next: Union[CalendarSeriesNext1, None]
    changes: List[CalendarOccurrence]

class ChangedIds(TypedDict):
    created: List[str]
    updated: List[str]
    destroyed: List[str]

class CitationRef(TypedDict):
    field: NotRequired[str]
    message_id: NotRequired[Union[str, None]]
    quote: NotRequired[str]
    thread_id: NotRequired[Union[str, None]]

class Classification(TypedDict):
    message_id: str
    mail_kind: Union[MailKind, None]
    explanation: str
    sender: str
    list_id: Union[str, None]
    corrected: Union[Literal["sender", "list"], None]
    may_need_you_now: bool

ClientKind: TypeAlias = 'Literal["human", "web", "cli", "script", "daemon", "agent", "mcp"]'

class CommitmentDataSpan(TypedDict):
    start: Union[int, None]
    end: Union[int, None]

class CommitmentData(TypedDict):
    id: str
    account_id: str
    direction: Literal["yours", "theirs"]
    email: str
    person_label: Union[str, None]
    who_owes: str
    what: str
    by_when: Union[str, None]
    due_words: Union[str, None]
    when_label: str
    overdue: bool
    status: Literal["open", "resolved", "expired"]
    thread_id: str
    evidence_msg_id: str
    span: CommitmentDataSpan
    subject: str
    said_at: str
    extracted_at: str
    resolved_at: Union[str, None]
    looks_kept_by: Union[str, None]
    origin: Literal["rules", "model"]

class ComposeFile(TypedDict):
    path: str
    filename: str
    mime_type: str
    size_bytes: int
    cid: Union[str, None]
    listed: bool
    ready: bool

ComposeFrontmatter = TypedDict(
    "ComposeFrontmatter",
    {
        "to": 'str',
        "cc": 'str',
        "bcc": 'str',
        "subject": 'str',
        "from": 'str',
        "in-reply-to": 'NotRequired[str]',
        "references": 'NotRequired[List[str]]',
        "thread-id": 'NotRequired[str]',
        "intent": 'NotRequired[Literal["reply", "reply_all", "forward"]]',
        "attach": 'List[str]',
        "signature": 'NotRequired[str]',
    },
)

class ComposeIssue(TypedDict):
    severity: Literal["error", "warning"]
    message: str

ComposeKind: TypeAlias = 'Literal["new", "reply", "reply_all", "forward", "invite_reply"]'

class ComposeSession(TypedDict):
    draftPath: str
    rawContent: str
    frontmatter: ComposeFrontmatter
    bodyMarkdown: str
    previewHtml: str
    issues: List[ComposeIssue]
    cursorLine: NotRequired[int]
    accountId: NotRequired[str]
    kind: NotRequired[ComposeKind]
    editorCommand: NotRequired[str]
    draftId: str
    revision: int
    savedAt: str
    files: List[ComposeFile]
    sourceMessageId: Union[str, None]

class ConfigChangedEvent(TypedDict):
    event: Literal["ConfigChanged"]
    seq: int
    ts: str
    keys: List[str]
    trouble: Union[str, None]

class ConfigNote(TypedDict):
    severity: Literal["warning", "error"]
    key: str
    line: Union[int, None]
    message: str

class ContactAsymmetryRow(TypedDict):
    email: str
    display_name: Union[str, None]
    total_inbound: int
    total_outbound: int
    asymmetry: float
    last_seen_at: str

class ContactCardEmailsItem(TypedDict):
    value: str
    label: Union[str, None]

class ContactCardPhonesItem(TypedDict):
    value: str
    label: Union[str, None]

class ContactCardAddressesItem(TypedDict):
    value: str
    label: Union[str, None]

class ContactCardUrlsItem(TypedDict):
    value: str
    label: Union[str, None]

class ContactCard(TypedDict):
    name: Union[str, None]
    nickname: Union[str, None]
    organization: Union[str, None]
    title: Union[str, None]
    emails: List[ContactCardEmailsItem]
    phones: List[ContactCardPhonesItem]
    addresses: List[ContactCardAddressesItem]
    urls: List[ContactCardUrlsItem]
    birthday: Union[str, None]
    note: Union[str, None]

class ContactDecayRow(TypedDict):
    email: str
    display_name: Union[str, None]
    last_inbound_at: str
    last_outbound_at: Union[str, None]
    days_since_inbound: int
    days_since_outbound: Union[int, None]

class ContactStyleData(TypedDict):
    avg_sentence_len: float
    avg_sentence_len_theirs: float
    formality_score: float
    formality_score_theirs: float
    msg_count_used: int
    msg_count_used_theirs: int
    computed_at: str
    source_hash: str

class DeliveriesUpdatedEvent(TypedDict):
    event: Literal["DeliveriesUpdated"]
    seq: int
    ts: str
    account_id: str
    delivery_ids: List[str]

class DeliveryData(TypedDict):
    id: str
    account_id: str
    carrier: Union[str, None]
    merchant: Union[str, None]
    order_number: Union[str, None]
    order_numbers: List[str]
    tracking_number: Union[str, None]
    tracking_url: Union[str, None]
    tracking_host: Union[str, None]
    items: List[DeliveryItemData]
    status: DeliveryStatus
    eta_from: Union[str, None]
    eta_until: Union[str, None]
    delivered_at: Union[str, None]
    resolved_at: Union[str, None]
    dismissed_at: Union[str, None]
    last_event_at: str
    source: Literal["schema", "llm", "heuristic"]
    confidence: float
    thread_id: Union[str, None]
    message_ids: List[str]
    events: List[DeliveryEvent]
    created_at: str
    updated_at: str

class DeliveryEvent(TypedDict):
    message_id: Union[str, None]
    thread_id: Union[str, None]
    subject: Union[str, None]
    from_name: Union[str, None]
    from_email: Union[str, None]
    status: DeliveryStatus
    at: str
    source: Literal["schema", "llm", "heuristic"]
    reason: Literal["schema", "carrier", "shop", "number", "wording"]
    quote: Union[str, None]

class DeliveryItemData(TypedDict):
    name: str
    quantity: Union[int, None]

class DeliveryScanSummary(TypedDict):
    scanned: int
    shortlisted: int
    created: int
    updated: int
    dry_run: bool

DeliveryStatus: TypeAlias = 'Literal["ordered", "info_received", "in_transit", "out_for_delivery", "attempt_fail", "available_for_pickup", "delivered", "exception", "returned", "expired"]'

class DeskRow(TypedDict):
    lane: Literal["owed", "due", "waiting", "people_new"]
    account_id: str
    thread_id: str
    message_id: str
    message_ids: List[str]
    counterparty_email: str
    counterparty_name: NotRequired[str]
    subject: str
    reason: str
    since: str
    age_seconds: int
    usual_seconds: NotRequired[int]
    usual_samples: int
    overdue: bool
    unread: bool
    starred: bool

class DoctorDataStats(TypedDict):
    accounts: int
    messages: int
    unread_messages: int
    starred_messages: int
    messages_with_attachments: int
    bodies: int
    attachments: int
    threads: int
    labels: int
    message_labels: int
    contacts: int
    drafts: int
    snoozed: int
    saved_searches: int
    rules: int
    rule_logs: int
    event_log: int
    sync_log: int
    sync_runtime_statuses: int
    messages_missing_semantic_chunks: NotRequired[int]
    semantic_chunks: int
    semantic_chunks_missing_embeddings: NotRequired[int]
    semantic_embeddings: int
    semantic_profiles: int
    open_operations: int

class DoctorFindingAction1(TypedDict):
    id: Literal["sync_now", "retry_stuck", "repair_index", "rebuild_index", "recount_contacts", "recount_labels", "fix_file_modes", "make_backup", "restore_config", "restore_keys", "restore_secrets", "reset_config", "reset_keys", "reset_secrets"]
    label: str

class DoctorFindingOtherAction1(TypedDict):
    id: Literal["sync_now", "retry_stuck", "repair_index", "rebuild_index", "recount_contacts", "recount_labels", "fix_file_modes", "make_backup", "restore_config", "restore_keys", "restore_secrets", "reset_config", "reset_keys", "reset_secrets"]
    label: str

class DoctorFinding(TypedDict):
    code: str
    severity: Literal["info", "warning", "error"]
    category: Literal["generic", "sync", "o_auth", "network", "search_index", "semantic", "sqlite_lock", "storage", "daemon"]
    message: str
    remediation: List[str]
    account_id: Union[str, None]
    action: Union[DoctorFindingAction1, None]
    other_action: Union[DoctorFindingOtherAction1, None]

class DoctorReport(TypedDict):
    daemon_running: Literal[True]
    daemon_pid: int
    daemon_version: str
    daemon_build_id: Union[str, None]
    daemon_protocol_version: int
    healthy: bool
    health_class: Literal["healthy", "degraded", "restart_required", "repair_required"]
    repair_required: bool
    restart_required: bool
    findings: List[DoctorFinding]
    recommended_next_steps: List[str]
    is_deep: bool
    data_dir_exists: bool
    database_exists: bool
    database_path: str
    database_size_bytes: int
    index_exists: bool
    index_path: str
    index_size_bytes: int
    index_lock_held: bool
    index_lock_error: Union[str, None]
    lexical_index_freshness: IndexFreshness
    lexical_last_rebuilt_at: Union[str, None]
    log_path: str
    log_size_bytes: int
    free_bytes: Union[int, None]
    recent_error_logs: List[str]
    recent_sync_events: List[EventLogEntry]
    last_successful_sync_at: Union[str, None]
    sync_statuses: List[AccountSyncStatus]
    data_stats: Union[DoctorDataStats, None]
    feature_health: None
    semantic_enabled: bool
    semantic_active_profile: Union[str, None]
    semantic_index_freshness: IndexFreshness
    semantic_last_indexed_at: Union[str, None]
    socket_exists: bool
    socket_reachable: bool
    stale_socket: bool
    secret_store: Union[Literal["keychain", "file", "vault"], None]
    token_store: Union[Literal["keychain", "files", "vault"], None]
    workers: List[WorkerHealth]

Draft = TypedDict(
    "Draft",
    {
        "id": 'str',
        "account_id": 'str',
        "from": 'NotRequired[Union[Address, None]]',
        "to": 'List[Address]',
        "cc": 'List[Address]',
        "bcc": 'List[Address]',
        "subject": 'str',
        "body_markdown": 'NotRequired[Union[str, None]]',
        "body_html": 'NotRequired[Union[str, None]]',
        "body_text": 'NotRequired[Union[str, None]]',
        "attachments": 'List[str]',
        "inline_assets": 'NotRequired[List[InlineAsset]]',
        "inline_calendar_reply": 'NotRequired[Union[InlineCalendarReply, None]]',
        "intent": 'NotRequired[DraftIntent]',
        "reply_headers": 'NotRequired[Union[ReplyHeaders, None]]',
        "created_at": 'str',
        "updated_at": 'str',
        "state": 'NotRequired[DraftState]',
    },
)

DraftIntent: TypeAlias = 'Literal["new", "reply", "reply_all", "forward"]'

DraftLengthHintData: TypeAlias = 'Literal["short", "medium", "long"]'

class DraftRefineKnobsData(TypedDict):
    shorter: NotRequired[bool]
    warmer: NotRequired[bool]
    more_formal: NotRequired[bool]
    less_emoji: NotRequired[bool]
    my_voice: NotRequired[bool]
    add_context: NotRequired[Union[str, None]]

class DraftSafetyIssue(TypedDict):
    code: DraftSafetyIssueCode
    severity: DraftSafetySeverity
    message: str
    detail: NotRequired[Union[str, None]]
    citations: NotRequired[List[CitationRef]]
    source: NotRequired[str]
    override_token: NotRequired[Union[str, None]]

DraftSafetyIssueCode: TypeAlias = 'Literal["no_recipients", "invalid_recipient", "missing_reply_all_recipient", "wrong_recipient", "missing_attachment", "reply_all", "pii_secret", "tone_mismatch", "answer_coverage", "commitment_candidate", "send_time_note", "sensitive_domain", "confidential_marker", "first_time_external", "empty_subject", "empty_body", "unfilled_placeholder"]'

class DraftSafetyReport(TypedDict):
    allowed: bool
    verdict: NotRequired[DraftSafetyVerdict]
    issues: List[DraftSafetyIssue]
    checked_at: NotRequired[Union[str, None]]

DraftSafetySeverity: TypeAlias = 'Literal["info", "warning", "blocker"]'

DraftSafetyVerdict: TypeAlias = 'Literal["safe", "warn", "blocked"]'

DraftState: TypeAlias = 'Literal["draft", "queued", "sending", "sent", "failed", "unknown"]'

class DraftSummary(TypedDict):
    id: str
    account_id: str
    subject: str
    recipients: str
    snippet: str
    updated_at: str
    updated_at_label: str
    updated_at_full: str
    updated_at_relative: str
    attachment_count: int
    content_kind: Literal["markdown", "html"]
    inline_asset_count: int
    state: DraftState
    intent: DraftIntent
    thread_id: Union[str, None]
    draft_path: Union[str, None]
    on_server: Literal["no", "waiting", "yes"]
    trouble: Union[str, None]

class DraftsUpdatedEvent(TypedDict):
    event: Literal["DraftsUpdated"]
    seq: int
    ts: str
    account_id: str
    draft_ids: List[str]

class DryRunResultData(TypedDict):
    rule_id: str
    rule_name: str
    matches: List[RuleDryRunMatch]
    total: int
    message_ids: List[str]

Envelope = TypedDict(
    "Envelope",
    {
        "id": 'str',
        "account_id": 'str',
        "thread_id": 'str',
        "provider_id": 'str',
        "from": 'Address',
        "to": 'List[Address]',
        "cc": 'List[Address]',
        "bcc": 'List[Address]',
        "subject": 'str',
        "snippet": 'str',
        "date": 'str',
        "flags": 'str',
        "flags_bits": 'int',
        "has_attachments": 'bool',
        "size_bytes": 'int',
        "message_id_header": 'Union[str, None]',
        "in_reply_to": 'Union[str, None]',
        "references": 'List[str]',
        "unsubscribe": 'UnsubscribeMethod',
    },
)

Event: TypeAlias = 'Union[SyncStartedEvent, SyncFinishedEvent, SyncCompletedEvent, SyncErrorEvent, NewMessagesEvent, MailUpdatedEvent, MailRemovedEvent, LabelCountsUpdatedEvent, SavedSearchesUpdatedEvent, OperationStartedEvent, OperationProgressEvent, OperationCompletedEvent, OperationFailedEvent, OperationCancelledEvent, MutationCompletedEvent, MutationReconciliationFailedEvent, MessageUnsnoozedEvent, ReminderTriggeredEvent, ScheduledSendFlushedEvent, DraftsUpdatedEvent, DeliveriesUpdatedEvent, RulesUpdatedEvent, RulePausedEvent, OutboxUpdatedEvent, SendBouncedEvent, ThreadGistReadyEvent, ConfigChangedEvent, StoreStateChangedEvent, LocalPageAskedEvent, IndexBootstrappedEvent, EventsLaggedEvent]'

class EventLogEntry(TypedDict):
    seq: int
    event: str
    timestamp: int
    level: Literal["info", "warn", "error"]
    category: Literal["client", "config", "index", "job", "mail", "operation", "sync"]
    summary: str
    details: Union[str, None]
    account_id: Union[str, None]
    message_id: Union[str, None]
    rule_id: Union[str, None]

class EventsLaggedEvent(TypedDict):
    event: Literal["EventsLagged"]
    seq: int
    ts: str
    skipped: int

class ExpertSuggestionData(TypedDict):
    email: str
    display_name: Union[str, None]
    answered_thread_count: int
    evidence_msg_ids: List[str]
    reason: str

ExportFormat: TypeAlias = 'Literal["Markdown", "Json", "Mbox", "LlmContext"]'

class HtmlImageAsset(TypedDict):
    source: str
    kind: HtmlImageSourceKind
    status: HtmlImageAssetStatus
    path: Union[str, None]
    mime_type: Union[str, None]
    data_url: Union[str, None]
    tracker: bool
    tracker_name: Union[str, None]
    detail: Union[str, None]

HtmlImageAssetStatus: TypeAlias = 'Literal["ready", "blocked", "missing", "unsupported", "failed"]'

HtmlImageSourceKind: TypeAlias = 'Literal["cid", "data_uri", "remote", "content_location", "file"]'

class HumanizerHitData(TypedDict):
    category: str
    matched: str
    suggestion: Union[str, None]

class HumanizerReportSummaryData(TypedDict):
    score: int
    hits: List[HumanizerHitData]

class ImageAllowance(TypedDict):
    account_id: str
    sender: str
    allowed_at: str

class IndexBootstrappedEvent(TypedDict):
    event: Literal["IndexBootstrapped"]
    seq: int
    ts: str
    documents: int
    repaired: bool
    duration_ms: int

IndexFreshness: TypeAlias = 'Literal["unknown", "current", "stale", "disabled", "indexing", "error", "repair_required"]'

class InlineAsset(TypedDict):
    cid: str
    path: str

class InlineCalendarReply(TypedDict):
    attendee_email: str
    ics_body: str
    partstat: Literal["accepted", "tentative", "declined"]
    source_message_id: str

class JobDataProgress(TypedDict):
    completed: int
    total: int
    succeeded: int
    skipped: int
    failed: int

class JobData(TypedDict):
    job_id: str
    kind: str
    status: Literal["queued", "running", "succeeded", "failed"]
    progress: JobDataProgress
    error: Union[str, None]
    started_at: int
    finished_at: Union[int, None]
    undo_ids: List[str]
    cancelled: bool
    can_cancel: bool
    account_id: Union[str, None]
    result: Union[MutationResultData, None]

class KeyAction(TypedDict):
    name: str
    does: str
    place: Literal["list", "mail", "anywhere"]
    default_keys: List[str]

class KeysBindings(TypedDict):
    mail_list: Dict[str, List[str]]
    message_view: Dict[str, List[str]]
    thread_view: Dict[str, List[str]]

class Keys(TypedDict):
    file: Union[str, None]
    trouble: Union[str, None]
    notes: List[ConfigNote]
    preset: Literal["gmail", "vim"]
    presets: List[Literal["gmail", "vim"]]
    actions: List[KeyAction]
    bindings: KeysBindings
    own: List[str]

class KindCorrection(TypedDict):
    account_id: str
    scope: Literal["sender", "list"]
    value: str
    mail_kind: MailKind
    corrected_at: str

class Label(TypedDict):
    id: str
    account_id: str
    name: str
    full_name: str
    provider_id: str
    kind: Literal["System", "Folder", "User"]
    role: Union[Literal["inbox", "sent", "drafts", "trash", "spam", "archive", "all_mail", "important", "starred"], None]
    color: Union[str, None]
    total_count: int
    unread_count: int
    thread_count: int
    unread_thread_count: int
    pending: Union[Literal["create", "rename", "delete"], None]

class LabelChip(TypedDict):
    id: str
    name: str
    kind: Literal["system", "folder", "user"]
    color: Union[str, None]

class LabelCountsUpdatedEventCountsItem(TypedDict):
    label_id: str
    total_count: int
    unread_count: int

class LabelCountsUpdatedEvent(TypedDict):
    event: Literal["LabelCountsUpdated"]
    seq: int
    ts: str
    account_id: str
    counts: List[LabelCountsUpdatedEventCountsItem]

class LargestMessageRow(TypedDict):
    message_id: str
    thread_id: str
    date: str
    from_email: str
    subject: str
    size_bytes: int

class LeanRow(TypedDict):
    id: NotRequired[str]
    kind: NotRequired[Literal["message", "thread", "attachment"]]
    account_id: NotRequired[str]
    thread_id: NotRequired[str]
    provider_id: NotRequired[str]
    sender: NotRequired[str]
    sender_detail: NotRequired[Union[str, None]]
    senders: NotRequired[List[str]]
    subject: NotRequired[str]
    snippet: NotRequired[str]
    date: NotRequired[str]
    date_label: NotRequired[str]
    date_full: NotRequired[str]
    date_relative: NotRequired[str]
    to: NotRequired[List[Address]]
    cc: NotRequired[List[Address]]
    bcc: NotRequired[List[Address]]
    labels: NotRequired[List[LabelChip]]
    unread: NotRequired[bool]
    starred: NotRequired[bool]
    has_attachments: NotRequired[bool]
    snoozed_until: NotRequired[str]
    reply_later: NotRequired[Literal[True]]
    muted: NotRequired[Literal[True]]
    suspicious: NotRequired[Literal[True]]
    reminder_at: NotRequired[str]
    message_count: NotRequired[int]
    attachment_id: NotRequired[str]
    attachment_filename: NotRequired[str]
    attachment_size_bytes: NotRequired[int]

LensKind: TypeAlias = 'Literal["inbox", "all_mail", "label", "saved_search", "subscription"]'

class ListedInvite(TypedDict):
    id: str
    account_id: str
    message_id: str
    thread_id: str
    metadata: CalendarMetadata
    own_answer: Union[CalendarOwnAnswer, None]
    created_at: int
    updated_at: int
    state: Literal["current", "updated", "cancelled", "past"]
    series: Union[CalendarSeries, None]

class LlmConfigData(TypedDict):
    enabled: bool
    base_url: str
    model: str
    api_key_env: str
    context_window: int
    request_timeout_secs: int
    allow_cloud_relationship_data: bool
    gist_concurrency: int
    list_gists: bool
    overrides: LlmOverridesData

class LlmFeatureStatus(TypedDict):
    feature: Literal["summarize", "relationship_summary", "commitments", "draft_assist", "draft_new", "draft_refine", "voice_match", "humanize_rewrite", "answer_coverage", "archive_ask", "decision_log", "briefing", "expert", "delivery_extraction"]
    enabled: bool
    model: str
    host: str
    local: Union[bool, None]
    relationship_data: bool
    allowed: bool
    why: str

class LlmOverrideData(TypedDict):
    enabled: NotRequired[Union[bool, None]]
    base_url: NotRequired[Union[str, None]]
    model: NotRequired[Union[str, None]]
    api_key_env: NotRequired[Union[str, None]]
    context_window: NotRequired[Union[int, None]]
    request_timeout_secs: NotRequired[Union[int, None]]
    allow_cloud_relationship_data: NotRequired[Union[bool, None]]

LlmOverridesData: TypeAlias = 'Dict[str, Union[LlmOverrideData, None]]'

class LlmServer(TypedDict):
    name: str
    base_url: str
    models: List[str]

class LlmStatusSnapshot(TypedDict):
    enabled: bool
    provider: str
    base_url: Union[str, None]
    configured_model: str
    model: str
    api_key_env: Union[str, None]
    api_key_present: bool
    context_window: int
    request_timeout_secs: int
    supports_streaming: bool
    features: List[LlmFeatureStatus]

class LocalPage(TypedDict):
    origin: str
    state: Literal["waiting", "allowed", "denied"]
    asked_at: Union[str, None]

class LocalPageAskedEvent(TypedDict):
    event: Literal["LocalPageAsked"]
    seq: int
    ts: str
    origin: str

class LocaleInvite(TypedDict):
    card_title: str
    chip_label_accept: str
    chip_label_tentative: str
    chip_label_decline: str
    state_label_accepted: str
    state_label_tentative: str
    state_label_declined: str
    hint_change_response: str
    hint_comment: str
    banner_cancelled: str
    banner_publish: str
    banner_parse_warning: str
    banner_updated: str
    banner_counter: str

class LocaleStatus(TypedDict):
    invite_pending_accept: str
    invite_pending_tentative: str
    invite_pending_decline: str
    invite_cancelled: str

class Locale(TypedDict):
    code: str
    invite: LocaleInvite
    status: LocaleStatus

class MailImport(TypedDict):
    import_id: str
    job_id: Union[str, None]
    state: Literal["collecting", "queued", "running", "succeeded", "failed"]
    cancelled: bool
    name: Union[str, None]
    folder: Union[str, None]
    files: Union[int, None]
    bytes: Union[int, None]
    begun_at: str
    ended_at: Union[str, None]
    total: int
    added: int
    known: int
    failed: int
    passed_over: int
    error: Union[str, None]
    account_id: Union[str, None]
    label_id: Union[str, None]

class MailImportWholeProblemsItem(TypedDict):
    file: str
    reason: str

class MailImportWhole(TypedDict):
    import_id: str
    job_id: Union[str, None]
    state: Literal["collecting", "queued", "running", "succeeded", "failed"]
    cancelled: bool
    name: Union[str, None]
    folder: Union[str, None]
    files: Union[int, None]
    bytes: Union[int, None]
    begun_at: str
    ended_at: Union[str, None]
    total: int
    added: int
    known: int
    failed: int
    passed_over: int
    error: Union[str, None]
    account_id: Union[str, None]
    label_id: Union[str, None]
    problems: List[MailImportWholeProblemsItem]

MailKind: TypeAlias = 'Literal["person", "list", "newsletter", "notification", "transaction", "bulk"]'

class MailRemovedEvent(TypedDict):
    event: Literal["MailRemoved"]
    seq: int
    ts: str
    account_id: str
    message_ids: List[str]
    total: int

class MailReportRecipientsItem(TypedDict):
    email: str
    outcome: str
    status: Union[str, None]
    diagnostic: Union[str, None]

class MailReport(TypedDict):
    kind: Literal["delivery", "feedback", "disposition"]
    about: Union[str, None]
    recipients: List[MailReportRecipientsItem]

class MailUpdatedEvent(TypedDict):
    event: Literal["MailUpdated"]
    seq: int
    ts: str
    account_id: str
    message_ids: List[str]
    total: int

class Merge(TypedDict):
    batch: str
    account_id: str
    subject: str
    state: Literal["making", "made", "sending"]
    counts: MergeCounts

class MergeCounts(TypedDict):
    rows: int
    waiting: int
    skipped: int
    drafted: int
    due: int
    queued: int
    held_back: int
    discarded: int

class MergeProblem(TypedDict):
    line: int
    kind: Literal["no_address", "bad_address", "duplicate", "empty_value"]
    message: str

class MergeRow(TypedDict):
    line: int
    to: str
    state: Literal["waiting", "skipped", "drafted", "due", "queued", "held_back", "discarded"]
    send_state: Union[Literal["queued", "sending", "sent", "failed", "unknown", "cancelled"], None]
    reason: Union[str, None]
    draft_id: Union[str, None]

class MessageBodyRemoteImageUrlsItem(TypedDict):
    url: str
    tracker: bool
    placed: bool
    tracker_name: Union[str, None]

class MessageBodyMetadata(TypedDict):
    text_plain_source: Union[BodyPartSource, None]
    text_html_source: Union[BodyPartSource, None]
    list_id: Union[str, None]
    unsubscribe: UnsubscribeMethod
    reply_to: List[Address]
    notes: List[str]
    report: Union[MailReport, None]

class MessageBody(TypedDict):
    message_id: str
    text_plain: Union[str, None]
    text_blocks: List[TextBlock]
    text_html: Union[str, None]
    preferred: Literal["text", "html"]
    remote_images: int
    tracking_images: int
    remote_image_urls: List[MessageBodyRemoteImageUrlsItem]
    images_allowed: bool
    attachments: List[AttachmentMeta]
    fetched_at: str
    metadata: MessageBodyMetadata
    agent_report: NotRequired[AgentReport]

class MessageContent(TypedDict):
    message_id: str
    text: Union[str, None]
    attachments: List[AttachmentMeta]
    html: NotRequired[Union[str, None]]
    headers: NotRequired[List[Tuple[str, str]]]
    agent_report: NotRequired[AgentReport]

class MessageContentFailure(TypedDict):
    message_id: str
    code: Literal["not_found", "not_downloaded", "source_damaged", "left"]
    error: str

class MessageOutcome(TypedDict):
    message_id: str
    outcome: Literal["skipped", "failed"]
    reason: str

MessageRecord = TypedDict(
    "MessageRecord",
    {
        "id": 'str',
        "account_id": 'str',
        "thread_id": 'str',
        "provider_id": 'str',
        "from": 'Address',
        "to": 'List[Address]',
        "cc": 'List[Address]',
        "bcc": 'List[Address]',
        "subject": 'str',
        "snippet": 'str',
        "date": 'str',
        "flags": 'str',
        "flags_bits": 'int',
        "has_attachments": 'bool',
        "size_bytes": 'int',
        "message_id_header": 'Union[str, None]',
        "in_reply_to": 'Union[str, None]',
        "references": 'List[str]',
        "unsubscribe": 'UnsubscribeMethod',
        "labels": 'List[LabelChip]',
        "received_at": 'str',
    },
)

class MessageRow(TypedDict):
    id: str
    kind: Literal["message", "thread", "attachment"]
    account_id: str
    thread_id: str
    provider_id: str
    sender: str
    sender_detail: Union[str, None]
    senders: NotRequired[List[str]]
    subject: str
    snippet: str
    date: str
    date_label: str
    date_full: str
    date_relative: str
    to: NotRequired[List[Address]]
    cc: NotRequired[List[Address]]
    bcc: NotRequired[List[Address]]
    labels: NotRequired[List[LabelChip]]
    unread: bool
    starred: bool
    has_attachments: bool
    snoozed_until: NotRequired[str]
    reply_later: NotRequired[Literal[True]]
    muted: NotRequired[Literal[True]]
    suspicious: NotRequired[Literal[True]]
    reminder_at: NotRequired[str]
    message_count: NotRequired[int]
    attachment_id: NotRequired[str]
    attachment_filename: NotRequired[str]
    attachment_size_bytes: NotRequired[int]

class MessageTrustSender(TypedDict):
    email: str
    domain: str
    ascii_domain: str

class MessageTrustChecksItem(TypedDict):
    method: Literal["spf", "dkim", "dmarc", "arc"]
    result: str
    domain: Union[str, None]

class MessageTrust(TypedDict):
    message_id: str
    verdict: Literal["known", "ok", "unverified", "suspicious"]
    sender: MessageTrustSender
    checked_by: Union[str, None]
    checked_here: bool
    checks: List[MessageTrustChecksItem]
    reasons: List[TrustReason]

class MessageUnsnoozedEvent(TypedDict):
    event: Literal["MessageUnsnoozed"]
    seq: int
    ts: str
    account_id: str
    message_id: str
    thread_id: str
    subject: str
    is_due: bool

class ModeDoneItem(TypedDict):
    thread_id: str
    account_id: NotRequired[str]
    mode: ModeKind
    marked: bool
    todos_ticked: NotRequired[List[str]]
    still_in: NotRequired[List[ModeKind]]
    archived: int
    marked_read: int
    provider: str
    copy: str
    error: NotRequired[str]

class ModeGuideCardKeysItem(TypedDict):
    key: str
    verb: str

class ModeGuideKeysItem(TypedDict):
    key: str
    verb: str

class ModeGuide(TypedDict):
    mode: Literal["now", "messages", "todo", "updates", "reading", "archive"]
    name: str
    header: str
    never_had_any: str
    add_one: str
    clear_for_now: str
    lands_here: str
    card: str
    card_keys: List[ModeGuideCardKeysItem]
    why_template: str
    keys: List[ModeGuideKeysItem]
    first_run_line: str
    card_seen: bool
    card_seen_at: NotRequired[str]

ModeKind: TypeAlias = 'Literal["messages", "todo", "updates", "reading", "archive"]'

class ModeThreadGroupSender(TypedDict):
    account_id: str
    sender_email: str

class ModeThreadGroup(TypedDict):
    id: str
    label: str
    sender: NotRequired[ModeThreadGroupSender]
    rows: List[MessageRow]

class MutationCompletedEvent(TypedDict):
    event: Literal["MutationCompleted"]
    seq: int
    ts: str
    mutation_id: Union[str, None]
    kind: str
    message_ids: List[str]
    thread_ids: List[str]
    account_ids: List[str]
    ok: bool
    succeeded: int
    skipped: int
    failed: int
    undo: bool

class MutationReconciliationFailedEvent(TypedDict):
    event: Literal["MutationReconciliationFailed"]
    seq: int
    ts: str
    account_id: str
    client_correlation_id: Union[str, None]
    error_summary: str

MutationRecordAbout = TypedDict(
    "MutationRecordAbout",
    {
        "starred": 'NotRequired[bool]',
        "read": 'NotRequired[bool]',
        "added": 'NotRequired[List[str]]',
        "removed": 'NotRequired[List[str]]',
        "to": 'NotRequired[str]',
        "from": 'NotRequired[str]',
        "until": 'NotRequired[str]',
        "muted": 'NotRequired[bool]',
        "blocked": 'NotRequired[bool]',
        "sender": 'NotRequired[str]',
        "mode": 'NotRequired[str]',
        "todo": 'NotRequired[Literal["ticked", "dismissed", "postponed", "reopened"]]',
        "rule": 'NotRequired[Literal["blocked", "screened_out", "routed", "muted"]]',
        "rule_name": 'NotRequired[str]',
        "disposition": 'NotRequired[Union[Literal["allow", "deny", "feed", "paper_trail", "unknown"], None]]',
        "decisions": 'NotRequired[int]',
    },
)

class MutationRecordExample1(TypedDict):
    message_id: str
    subject: str

class MutationRecord(TypedDict):
    mutation_id: str
    kind: Literal["archive", "trash", "spam", "star", "set_read", "read_and_archive", "modify_labels", "move", "route", "set_flags", "snooze", "unsnooze", "mute", "block", "mode_done", "todo", "screen", "rule", "create_label", "rename_label", "delete_label", "undo"]
    made_at: str
    origin: str
    by: Union[str, None]
    requested: int
    succeeded: int
    waiting: int
    skipped: int
    failed: int
    error: Union[str, None]
    undoable: bool
    undoable_until: str
    undone_by: Union[str, None]
    undo_of: Union[str, None]
    job_id: Union[str, None]
    about: MutationRecordAbout
    account_ids: List[str]
    example: Union[MutationRecordExample1, None]

class MutationResultData(TypedDict):
    requested: int
    succeeded: int
    skipped: int
    failed: int
    accounts: List[AccountMutationResultData]
    mutation_id: Union[str, None]
    undoable: bool
    undo_note: Union[str, None]
    undoable_until: Union[str, None]
    undo_unavailable: bool
    job_id: Union[str, None]
    outcomes: List[MessageOutcome]
    dry_run: bool

class NewMessagesEvent(TypedDict):
    event: Literal["NewMessages"]
    seq: int
    ts: str
    account_id: str
    envelopes: List[Envelope]
    total: int

class NotificationChimesData(TypedDict):
    enabled: bool
    volume: float
    new_mail: Literal["none", "bell", "glass", "pop", "sent", "archive", "thud", "alert"]
    sent: Literal["none", "bell", "glass", "pop", "sent", "archive", "thud", "alert"]
    archived: Literal["none", "bell", "glass", "pop", "sent", "archive", "thud", "alert"]
    trashed: Literal["none", "bell", "glass", "pop", "sent", "archive", "thud", "alert"]
    spam: Literal["none", "bell", "glass", "pop", "sent", "archive", "thud", "alert"]
    snoozed: Literal["none", "bell", "glass", "pop", "sent", "archive", "thud", "alert"]
    unsnoozed: Literal["none", "bell", "glass", "pop", "sent", "archive", "thud", "alert"]
    reminder: Literal["none", "bell", "glass", "pop", "sent", "archive", "thud", "alert"]
    error: Literal["none", "bell", "glass", "pop", "sent", "archive", "thud", "alert"]

class Notifications(TypedDict):
    paused_until: Union[str, None]
    is_quiet: bool

class NowDataPeopleRowsItem(TypedDict):
    row: DeskRow
    why: str
    new_sender: NotRequired[ScreenerQuestion]

class NowDataPeople(TypedDict):
    rows: List[NowDataPeopleRowsItem]
    total: int
    more_line: NotRequired[str]
    overload_line: NotRequired[str]

class NowDataDueSoonTodosItem(TypedDict):
    todo: Todo
    why: str

class NowDataDueSoon(TypedDict):
    todos: List[NowDataDueSoonTodosItem]
    total: int
    more_line: NotRequired[str]

class NowDataUpdatesTopSourcesItem(TypedDict):
    sender_email: str
    sender_name: NotRequired[str]
    count: int

class NowDataUpdates(TypedDict):
    message_count: int
    source_count: int
    top_sources: List[NowDataUpdatesTopSourcesItem]
    line: str
    since: str
    thread_ids: List[str]
    early: bool

class NowDataReading(TypedDict):
    account_id: str
    message_id: str
    thread_id: str
    sender_email: str
    sender_name: NotRequired[str]
    subject: str
    date: str
    why: str

class NowDataFirstRun(TypedDict):
    complete: bool
    scanned: int
    reached: NotRequired[str]

class NowData(TypedDict):
    generated_at: str
    header: str
    headline: str
    people: NowDataPeople
    due_soon: NowDataDueSoon
    updates: NotRequired[NowDataUpdates]
    reading: NotRequired[NowDataReading]
    not_now: NotRequired[str]
    item_count: int
    empty_state: NotRequired[str]
    next_at: NotRequired[str]
    first_run: NowDataFirstRun

class OperationCancelledEvent(TypedDict):
    event: Literal["OperationCancelled"]
    seq: int
    ts: str
    operation_id: str
    operation: str
    account_id: Union[str, None]
    account_ids: NotRequired[List[str]]
    attachment_id: NotRequired[str]
    message: str

class OperationCompletedEvent(TypedDict):
    event: Literal["OperationCompleted"]
    seq: int
    ts: str
    operation_id: str
    operation: str
    account_id: Union[str, None]
    account_ids: NotRequired[List[str]]
    attachment_id: NotRequired[str]
    message: str

class OperationFailedEvent(TypedDict):
    event: Literal["OperationFailed"]
    seq: int
    ts: str
    operation_id: str
    operation: str
    account_id: Union[str, None]
    account_ids: NotRequired[List[str]]
    attachment_id: NotRequired[str]
    error: str
    retryable: bool

class OperationProgressEvent(TypedDict):
    event: Literal["OperationProgress"]
    seq: int
    ts: str
    operation_id: str
    operation: str
    account_id: Union[str, None]
    account_ids: NotRequired[List[str]]
    attachment_id: NotRequired[str]
    current: int
    total: Union[int, None]
    message: str

class OperationStartedEvent(TypedDict):
    event: Literal["OperationStarted"]
    seq: int
    ts: str
    operation_id: str
    operation: str
    account_id: Union[str, None]
    account_ids: NotRequired[List[str]]
    attachment_id: NotRequired[str]
    message: str

class OutboxEntryTrouble1(TypedDict):
    code: str
    message: str
    retryable: bool

OutboxEntry = TypedDict(
    "OutboxEntry",
    {
        "send_id": 'str',
        "draft_id": 'str',
        "account_id": 'str',
        "account_name": 'str',
        "purpose": 'Literal["mail", "invite_reply", "unsubscribe"]',
        "state": 'Literal["queued", "sending", "sent", "failed", "unknown", "cancelled"]',
        "timing": 'Literal["now", "held", "scheduled"]',
        "due_at": 'str',
        "next_at": 'str',
        "attempts": 'int',
        "subject": 'str',
        "from": 'str',
        "recipients": 'List[OutboxRecipient]',
        "rfc2822_message_id": 'str',
        "local_message_id": 'Union[str, None]',
        "trouble": 'Union[OutboxEntryTrouble1, None]',
        "copy": 'Literal["none", "due", "done", "failed"]',
        "can_cancel": 'bool',
        "words": 'str',
        "queued_at": 'str',
        "sent_at": 'Union[str, None]',
        "ended_at": 'Union[str, None]',
    },
)

class OutboxRecipient(TypedDict):
    email: str
    kind: Literal["to", "cc", "bcc"]
    state: Literal["waiting", "accepted", "refused", "bounced", "unknown"]
    reason: NotRequired[str]

class OutboxUpdatedEvent(TypedDict):
    event: Literal["OutboxUpdated"]
    seq: int
    ts: str
    account_id: str
    draft_id: str
    send_id: str
    state: Literal["queued", "sending", "sent", "failed", "unknown", "cancelled"]
    error: NotRequired[str]

class Permissions(TypedDict):
    origin: str
    is_person: bool
    mail: List[Literal["read", "fetch", "egress", "draft", "send", "mutate", "destroy", "operate"]]
    other: List[Literal["read", "fetch", "egress", "draft", "send", "mutate", "destroy", "operate"]]
    named: List[Literal["read", "fetch", "egress", "draft", "send", "mutate", "destroy", "operate"]]
    requests: List[str]
    destructive_actions: List[Literal["archive", "trash", "spam", "move", "delete_label", "remove_account", "unsubscribe", "redact_activity", "prune_activity"]]

class RailEntry(TypedDict):
    id: Literal["now", "messages", "todo", "updates", "reading", "archive", "inbox"]
    name: str
    key: str
    group: Literal["home", "modes", "lens"]
    count: NotRequired[int]
    badge: NotRequired[int]
    status: Literal["built", "early"]
    early_note: NotRequired[str]
    header: NotRequired[str]
    quiet: NotRequired[bool]

class RailLink(TypedDict):
    id: str
    name: str
    key: NotRequired[str]
    note: NotRequired[str]

class RecipientDelivery(TypedDict):
    email: str
    state: Literal["waiting", "accepted", "refused", "bounced", "unknown", "delayed", "delivered"]
    reason: Union[str, None]
    status: Union[str, None]
    diagnostic: Union[str, None]
    at: Union[str, None]
    report_message_id: Union[str, None]

class RefusedRuleStatement(TypedDict):
    line: int
    statement: str
    reason: str

class RelationshipProfileDataYouOweItem(TypedDict):
    thread_id: str
    message_id: str
    subject: str
    since: str

class RelationshipProfileDataTheyOweItem(TypedDict):
    thread_id: str
    message_id: str
    subject: str
    since: str

class RelationshipProfileDataDrift1(TypedDict):
    detected_at: str
    reason: str

class RelationshipProfileDataSummary1(TypedDict):
    computed_at: str
    known_topics: List[str]
    model: str
    source_hash: str
    text: str

class RelationshipProfileData(TypedDict):
    account_id: str
    email: str
    display_name: Union[str, None]
    statistics: RelationshipStatisticsData
    you_owe: List[RelationshipProfileDataYouOweItem]
    they_owe: List[RelationshipProfileDataTheyOweItem]
    open_commitments: List[CommitmentData]
    style: Union[ContactStyleData, None]
    drift: Union[RelationshipProfileDataDrift1, None]
    summary: Union[RelationshipProfileDataSummary1, None]

class RelationshipStatisticsDataMonthsItem(TypedDict):
    month: str
    received_count: int
    sent_count: int

class RelationshipStatisticsData(TypedDict):
    received_count: int
    sent_count: int
    conversation_count: int
    first_at: str
    last_at: str
    last_received_at: Union[str, None]
    last_sent_at: Union[str, None]
    their_cadence_days_p50: Union[float, None]
    your_cadence_days_p50: Union[float, None]
    your_reply_count: int
    your_reply_seconds_p50: Union[int, None]
    their_reply_count: int
    their_reply_seconds_p50: Union[int, None]
    months: List[RelationshipStatisticsDataMonthsItem]

class Reminder(TypedDict):
    sent_message_id: str
    account_id: str
    thread_id: str
    to: List[Address]
    subject: str
    snippet: str
    remind_at: str
    fired_at: Union[str, None]

class ReminderTriggeredEvent(TypedDict):
    event: Literal["ReminderTriggered"]
    seq: int
    ts: str
    account_id: str
    sent_message_id: str
    thread_id: str
    subject: str

class RepairChoice(TypedDict):
    id: Literal["restore", "salvage", "start_over", "retry"]
    is_recommended: bool
    description: str

class RepairTask(TypedDict):
    id: str
    kind: Literal["restore", "salvage", "start_over"]
    state: Literal["running", "done", "failed"]
    done: int
    total: int
    message: Union[str, None]
    error: Union[str, None]

class ReplyHeaders(TypedDict):
    in_reply_to: str
    references: NotRequired[List[str]]
    thread_id: NotRequired[Union[str, None]]

class ResponseTimeBucket(TypedDict):
    upper_bound_seconds: int
    count: int

class ResponseTimeSummaryHistogramItem(TypedDict):
    upper_bound_seconds: int
    count: int

class ResponseTimeSummaryTrendItem(TypedDict):
    since: str
    sample_count: int
    clock_p50_seconds: int

class ResponseTimeSummary(TypedDict):
    direction: Literal["i_replied", "they_replied"]
    sample_count: int
    clock_p50_seconds: int
    clock_p90_seconds: int
    business_hours_p50_seconds: Union[int, None]
    business_hours_p90_seconds: Union[int, None]
    histogram: List[ResponseTimeSummaryHistogramItem]
    trend: List[ResponseTimeSummaryTrendItem]

class RowGroup(TypedDict):
    id: Literal["today", "yesterday", "last-7-days", "earlier", "older"]
    label: str
    rows: List[MessageRow]

class Rule(TypedDict):
    id: str
    name: str
    enabled: bool
    priority: int
    conditions: RuleCondition
    actions: List[RuleAction]
    created_at: str
    updated_at: str
    account_ids: Union[List[str], None]
    match_count: int
    last_matched_at: Union[str, None]
    paused_at: Union[str, None]
    last_error: Union[str, None]
    unconfirmed_hooks: List[str]

class RuleActionValue1(TypedDict):
    type: Literal["add_label", "remove_label", "move"]
    label: str

class RuleActionValue2(TypedDict):
    type: Literal["archive", "trash", "star", "mark_read", "mark_unread", "stop"]

class RuleActionValue3Duration1(TypedDict):
    type: Literal["hours", "days"]
    count: int

class RuleActionValue3Duration2(TypedDict):
    type: Literal["until"]
    date: str

class RuleActionValue3(TypedDict):
    type: Literal["snooze"]
    duration: Union[RuleActionValue3Duration1, RuleActionValue3Duration2]

class RuleActionValue4(TypedDict):
    type: Literal["shell_hook"]
    command: str

RuleAction: TypeAlias = 'Union[RuleActionValue1, RuleActionValue2, RuleActionValue3, RuleActionValue4]'

class RuleConditionValue1(TypedDict):
    type: Literal["and", "or"]
    conditions: List[RuleCondition]

class RuleConditionValue2(TypedDict):
    type: Literal["not"]
    condition: RuleCondition

class RuleConditionValue31(TypedDict):
    type: Literal["field"]
    field: Literal["from", "to", "cc", "subject", "body_contains", "list_id"]
    pattern: RuleMatch

class RuleConditionValue32(TypedDict):
    type: Literal["field"]
    field: Literal["has_label"]
    label: str

class RuleConditionValue33(TypedDict):
    type: Literal["field"]
    field: Literal["has_attachment", "is_unread", "is_starred", "has_unsubscribe"]

class RuleConditionValue34(TypedDict):
    type: Literal["field"]
    field: Literal["size_greater_than", "size_less_than"]
    bytes: int

class RuleConditionValue35(TypedDict):
    type: Literal["field"]
    field: Literal["date_after", "date_before"]
    date: str

class RuleConditionValue36(TypedDict):
    type: Literal["field"]
    field: Literal["link_density"]
    match_kind: Literal["any", "heavy", "none"]

class RuleConditionValue37(TypedDict):
    type: Literal["field"]
    field: Literal["is_in"]
    place: Literal["inbox", "archived", "sent", "draft", "trash", "spam"]

RuleCondition: TypeAlias = 'Union[RuleConditionValue1, RuleConditionValue2, Union[RuleConditionValue31, RuleConditionValue32, RuleConditionValue33, RuleConditionValue34, RuleConditionValue35, RuleConditionValue36, RuleConditionValue37]]'

RuleDryRunMatch = TypedDict(
    "RuleDryRunMatch",
    {
        "message_id": 'str',
        "from": 'str',
        "subject": 'str',
        "actions": 'List[RuleAction]',
        "thread_id": 'str',
        "account_id": 'str',
        "date": 'str',
    },
)

class RuleFormData(TypedDict):
    id: str
    name: str
    condition: str
    action: str
    priority: int
    enabled: bool

class RuleHistoryEntry(TypedDict):
    rule_id: str
    rule_name: str
    message_id: str
    actions_applied: List[str]
    timestamp: str
    success: bool
    error: Union[str, None]
    blocked: bool
    mutation_id: Union[str, None]
    hooks: List[RuleHookRun]

class RuleHookRun(TypedDict):
    command: str
    state: Literal["waiting", "started", "succeeded", "failed", "timed_out", "unknown", "refused"]
    started_at: Union[str, None]
    ended_at: Union[str, None]
    exit_code: Union[int, None]
    output: str
    output_cut: bool
    error: Union[str, None]

class RuleMatch(TypedDict):
    type: Literal["exact", "contains", "regex", "glob"]
    value: str

class RulePausedEvent(TypedDict):
    event: Literal["RulePaused"]
    seq: int
    ts: str
    rule_id: str
    rule_name: str
    account_ids: List[str]

class RulesUpdatedEvent(TypedDict):
    event: Literal["RulesUpdated"]
    seq: int
    ts: str
    rule_ids: List[str]
    account_ids: List[str]

class SavedActivityFilterEntry(TypedDict):
    slug: str
    name: str
    filter: ActivityFilter
    created_at: int
    updated_at: int

class SavedSearch(TypedDict):
    id: str
    account_id: Union[str, None]
    name: str
    query: str
    search_mode: SearchMode
    sort: SortOrder
    icon: Union[str, None]
    position: int
    created_at: str

class SavedSearchesUpdatedEvent(TypedDict):
    event: Literal["SavedSearchesUpdated"]
    seq: int
    ts: str
    changed: Literal["searches", "counts"]

class ScheduledSendFlushedEvent(TypedDict):
    event: Literal["ScheduledSendFlushed"]
    seq: int
    ts: str
    account_id: str
    draft_id: str
    local_message_id: NotRequired[str]
    rfc2822_message_id: NotRequired[str]
    ok: bool
    error: NotRequired[str]

class ScreenerDecisionData(TypedDict):
    account_id: str
    decided_at: str
    disposition: ScreenerDispositionData
    route_label: Union[str, None]
    sender_email: str
    scope: Literal["sender", "list", "domain"]
    value: str
    is_blocked: bool
    route_label_exists: bool

ScreenerDispositionData: TypeAlias = 'Literal["allow", "deny", "feed", "paper_trail", "unknown"]'

class ScreenerQuestionChoicesItem(TypedDict):
    kind: Literal["people", "paper_trail", "reading", "screened_out"]
    label: str

class ScreenerQuestion(TypedDict):
    account_id: str
    sender_email: str
    question: str
    choices: List[ScreenerQuestionChoicesItem]

class ScreenerQueueEntryDataIntroducedBy1(TypedDict):
    name: Union[str, None]
    email: str
    sent: int

class ScreenerQueueEntryData(TypedDict):
    display_name: Union[str, None]
    latest_at: str
    latest_subject: str
    message_count: int
    sender_email: str
    account_id: str
    latest_message_id: str
    latest_thread_id: str
    latest_snippet: str
    first_seen_at: str
    domain: str
    is_public_domain: bool
    list_id: Union[str, None]
    mail_kind: Union[Literal["person", "list", "newsletter", "notification", "transaction", "bulk"], None]
    kind_explanation: Union[str, None]
    trust: Union[MessageTrust, None]
    introduced_by: Union[ScreenerQueueEntryDataIntroducedBy1, None]
    asked_again: bool
    question: ScreenerQuestion

class SearchAggregationRow(TypedDict):
    key: str
    label: str
    count: int
    unread: int
    oldest: Union[int, None]
    newest: Union[int, None]

class SearchClause(TypedDict):
    position: int
    length: int
    words: str
    is_text: bool

class SearchCorrectionWordsItem(TypedDict):
    written: str
    meant: str

class SearchCorrection(TypedDict):
    query: str
    words: List[SearchCorrectionWordsItem]
    total: int

class SearchDateSuggestion(TypedDict):
    words: str
    query: str

class SearchExplain(TypedDict):
    requested_mode: SearchMode
    executed_mode: SearchMode
    semantic_query: Union[str, None]
    lexical_candidates: int
    lexical_window: int
    dense_candidates: int
    dense_window: Union[int, None]
    rrf_k: Union[int, None]
    final_results: int
    results: List[SearchExplainResult]
    notes: List[str]

class SearchExplainResult(TypedDict):
    message_id: str
    rank: int
    final_score: float
    lexical_rank: Union[int, None]
    lexical_score: Union[float, None]
    dense_rank: Union[int, None]
    dense_score: Union[float, None]

class SearchMatch(TypedDict):
    message_id: str
    places: List[Literal["subject", "from", "to", "cc", "bcc", "body", "filename", "list"]]
    subject: Union[List[SearchPiece], None]
    excerpt: Union[List[SearchPiece], None]

class SearchMatchingWordsItem(TypedDict):
    written: str
    searched: List[str]

class SearchMatching(TypedDict):
    kind: Literal["exact", "prefixes", "stems", "spelling"]
    query: str
    words: List[SearchMatchingWordsItem]

SearchMode: TypeAlias = 'Literal["lexical", "hybrid", "semantic"]'

class SearchPiece(TypedDict):
    text: str
    is_hit: bool

class SearchResultItem(TypedDict):
    account_id: str
    message_id: str
    mode: SearchMode
    score: float
    thread_id: str

class SecretsKeychain(TypedDict):
    state: Literal["answers", "locked", "waiting", "denied", "absent", "failing", "off"]
    message: Union[str, None]

class SecretsVault(TypedDict):
    state: Literal["none", "locked", "unlocked", "damaged"]
    file: str
    secrets: int
    message: Union[str, None]
    retry_at: Union[str, None]

class Secrets(TypedDict):
    store: Literal["keychain", "file", "vault"]
    file: str
    in_file: int
    keychain: SecretsKeychain
    tokens: Literal["keychain", "files", "vault"]
    vault: SecretsVault

class SemanticModelFile(TypedDict):
    path: str
    sha256: str
    bytes: int
    is_confirmed: bool

class SemanticProfileRecord(TypedDict):
    id: Literal["bge-small-en-v1.5", "multilingual-e5-small", "bge-m3"]
    profile: Literal["bge-small-en-v1.5", "multilingual-e5-small", "bge-m3"]
    backend: str
    model_revision: str
    dimensions: int
    status: Literal["pending", "ready", "indexing", "error"]
    installed_at: Union[str, None]
    activated_at: Union[str, None]
    last_indexed_at: Union[str, None]
    last_error: Union[str, None]
    progress_completed: int
    progress_total: int
    is_installed: bool
    is_downloading: bool
    is_paused: bool
    download_bytes: int
    files: List[SemanticModelFile]

class SemanticRuntimeMetrics(TypedDict):
    in_flight: int
    queue_depth: int
    last_embedding_prep_ms: Union[int, None]
    last_extract_ms: Union[int, None]
    last_ingest_ms: Union[int, None]
    last_queue_wait_ms: Union[int, None]

class SemanticStatusSnapshot(TypedDict):
    active_profile: Literal["bge-small-en-v1.5", "multilingual-e5-small", "bge-m3"]
    wanted_profile: Literal["bge-small-en-v1.5", "multilingual-e5-small", "bge-m3"]
    enabled: bool
    profiles: List[SemanticProfileRecord]
    runtime: SemanticRuntimeMetrics

class SendBouncedEvent(TypedDict):
    event: Literal["SendBounced"]
    seq: int
    ts: str
    account_id: str
    local_message_id: Union[str, None]
    rfc2822_message_id: str
    recipients: List[str]
    error: str

class SendReceipt(TypedDict):
    kind: Literal["SendReceipt"]
    local_message_id: Union[str, None]
    provider_message_id: NotRequired[Union[str, None]]
    rfc2822_message_id: str
    send_id: str
    state: Literal["queued", "sending", "sent", "unknown"]
    send_at: str

class SenderEmailReferenceData(TypedDict):
    message_id: str
    thread_id: str
    subject: str
    snippet: str
    date: str
    direction: Literal["inbound", "outbound"]
    from_email: str
    from_name: Union[str, None]
    has_attachments: bool

class SenderProfileData(TypedDict):
    account_id: str
    email: str
    display_name: Union[str, None]
    first_seen_at: str
    last_seen_at: str
    last_inbound_at: Union[str, None]
    last_outbound_at: Union[str, None]
    total_inbound: int
    total_outbound: int
    replied_count: int
    cadence_days_p50: Union[float, None]
    is_list_sender: bool
    list_id: Union[str, None]
    open_thread_count: int
    attachment_count: int
    attachment_bytes: int
    inbound_storage_bytes: int
    outbound_storage_bytes: int
    response_histogram: List[ResponseTimeBucket]
    weekly_activity: List[SenderWeeklyActivityData]
    recent_messages: List[SenderEmailReferenceData]
    relationship: Union[RelationshipProfileData, None]
    unanswered_question: Union[SenderUnansweredQuestionData, None]

class SenderSummaryData(TypedDict):
    account_id: str
    sender_email: str
    email: str
    display_name: Union[str, None]
    message_count: int
    unread_count: int
    latest_subject: str
    latest_at: str

class SenderUnansweredQuestionData(TypedDict):
    message_id: str
    thread_id: str
    subject: str
    received_at: str
    days_waiting: int

class SenderWeeklyActivityData(TypedDict):
    week_start: str
    inbound_count: int
    outbound_count: int

class ServerFilter(TypedDict):
    name: str
    enabled: bool
    match: Literal["all", "any"]
    conditions: List[ServerFilterCondition]
    move_to: Union[str, None]
    mark_read: bool
    stop: bool

class ServerFilterCondition(TypedDict):
    field: Literal["from", "to", "subject", "list_id"]
    contains: str

class ServerFilterSupport(TypedDict):
    vacation: bool
    dates: bool
    moving: bool
    marking_read: bool
    include: bool

class ServerFilters(TypedDict):
    kind: Literal["ServerFilters"]
    account_id: str
    etag: str
    state: Literal["unsupported", "off", "on", "inactive", "edited", "name_taken"]
    message: Union[str, None]
    server: Union[str, None]
    supports: ServerFilterSupport
    vacation: VacationReply
    vacation_state: Literal["off", "scheduled", "on", "ended"]
    rules: List[ServerFilter]
    other_script: Union[str, None]
    script: Union[str, None]

class ServerSearch(TypedDict):
    account_id: str
    state: Literal["complete", "searched", "more", "unfinished", "unsupported", "failed"]
    fetched: int
    remaining: int
    message: Union[str, None]

class SettingRange1(TypedDict):
    least: float
    most: float

class Setting(TypedDict):
    key: str
    only_with_type: Union[str, None]
    type: Literal["text", "path", "flag", "whole", "decimal", "choice", "texts", "choices"]
    meaning: str
    is_required: bool
    default: Union[Union[str, float, bool, List[str]], None]
    otherwise: Union[str, None]
    choices: Union[List[str], None]
    range: Union[SettingRange1, None]
    expects: Union[str, None]
    open_to_agents: bool
    in_effect: bool

class Settings(TypedDict):
    file: Union[str, None]
    etag: str
    trouble: Union[str, None]
    notes: List[ConfigNote]
    values: Dict[str, Any]
    explicit: List[str]

class Shell(TypedDict):
    accountLabel: str
    syncLabel: Literal["Busy", "Syncing", "Needs attention", "Synced"]
    statusMessage: str
    commandHint: str

class SidebarSectionsItem(TypedDict):
    id: Literal["system", "labels", "saved-searches"]
    title: str
    items: List[SidebarItem]

class Sidebar(TypedDict):
    sections: List[SidebarSectionsItem]

class SidebarItemLens(TypedDict):
    kind: LensKind
    labelId: NotRequired[Union[str, None]]
    savedSearch: NotRequired[str]

class SidebarItem(TypedDict):
    id: str
    label: str
    unread: int
    total: int
    active: bool
    lens: SidebarItemLens
    role: Union[str, None]
    color: Union[str, None]
    icon: NotRequired[Union[str, None]]

SignatureContextData: TypeAlias = 'Literal["new", "reply"]'

class SignatureData(TypedDict):
    id: str
    name: str
    body: str
    created_at: str
    updated_at: str

class SignatureDefaultData(TypedDict):
    kind: SignatureContextData
    account_id: NotRequired[Union[str, None]]
    from_email: NotRequired[Union[str, None]]
    signature: SignatureData
    created_at: str
    updated_at: str

class SnippetData(TypedDict):
    name: str
    body: str
    vars: List[str]
    created_at: str
    updated_at: str

class SnoozePreset(TypedDict):
    id: Literal["tomorrow", "tonight", "weekend", "monday"]
    name: str
    label: str
    wakeAt: str

class SnoozedMessage(TypedDict):
    message_id: str
    account_id: str
    thread_id: str
    sender: str
    subject: str
    snippet: str
    wake_at: str
    unread: bool
    has_attachments: bool

SortOrder: TypeAlias = 'Literal["DateDesc", "DateAsc", "Relevance"]'

class StaleThreadRow(TypedDict):
    thread_id: str
    counterparty_email: str
    counterparty_name: Union[str, None]
    latest_message_id: str
    latest_subject: str
    latest_date: str
    days_stale: int

class StorageBucket(TypedDict):
    key: str
    name: NotRequired[Union[str, None]]
    bytes: int
    count: int

class StoreProblem(TypedDict):
    code: str
    message: str
    detail: Union[str, None]
    found_at: str

class StoreStateChangedEvent(TypedDict):
    event: Literal["StoreStateChanged"]
    seq: int
    ts: str
    degraded: bool
    message: Union[str, None]

class SubscriptionSummaryAsked1(TypedDict):
    state: Literal["asking", "done", "failed", "unknown", "by_hand"]
    asked_at: str
    error: Union[str, None]

class SubscriptionSummary(TypedDict):
    account_id: str
    sender_name: Union[str, None]
    sender_email: str
    message_count: int
    unread_count: int
    opened_count: int
    replied_count: int
    archived_unread_count: int
    latest_message_id: str
    latest_thread_id: str
    latest_provider_id: str
    latest_subject: str
    latest_snippet: str
    latest_date: str
    latest_flags: str
    latest_size_bytes: int
    latest_has_attachments: bool
    unread: bool
    unsubscribe: UnsubscribeMethod
    asked: Union[SubscriptionSummaryAsked1, None]

class SuggestedRecipientData(TypedDict):
    confidence: str
    display_name: NotRequired[Union[str, None]]
    email: str
    evidence_msg_ids: List[str]
    reason: str

class SyncCompletedEvent(TypedDict):
    event: Literal["SyncCompleted"]
    seq: int
    ts: str
    account_id: str
    messages_synced: int

class SyncErrorEvent(TypedDict):
    event: Literal["SyncError"]
    seq: int
    ts: str
    account_id: str
    error: str

class SyncFinishedEvent(TypedDict):
    event: Literal["SyncFinished"]
    seq: int
    ts: str
    account_id: str
    ok: bool
    messages_synced: int
    error: NotRequired[str]

class SyncProgressData(TypedDict):
    current: int
    total: Union[int, None]
    message: str

class SyncStartedEvent(TypedDict):
    event: Literal["SyncStarted"]
    seq: int
    ts: str
    account_id: str
    account_name: str

class TextBlock(TypedDict):
    kind: Literal["own", "quote", "attribution", "signature", "forwarded"]
    start: int
    end: int

class Thread(TypedDict):
    id: str
    account_id: str
    subject: str
    snippet: str
    participants: List[Address]
    latest_date: str
    message_count: int
    unread_count: int
    message_ids: List[str]

class ThreadBriefingData(TypedDict):
    body_markdown: str
    citations: List[CitationRef]
    from_cache: bool
    generated_at: str
    model: str
    thread_id: str

class ThreadGist(TypedDict):
    thread_id: str
    text: str
    model: str
    generated_at: str

class ThreadGistReadyEvent(TypedDict):
    event: Literal["ThreadGistReady"]
    seq: int
    ts: str
    account_id: str
    thread_id: str
    gist: Dict[str, Any]

class ThreadModesModesItem(TypedDict):
    mode: ModeKind
    name: str
    key: str
    reason: str
    also_in: str
    early: bool
    todo_ids: NotRequired[List[str]]

class ThreadModes(TypedDict):
    account_id: str
    thread_id: str
    subject: str
    modes: List[ThreadModesModesItem]
    done_in: NotRequired[List[ModeKind]]
    held_by: NotRequired[List[ModeKind]]
    in_inbox: bool
    new_sender: NotRequired[ScreenerQuestion]

class TodoAmount(TypedDict):
    minor: int
    currency: str
    display: str

class TodoAction(TypedDict):
    kind: str
    label: str
    message_id: NotRequired[str]
    trusted: bool

class TodoLooksDone(TypedDict):
    message_id: NotRequired[str]
    reason: str

class TodoFieldsItem(TypedDict):
    field: str
    source: str
    checked: bool
    evidence: NotRequired[str]
    source_label: str

class Todo(TypedDict):
    id: str
    account_id: str
    kind: Literal["question", "deadline", "invoice", "invitation", "delivery", "commitment"]
    verb: str
    title: str
    counterparty: NotRequired[str]
    person_label: NotRequired[str]
    amount: NotRequired[TodoAmount]
    due_at: NotRequired[str]
    due_words: NotRequired[str]
    scheduled_for: NotRequired[str]
    relevant_until: NotRequired[str]
    state: Literal["open", "done", "dismissed", "expired"]
    catchup: NotRequired[bool]
    origin: str
    why: str
    when_label: str
    overdue: bool
    runway: NotRequired[str]
    action: NotRequired[TodoAction]
    looks_done: NotRequired[TodoLooksDone]
    fields: List[TodoFieldsItem]
    span: NotRequired[TodoSpan]
    user_touched: bool
    thread_id: NotRequired[str]
    source_message_id: NotRequired[str]
    source_date: NotRequired[str]
    surfaced_at: NotRequired[str]
    expired_at: NotRequired[str]
    done_at: NotRequired[str]
    dismissed_at: NotRequired[str]
    created_at: str
    updated_at: str

class TodoSpan(TypedDict):
    message_id: str
    text: str
    start: Union[int, None]
    end: Union[int, None]

class Token(TypedDict):
    token_id: str
    name: str
    origin: Literal["script", "agent", "mcp"]
    account_ids: Union[List[str], None]
    scopes: Union[List[Literal["read", "draft", "send", "act", "admin"]], None]
    requests: Union[List[str], None]
    requests_per_minute: Union[int, None]
    created_at: str
    expires_at: Union[str, None]
    last_used_at: Union[str, None]

class TrustReason(TypedDict):
    code: Literal["corresponded", "wrote_before", "first_contact", "proven", "not_checked", "not_proven", "proven_here", "proven_by_forwarder", "not_proven_here", "check_pending", "changed_on_the_way", "not_genuine", "not_from_you", "several_senders", "lookalike_domain", "added_words", "other_ending", "mixed_letters", "name_is_address", "name_of_contact", "name_of_domain", "reply_elsewhere", "misleading_link"]
    severity: Literal["good", "note", "warning"]
    detail: Union[str, None]
    other: Union[str, None]

class UnsubscribeMethodValue1OneClick(TypedDict):
    url: str

class UnsubscribeMethodValue1(TypedDict):
    OneClick: UnsubscribeMethodValue1OneClick

class UnsubscribeMethodValue2HttpLink(TypedDict):
    url: str

class UnsubscribeMethodValue2(TypedDict):
    HttpLink: UnsubscribeMethodValue2HttpLink

class UnsubscribeMethodValue3Mailto(TypedDict):
    address: str
    subject: Union[str, None]
    body: NotRequired[str]

class UnsubscribeMethodValue3(TypedDict):
    Mailto: UnsubscribeMethodValue3Mailto

class UnsubscribeMethodValue4BodyLink(TypedDict):
    url: str

class UnsubscribeMethodValue4(TypedDict):
    BodyLink: UnsubscribeMethodValue4BodyLink

UnsubscribeMethod: TypeAlias = 'Union[UnsubscribeMethodValue1, UnsubscribeMethodValue2, UnsubscribeMethodValue3, UnsubscribeMethodValue4, Literal["None"]]'

class UnsubscribeOutcome(TypedDict):
    message_id: str
    method: Literal["one_click", "mailto", "link", "none"]
    status: Literal["done", "by_hand", "failed", "unknown", "asking", "no_method", "not_found"]
    already: bool
    open_url: NotRequired[str]
    reason: NotRequired[str]

class UnsubscribePurgeResultData(TypedDict):
    account_id: Union[str, None]
    address: str
    query: str
    message_count: int
    message_ids: List[str]
    method: UnsubscribeMethod
    status: Literal["preview", "unsubscribed", "no_method", "archive_only", "failed"]
    archived_count: int
    mutation_id: Union[str, None]
    undoable: bool
    job_id: Union[str, None]
    open_url: NotRequired[str]
    error: Union[str, None]
    dry_run: bool

class UserVoiceProfileData(TypedDict):
    account_id: str
    avg_sentence_len: float
    computed_at: str
    formality_score: float
    msg_count_used: int
    typical_length: int
    greeting: Union[str, None]
    closing: Union[str, None]
    languages: List[str]
    register_modes: List[UserVoiceRegisterModeData]
    source_hash: str

class UserVoiceRegisterModeData(TypedDict):
    register: VoiceRegisterData
    avg_sentence_len: float
    formality_score: float
    msg_count: int
    exemplar_message_ids: List[str]
    greeting: Union[str, None]
    closing: Union[str, None]

VacationReply = TypedDict(
    "VacationReply",
    {
        "enabled": 'bool',
        "from": 'Union[str, None]',
        "until": 'Union[str, None]',
        "subject": 'str',
        "text": 'str',
        "days": 'int',
    },
)

class VoiceMatchData(TypedDict):
    score: float
    confidence: Literal["low", "medium", "high"]
    notable_deltas: List[str]

VoiceRegisterData: TypeAlias = 'Literal["casual", "neutral", "formal"]'

class Webhook(TypedDict):
    webhook_id: str
    name: str
    url: str
    events: List[Literal["SyncStarted", "SyncFinished", "SyncCompleted", "SyncError", "NewMessages", "MailUpdated", "MailRemoved", "LabelCountsUpdated", "SavedSearchesUpdated", "OperationStarted", "OperationProgress", "OperationCompleted", "OperationFailed", "OperationCancelled", "MutationCompleted", "MutationReconciliationFailed", "MessageUnsnoozed", "ReminderTriggered", "ScheduledSendFlushed", "DraftsUpdated", "DeliveriesUpdated", "RulesUpdated", "RulePaused", "OutboxUpdated", "SendBounced", "ThreadGistReady", "ConfigChanged", "StoreStateChanged", "LocalPageAsked", "IndexBootstrapped", "EventsLagged"]]
    created_at: str
    state: Literal["active", "failing", "stopped"]
    delivered_seq: int
    delivered_at: Union[str, None]
    failures: int
    failing_since: Union[str, None]
    next_attempt_at: Union[str, None]
    last_error: Union[str, None]

class WorkerHealth(TypedDict):
    name: str
    state: Literal["idle", "running", "restarting", "stopped"]
    restarts: int
    waiting: int
    waiting_ms: int
    answer_ms: Union[int, None]

class WrappedSummaryVolume(TypedDict):
    inbound_count: int
    outbound_count: int
    thread_count: int

class WrappedSummaryTimePatterns(TypedDict):
    busiest_date: Union[str, None]
    busiest_date_count: int
    busiest_day_of_week: Union[str, None]
    busiest_day_of_week_count: int
    busiest_hour_utc: Union[int, None]
    busiest_hour_count: int
    day_of_week_distribution: List[int]
    hour_distribution: List[int]
    local_hour_distribution: List[int]

class WrappedSummaryTopContactsMostEmailedByMeItem(TypedDict):
    email: str
    display_name: Union[str, None]
    count: int

class WrappedSummaryTopContactsMostEmailedToMeItem(TypedDict):
    email: str
    display_name: Union[str, None]
    count: int

class WrappedSummaryTopContacts(TypedDict):
    most_emailed_by_me: List[WrappedSummaryTopContactsMostEmailedByMeItem]
    most_emailed_to_me: List[WrappedSummaryTopContactsMostEmailedToMeItem]
    most_asymmetric: List[ContactAsymmetryRow]

class WrappedSummaryReplyDiscipline1Fastest1(TypedDict):
    counterparty_email: str
    latency_seconds: int
    replied_at: str

class WrappedSummaryReplyDiscipline1Slowest1(TypedDict):
    counterparty_email: str
    latency_seconds: int
    replied_at: str

class WrappedSummaryReplyDiscipline1(TypedDict):
    sample_count: int
    clock_p50_seconds: int
    clock_p90_seconds: int
    business_hours_p50_seconds: Union[int, None]
    business_hours_p90_seconds: Union[int, None]
    fastest: Union[WrappedSummaryReplyDiscipline1Fastest1, None]
    slowest: Union[WrappedSummaryReplyDiscipline1Slowest1, None]

class WrappedSummaryStorage(TypedDict):
    total_bytes: int
    heaviest_message: Union[LargestMessageRow, None]
    top_mimetype: Union[StorageBucket, None]

class WrappedSummaryNewslettersTopList1(TypedDict):
    list_id: str
    message_count: int
    opened_count: int

class WrappedSummaryNewsletters(TypedDict):
    unique_lists: int
    list_share_of_inbound_pct: float
    top_list: Union[WrappedSummaryNewslettersTopList1, None]

class WrappedSummarySuperlativesLongestThread1(TypedDict):
    thread_id: str
    subject: str
    message_count: int

class WrappedSummarySuperlativesMostGhosted1(TypedDict):
    email: str
    inbound_count: int
    outbound_count: int

class WrappedSummarySuperlatives(TypedDict):
    longest_thread: Union[WrappedSummarySuperlativesLongestThread1, None]
    most_ghosted: Union[WrappedSummarySuperlativesMostGhosted1, None]

class WrappedSummary(TypedDict):
    label: str
    window_start: str
    window_end: str
    volume: WrappedSummaryVolume
    time_patterns: WrappedSummaryTimePatterns
    top_contacts: WrappedSummaryTopContacts
    reply_discipline: Union[WrappedSummaryReplyDiscipline1, None]
    storage: WrappedSummaryStorage
    newsletters: WrappedSummaryNewsletters
    superlatives: WrappedSummarySuperlatives

class WrittenRule(TypedDict):
    id: NotRequired[Union[str, None]]
    name: str
    enabled: NotRequired[bool]
    priority: NotRequired[int]
    conditions: RuleCondition
    actions: List[RuleAction]
    account_ids: NotRequired[Union[List[str], None]]
    created_at: NotRequired[str]
    updated_at: NotRequired[str]

class AccountsListReply(TypedDict):
    accounts: List[AccountSummaryData]
    has_more: bool
    next_cursor: Union[str, None]

class AccountsConfigReply(TypedDict):
    kind: Literal["AccountsConfig"]
    accounts: List[AccountConfigData]

class AccountsDiscoverReply(TypedDict):
    discovery: AccountDiscovery

class AccountsTestSync11(TypedDict):
    type: Literal["imap"]
    host: str
    port: NotRequired[int]
    username: NotRequired[str]
    auth_required: NotRequired[bool]
    use_tls: NotRequired[bool]
    implicit_tls: NotRequired[bool]
    password_ref: NotRequired[str]
    password: NotRequired[Union[str, None]]

class AccountsTestSync12(TypedDict):
    type: Literal["gmail"]
    client_id: NotRequired[Union[str, None]]
    client_secret: NotRequired[Union[str, None]]
    credential_source: NotRequired[Literal["bundled", "custom"]]
    token_ref: NotRequired[str]

class AccountsTestSync13(TypedDict):
    type: Literal["outlook_personal"]
    client_id: NotRequired[Union[str, None]]
    token_ref: NotRequired[str]

class AccountsTestSync14(TypedDict):
    type: Literal["outlook_work"]
    client_id: NotRequired[Union[str, None]]
    token_ref: NotRequired[str]

class AccountsTestSync15(TypedDict):
    type: Literal["fake"]

class AccountsTestSend11(TypedDict):
    type: Literal["smtp"]
    host: str
    port: NotRequired[int]
    username: NotRequired[str]
    auth_required: NotRequired[bool]
    use_tls: NotRequired[bool]
    implicit_tls: NotRequired[bool]
    password_ref: NotRequired[str]
    password: NotRequired[Union[str, None]]

class AccountsTestSend12(TypedDict):
    type: Literal["gmail"]

class AccountsTestSend13(TypedDict):
    type: Literal["outlook_personal"]
    client_id: NotRequired[Union[str, None]]
    token_ref: NotRequired[str]

class AccountsTestSend14(TypedDict):
    type: Literal["outlook_work"]
    client_id: NotRequired[Union[str, None]]
    token_ref: NotRequired[str]

class AccountsTestSend15(TypedDict):
    type: Literal["fake"]

class AccountsTestReply(TypedDict):
    result: AccountOperationResult

class AccountsUpsertSync11(TypedDict):
    type: Literal["imap"]
    host: str
    port: NotRequired[int]
    username: NotRequired[str]
    auth_required: NotRequired[bool]
    use_tls: NotRequired[bool]
    implicit_tls: NotRequired[bool]
    password_ref: NotRequired[str]
    password: NotRequired[Union[str, None]]

class AccountsUpsertSync12(TypedDict):
    type: Literal["gmail"]
    client_id: NotRequired[Union[str, None]]
    client_secret: NotRequired[Union[str, None]]
    credential_source: NotRequired[Literal["bundled", "custom"]]
    token_ref: NotRequired[str]

class AccountsUpsertSync13(TypedDict):
    type: Literal["outlook_personal"]
    client_id: NotRequired[Union[str, None]]
    token_ref: NotRequired[str]

class AccountsUpsertSync14(TypedDict):
    type: Literal["outlook_work"]
    client_id: NotRequired[Union[str, None]]
    token_ref: NotRequired[str]

class AccountsUpsertSync15(TypedDict):
    type: Literal["fake"]

class AccountsUpsertSend11(TypedDict):
    type: Literal["smtp"]
    host: str
    port: NotRequired[int]
    username: NotRequired[str]
    auth_required: NotRequired[bool]
    use_tls: NotRequired[bool]
    implicit_tls: NotRequired[bool]
    password_ref: NotRequired[str]
    password: NotRequired[Union[str, None]]

class AccountsUpsertSend12(TypedDict):
    type: Literal["gmail"]

class AccountsUpsertSend13(TypedDict):
    type: Literal["outlook_personal"]
    client_id: NotRequired[Union[str, None]]
    token_ref: NotRequired[str]

class AccountsUpsertSend14(TypedDict):
    type: Literal["outlook_work"]
    client_id: NotRequired[Union[str, None]]
    token_ref: NotRequired[str]

class AccountsUpsertSend15(TypedDict):
    type: Literal["fake"]

class AccountsUpsertReply(TypedDict):
    result: AccountOperationResult

class AccountsAuthorizeAccountSync11(TypedDict):
    type: Literal["imap"]
    host: str
    port: NotRequired[int]
    username: NotRequired[str]
    auth_required: NotRequired[bool]
    use_tls: NotRequired[bool]
    implicit_tls: NotRequired[bool]
    password_ref: NotRequired[str]
    password: NotRequired[Union[str, None]]

class AccountsAuthorizeAccountSync12(TypedDict):
    type: Literal["gmail"]
    client_id: NotRequired[Union[str, None]]
    client_secret: NotRequired[Union[str, None]]
    credential_source: NotRequired[Literal["bundled", "custom"]]
    token_ref: NotRequired[str]

class AccountsAuthorizeAccountSync13(TypedDict):
    type: Literal["outlook_personal"]
    client_id: NotRequired[Union[str, None]]
    token_ref: NotRequired[str]

class AccountsAuthorizeAccountSync14(TypedDict):
    type: Literal["outlook_work"]
    client_id: NotRequired[Union[str, None]]
    token_ref: NotRequired[str]

class AccountsAuthorizeAccountSync15(TypedDict):
    type: Literal["fake"]

class AccountsAuthorizeAccountSend11(TypedDict):
    type: Literal["smtp"]
    host: str
    port: NotRequired[int]
    username: NotRequired[str]
    auth_required: NotRequired[bool]
    use_tls: NotRequired[bool]
    implicit_tls: NotRequired[bool]
    password_ref: NotRequired[str]
    password: NotRequired[Union[str, None]]

class AccountsAuthorizeAccountSend12(TypedDict):
    type: Literal["gmail"]

class AccountsAuthorizeAccountSend13(TypedDict):
    type: Literal["outlook_personal"]
    client_id: NotRequired[Union[str, None]]
    token_ref: NotRequired[str]

class AccountsAuthorizeAccountSend14(TypedDict):
    type: Literal["outlook_work"]
    client_id: NotRequired[Union[str, None]]
    token_ref: NotRequired[str]

class AccountsAuthorizeAccountSend15(TypedDict):
    type: Literal["fake"]

class AccountsAuthorizeAccount(TypedDict):
    key: str
    name: str
    email: str
    enabled: NotRequired[bool]
    is_default: NotRequired[bool]
    sync: NotRequired[Union[Union[AccountsAuthorizeAccountSync11, AccountsAuthorizeAccountSync12, AccountsAuthorizeAccountSync13, AccountsAuthorizeAccountSync14, AccountsAuthorizeAccountSync15], None]]
    send: NotRequired[Union[Union[AccountsAuthorizeAccountSend11, AccountsAuthorizeAccountSend12, AccountsAuthorizeAccountSend13, AccountsAuthorizeAccountSend14, AccountsAuthorizeAccountSend15], None]]

class AccountsAuthorizeReply(TypedDict):
    kind: Literal["AccountOperation"]
    result: AccountOperationResult

class AccountsRepairSync11(TypedDict):
    type: Literal["imap"]
    host: str
    port: NotRequired[int]
    username: NotRequired[str]
    auth_required: NotRequired[bool]
    use_tls: NotRequired[bool]
    implicit_tls: NotRequired[bool]
    password_ref: NotRequired[str]
    password: NotRequired[Union[str, None]]

class AccountsRepairSync12(TypedDict):
    type: Literal["gmail"]
    client_id: NotRequired[Union[str, None]]
    client_secret: NotRequired[Union[str, None]]
    credential_source: NotRequired[Literal["bundled", "custom"]]
    token_ref: NotRequired[str]

class AccountsRepairSync13(TypedDict):
    type: Literal["outlook_personal"]
    client_id: NotRequired[Union[str, None]]
    token_ref: NotRequired[str]

class AccountsRepairSync14(TypedDict):
    type: Literal["outlook_work"]
    client_id: NotRequired[Union[str, None]]
    token_ref: NotRequired[str]

class AccountsRepairSync15(TypedDict):
    type: Literal["fake"]

class AccountsRepairSend11(TypedDict):
    type: Literal["smtp"]
    host: str
    port: NotRequired[int]
    username: NotRequired[str]
    auth_required: NotRequired[bool]
    use_tls: NotRequired[bool]
    implicit_tls: NotRequired[bool]
    password_ref: NotRequired[str]
    password: NotRequired[Union[str, None]]

class AccountsRepairSend12(TypedDict):
    type: Literal["gmail"]

class AccountsRepairSend13(TypedDict):
    type: Literal["outlook_personal"]
    client_id: NotRequired[Union[str, None]]
    token_ref: NotRequired[str]

class AccountsRepairSend14(TypedDict):
    type: Literal["outlook_work"]
    client_id: NotRequired[Union[str, None]]
    token_ref: NotRequired[str]

class AccountsRepairSend15(TypedDict):
    type: Literal["fake"]

class AccountsRepairReply(TypedDict):
    kind: Literal["AccountOperation"]
    result: AccountOperationResult

class AccountsSetDefaultReply(TypedDict):
    result: AccountOperationResult

class AccountsDisableReply(TypedDict):
    kind: Literal["AccountOperation"]
    result: AccountOperationResult

class AccountsEnableReply(TypedDict):
    kind: Literal["AccountOperation"]
    result: AccountOperationResult

class AccountsRemoveReply(TypedDict):
    kind: Literal["AccountOperation"]
    result: AccountOperationResult

class AccountsAddressesReply(TypedDict):
    kind: Literal["AccountAddresses"]
    addresses: List[AccountAddress]

class AccountsAddAddressReply(TypedDict):
    kind: Literal["Ack"]

class AccountsRemoveAddressReply(TypedDict):
    kind: Literal["Ack"]

class AccountsSetPrimaryAddressReply(TypedDict):
    kind: Literal["Ack"]

class ActivityListReply(TypedDict):
    kind: Literal["ActivityEntries"]
    entries: List[ActivityEntry]
    next_cursor: Union[ActivityCursor, None]
    pause: Union[ActivityPause, None]

class ActivityCountReply(TypedDict):
    kind: Literal["ActivityCount"]
    count: int

class ActivityStatsReply(TypedDict):
    kind: Literal["ActivityStatBuckets"]
    buckets: List[ActivityStatBucket]

class ActivityStatusReplyRetentionDays(TypedDict):
    ephemeral: int
    standard: int
    important: int

class ActivityStatusReply(TypedDict):
    kind: Literal["ActivityStatus"]
    recording: bool
    stopped_by: Union[Literal["settings", "environment", "pause"], None]
    pause: Union[ActivityPause, None]
    link_clicks: bool
    retention_days: ActivityStatusReplyRetentionDays

class ActivityRedactReply(TypedDict):
    kind: Literal["ActivityAffected"]
    affected: int

class ActivityPruneReply(TypedDict):
    kind: Literal["ActivityAffected"]
    affected: int

class ActivityPauseReply(TypedDict):
    kind: Literal["Ack"]
    pause: ActivityPause

class ActivityResumeReply(TypedDict):
    kind: Literal["Ack"]

class ActivitySavedFiltersReply(TypedDict):
    kind: Literal["SavedActivityFilters"]
    filters: List[SavedActivityFilterEntry]
    has_more: bool
    next_cursor: Union[str, None]

class ActivitySaveFilterReply(TypedDict):
    kind: Literal["SavedActivityFilter"]
    filter: SavedActivityFilterEntry

class ActivitySavedFilterReply(TypedDict):
    kind: Literal["SavedActivityFilter"]
    filter: SavedActivityFilterEntry

class ActivityRemoveFilterReply(TypedDict):
    kind: Literal["Ack"]

class ActivityLinkOpenedReply(TypedDict):
    kind: Literal["Ack"]
    recorded: bool

class AdminStatusReplySearchCoverage(TypedDict):
    indexed: int
    stored: int

class AdminStatusReplyBridge(TypedDict):
    url: Union[str, None]
    trouble: Union[str, None]

class AdminStatusReplyConfig(TypedDict):
    trouble: Union[str, None]
    notes: List[ConfigNote]

class AdminStatusReply(TypedDict):
    uptime_secs: int
    accounts: List[str]
    total_messages: int
    daemon_pid: int
    sync_statuses: List[AccountSyncStatus]
    protocol_version: int
    daemon_version: str
    daemon_build_id: Union[str, None]
    repair_required: bool
    semantic_runtime: Union[SemanticRuntimeMetrics, None]
    feature_health: None
    degraded: bool
    store_problem: Union[str, None]
    instance: str
    is_demo: bool
    search_coverage: AdminStatusReplySearchCoverage
    bridge: AdminStatusReplyBridge
    agents_paused: bool
    disk: Union[str, None]
    vault: Literal["none", "locked", "unlocked", "damaged"]
    config: AdminStatusReplyConfig

class AdminPingReply(TypedDict):
    pong: Literal[True]

class AdminShutdownReply(TypedDict):
    shutdown: Literal["scheduled"]

class AdminEventsReply(TypedDict):
    kind: Literal["EventLogEntries"]
    entries: List[EventLogEntry]
    has_more: bool
    next_cursor: Union[str, None]

class AdminCountEventsReply(TypedDict):
    kind: Literal["EventLogCount"]
    count: int

class AdminEventCategoriesReply(TypedDict):
    kind: Literal["EventCategories"]
    categories: List[Literal["client", "config", "index", "job", "mail", "operation", "sync"]]

class AdminLogsReply(TypedDict):
    kind: Literal["LogLines"]
    lines: List[str]
    has_more: bool
    next_cursor: Union[str, None]

class AnalyticsWrappedReply(TypedDict):
    kind: Literal["Wrapped"]
    summary: WrappedSummary

class AnalyticsStorageReply(TypedDict):
    kind: Literal["StorageBreakdown"]
    rows: List[StorageBucket]

class AnalyticsLargestReply(TypedDict):
    kind: Literal["LargestMessages"]
    rows: List[LargestMessageRow]

class AnalyticsStaleThreadsReply(TypedDict):
    kind: Literal["StaleThreads"]
    rows: List[StaleThreadRow]

class AnalyticsAsymmetryReply(TypedDict):
    kind: Literal["ContactAsymmetry"]
    rows: List[ContactAsymmetryRow]

class AnalyticsDecayReply(TypedDict):
    kind: Literal["ContactDecay"]
    rows: List[ContactDecayRow]

class AnalyticsResponseTimeReply(TypedDict):
    kind: Literal["ResponseTime"]
    summary: ResponseTimeSummary

class AnalyticsRefreshContactsReply(TypedDict):
    kind: Literal["RefreshedContacts"]
    rows: int

class AnalyticsRebuildReply(TypedDict):
    kind: Literal["AnalyticsRebuildSummary"]
    directions_reclassified: int
    business_hours_backfilled: int
    list_ids_backfilled: int
    contacts_rows: int
    reply_pairs_resolved: int

class ApprovalsListReply(TypedDict):
    approvals: List[Approval]
    pending_count: int
    next_offset: Union[int, None]
    has_more: bool
    next_cursor: Union[str, None]

class ApprovalsGetReply(TypedDict):
    approval: Approval

class ApprovalsApproveReply(TypedDict):
    approval: Approval

class ApprovalsDeclineReply(TypedDict):
    approval: Approval

class ApprovalsWithdrawReply(TypedDict):
    approval: Approval

class AssistSummarizeReply(TypedDict):
    kind: Literal["ThreadSummary"]
    text: str
    model: str
    citations: List[CitationRef]
    from_cache: bool
    generated_at: str

class AssistThreadBriefingReply(TypedDict):
    kind: Literal["ThreadBriefing"]
    briefing: ThreadBriefingData

class AssistContactBriefingReply(TypedDict):
    kind: Literal["RecipientBriefing"]
    briefing: ThreadBriefingData

class AssistExpertsReply(TypedDict):
    kind: Literal["ExpertSuggestions"]
    experts: List[ExpertSuggestionData]

class AssistExplainExpertsReply(TypedDict):
    kind: Literal["ExpertSuggestions"]
    experts: List[ExpertSuggestionData]
    model: Union[str, None]

class AssistDraftAssistReply(TypedDict):
    kind: Literal["DraftSuggestion"]
    body: str
    model: str
    voice_match: Union[VoiceMatchData, None]
    humanizer: Union[HumanizerReportSummaryData, None]
    rewrite_iterations: int
    inferred_register: Union[VoiceRegisterData, None]
    inferred_length: Union[DraftLengthHintData, None]
    context_note: Union[str, None]

class AssistNewDraftReply(TypedDict):
    kind: Literal["DraftSuggestion"]
    body: str
    model: str
    voice_match: Union[VoiceMatchData, None]
    humanizer: Union[HumanizerReportSummaryData, None]
    rewrite_iterations: int
    inferred_register: Union[VoiceRegisterData, None]
    inferred_length: Union[DraftLengthHintData, None]
    context_note: Union[str, None]

class AssistComposeDraftReply(TypedDict):
    kind: Literal["DraftSuggestion"]
    body: str
    model: str
    voice_match: Union[VoiceMatchData, None]
    humanizer: Union[HumanizerReportSummaryData, None]
    rewrite_iterations: int
    inferred_register: Union[VoiceRegisterData, None]
    inferred_length: Union[DraftLengthHintData, None]
    context_note: Union[str, None]

class AssistRefineReply(TypedDict):
    kind: Literal["DraftSuggestion"]
    body: str
    model: str
    voice_match: Union[VoiceMatchData, None]
    humanizer: Union[HumanizerReportSummaryData, None]
    rewrite_iterations: int
    inferred_register: Union[VoiceRegisterData, None]
    inferred_length: Union[DraftLengthHintData, None]
    context_note: Union[str, None]

class AssistReviewReply(TypedDict):
    kind: Literal["DraftReview"]
    issues: List[DraftSafetyIssue]

class AssistScoreReply(TypedDict):
    kind: Literal["HumanizerReport"]
    report: HumanizerReportSummaryData

class AssistRewriteReply(TypedDict):
    kind: Literal["HumanizedText"]
    text: str
    report: HumanizerReportSummaryData
    iterations: int

class AttachmentsOpenReply(TypedDict):
    file: AttachmentFile

class AttachmentsPreviewReply(TypedDict):
    preview: AttachmentPreview
    agent_report: NotRequired[AgentReport]

class AttachmentsContentReply(TypedDict):
    content: AttachmentContent

class AuthorizationStartAccountSync11(TypedDict):
    type: Literal["imap"]
    host: str
    port: NotRequired[int]
    username: NotRequired[str]
    auth_required: NotRequired[bool]
    use_tls: NotRequired[bool]
    implicit_tls: NotRequired[bool]
    password_ref: NotRequired[str]
    password: NotRequired[Union[str, None]]

class AuthorizationStartAccountSync12(TypedDict):
    type: Literal["gmail"]
    client_id: NotRequired[Union[str, None]]
    client_secret: NotRequired[Union[str, None]]
    credential_source: NotRequired[Literal["bundled", "custom"]]
    token_ref: NotRequired[str]

class AuthorizationStartAccountSync13(TypedDict):
    type: Literal["outlook_personal"]
    client_id: NotRequired[Union[str, None]]
    token_ref: NotRequired[str]

class AuthorizationStartAccountSync14(TypedDict):
    type: Literal["outlook_work"]
    client_id: NotRequired[Union[str, None]]
    token_ref: NotRequired[str]

class AuthorizationStartAccountSync15(TypedDict):
    type: Literal["fake"]

class AuthorizationStartAccountSend11(TypedDict):
    type: Literal["smtp"]
    host: str
    port: NotRequired[int]
    username: NotRequired[str]
    auth_required: NotRequired[bool]
    use_tls: NotRequired[bool]
    implicit_tls: NotRequired[bool]
    password_ref: NotRequired[str]
    password: NotRequired[Union[str, None]]

class AuthorizationStartAccountSend12(TypedDict):
    type: Literal["gmail"]

class AuthorizationStartAccountSend13(TypedDict):
    type: Literal["outlook_personal"]
    client_id: NotRequired[Union[str, None]]
    token_ref: NotRequired[str]

class AuthorizationStartAccountSend14(TypedDict):
    type: Literal["outlook_work"]
    client_id: NotRequired[Union[str, None]]
    token_ref: NotRequired[str]

class AuthorizationStartAccountSend15(TypedDict):
    type: Literal["fake"]

class AuthorizationStartAccount(TypedDict):
    key: str
    name: str
    email: str
    enabled: NotRequired[bool]
    is_default: NotRequired[bool]
    sync: NotRequired[Union[Union[AuthorizationStartAccountSync11, AuthorizationStartAccountSync12, AuthorizationStartAccountSync13, AuthorizationStartAccountSync14, AuthorizationStartAccountSync15], None]]
    send: NotRequired[Union[Union[AuthorizationStartAccountSend11, AuthorizationStartAccountSend12, AuthorizationStartAccountSend13, AuthorizationStartAccountSend14, AuthorizationStartAccountSend15], None]]

class AuthorizationStartReply(TypedDict):
    session: AuthSessionData

class AuthorizationGetReply(TypedDict):
    session: AuthSessionData

class AuthorizationCancelReply(TypedDict):
    session: AuthSessionData

class AuthorizationCompleteReply(TypedDict):
    session: AuthSessionData

class BackupListReplyAutomatic(TypedDict):
    is_on: bool
    problem: Union[str, None]

class BackupListReply(TypedDict):
    folder: str
    leaves_out: str
    automatic: BackupListReplyAutomatic
    backups: List[Backup]
    has_more: bool
    next_cursor: Union[str, None]

class BackupCreateReply(TypedDict):
    job_id: str
    note: str

class BackupCheckReply(TypedDict):
    job_id: str

class BackupRestoreReply(TypedDict):
    job_id: str
    note: str

class BackupRemoveReply(TypedDict):
    ok: Literal[True]

class BlockedSendersListReply(TypedDict):
    kind: Literal["BlockedSenders"]
    senders: List[BlockedSender]
    has_more: bool
    next_cursor: Union[str, None]

class BlockedSendersBlockReply(TypedDict):
    kind: Literal["BlockedSenders"]
    senders: List[BlockedSender]
    ok: bool
    result: MutationResultData

class BlockedSendersUnblockReply(TypedDict):
    kind: Literal["BlockedSenders"]
    senders: List[BlockedSender]
    ok: bool
    result: MutationResultData

class ChangesListReply(TypedDict):
    kind: Literal["Changes"]
    state: str
    has_more: bool
    messages: ChangedIds
    threads: ChangedIds

class ClassificationGetReply(TypedDict):
    kind: Literal["Classification"]
    classification: Classification

class ClassificationCorrectionsReply(TypedDict):
    kind: Literal["KindCorrections"]
    corrections: List[KindCorrection]
    has_more: bool
    next_cursor: Union[str, None]

class ClassificationCorrectReply(TypedDict):
    kind: Literal["KindCorrections"]
    corrections: List[KindCorrection]

class ClassificationRecomputeReply(TypedDict):
    job_id: str

class ClientHealthReply(TypedDict):
    status: Literal["ok"]
    service: Literal["posthorn"]
    protocol_version: int
    degraded: bool

class ClientShellReply(TypedDict):
    shell: Shell
    sidebar: Sidebar

class CommitmentsListReply(TypedDict):
    kind: Literal["CommitmentList"]
    commitments: List[CommitmentData]
    total: int
    has_more: bool
    next_cursor: Union[str, None]

class CommitmentsResolveReply(TypedDict):
    kind: Literal["Ack"]
    mutation_id: Union[str, None]

class CommitmentsDismissReply(TypedDict):
    kind: Literal["Ack"]
    mutation_id: Union[str, None]

class CommitmentsScanReply(TypedDict):
    job_id: str
    found: NotRequired[int]

class ComposeSendMessageReplyRecipientsItem(TypedDict):
    email: str
    kind: Literal["to", "cc", "bcc"]

ComposeSendMessageReply = TypedDict(
    "ComposeSendMessageReply",
    {
        "ok": 'bool',
        "dry_run": 'bool',
        "send_id": 'Union[str, None]',
        "draft_id": 'Union[str, None]',
        "account_id": 'str',
        "state": 'Literal["queued", "checked"]',
        "leaves_at": 'str',
        "undo_until": 'Union[str, None]',
        "from": 'str',
        "recipients": 'List[ComposeSendMessageReplyRecipientsItem]',
        "subject": 'str',
        "attachments": 'int',
        "rfc2822_message_id": 'Union[str, None]',
        "issues": 'List[DraftSafetyIssue]',
    },
)

class ComposeUploadFileReply(TypedDict):
    upload_id: str
    filename: str
    mime_type: str
    size_bytes: int
    expires_at: str

class ComposeOpenReply(TypedDict):
    session: ComposeSession

class ComposeRefreshReply(TypedDict):
    session: ComposeSession

class ComposeSessionsReply(TypedDict):
    sessions: List[ComposeSession]
    has_more: bool
    next_cursor: Union[str, None]

class ComposeRestoreReply(TypedDict):
    session: ComposeSession

class ComposeUpdateReply(TypedDict):
    session: ComposeSession

class ComposeSendReply(TypedDict):
    ok: bool
    draft_id: str
    receipt: SendReceipt

class ComposeSaveReply(TypedDict):
    ok: bool
    draft_id: str

class ComposeCollaboratorsReply(TypedDict):
    suggestions: List[SuggestedRecipientData]

class ComposeSafetyCheckReply(TypedDict):
    report: DraftSafetyReport

class ComposeDiscardReply(TypedDict):
    ok: bool

class DeliveriesListReply(TypedDict):
    deliveries: List[DeliveryData]
    has_more: bool
    next_cursor: Union[str, None]

class DeliveriesGetReply(TypedDict):
    delivery: DeliveryData

class DeliveriesScanReply(TypedDict):
    summary: DeliveryScanSummary

class DeliveriesResolveReply(TypedDict):
    delivery: DeliveryData

class DeliveriesDismissReply(TypedDict):
    ok: Literal[True]

class DemoGetReply(TypedDict):
    on: bool
    may_switch: bool

class DemoSetModeReply(TypedDict):
    scheduled: bool

class DiagnosticsReportReply(TypedDict):
    report: DoctorReport

class DiagnosticsBugReportReply(TypedDict):
    content: str

class DiagnosticsRepairReply(TypedDict):
    ok: Literal[True]
    action: Literal["sync_now", "retry_stuck", "repair_index", "rebuild_index", "recount_contacts", "recount_labels", "fix_file_modes", "make_backup", "restore_config", "restore_keys", "restore_secrets", "reset_config", "reset_keys", "reset_secrets"]
    job_id: Union[str, None]
    message: str

class GistsListReply(TypedDict):
    kind: Literal["ThreadGists"]
    gists: List[ThreadGist]

class ImagesListReply(TypedDict):
    kind: Literal["HtmlImageAssets"]
    message_id: str
    assets: List[HtmlImageAsset]

class ImagesAllowancesReply(TypedDict):
    kind: Literal["ImageAllowances"]
    allowances: List[ImageAllowance]
    has_more: bool
    next_cursor: Union[str, None]

class ImagesAllowReply(TypedDict):
    kind: Literal["ImageAllowances"]
    allowances: List[ImageAllowance]

class ImagesForgetReply(TypedDict):
    kind: Literal["ImageAllowances"]
    allowances: List[ImageAllowance]

class DraftsListReply(TypedDict):
    drafts: List[DraftSummary]
    has_more: bool
    next_cursor: Union[str, None]

class DraftsGetReply(TypedDict):
    draft: Draft

class DraftsRemoveReply(TypedDict):
    kind: Literal["Ack"]

class DraftsSaveLocalFrom1(TypedDict):
    name: NotRequired[Union[str, None]]
    email: str

class DraftsSaveLocalToItem(TypedDict):
    name: NotRequired[Union[str, None]]
    email: str

class DraftsSaveLocalCcItem(TypedDict):
    name: NotRequired[Union[str, None]]
    email: str

class DraftsSaveLocalBccItem(TypedDict):
    name: NotRequired[Union[str, None]]
    email: str

class DraftsSaveLocalReply(TypedDict):
    kind: Literal["Ack"]
    draft: Draft

class DraftsDiscardedReply(TypedDict):
    drafts: List[DraftSummary]
    has_more: bool
    next_cursor: Union[str, None]

class DraftsRecoverReply(TypedDict):
    kind: Literal["Ack"]

class DraftsCreateFromMessageReply(TypedDict):
    draft_id: str

class ExportsStartReply(TypedDict):
    job_id: str
    file: str

class ExportsStartMailboxesReply(TypedDict):
    job_id: str
    folder: str

class ImportListReply(TypedDict):
    imports: List[MailImport]
    has_more: bool
    next_cursor: Union[str, None]

class ImportDiscardReply(TypedDict):
    ok: Literal[True]

class ImportUploadFileReply(TypedDict):
    path: str
    size: int
    received: int
    is_whole: bool
    is_mail: bool

class InvitesListReply(TypedDict):
    invites: List[ListedInvite]
    has_more: bool
    next_cursor: Union[str, None]

class InvitesOfMessageReplyAnswering(TypedDict):
    can: bool
    why_not: Union[str, None]

class InvitesOfMessageReply(TypedDict):
    invite: Union[CalendarInviteData, None]
    more: int
    state: Literal["current", "updated", "cancelled", "past"]
    series: Union[CalendarSeries, None]
    superseded_by: Union[str, None]
    superseded_in: Union[str, None]
    answering: InvitesOfMessageReplyAnswering

class InvitesReplyReply(TypedDict):
    status: Literal["preview", "queued", "sent", "unknown"]
    preview: NotRequired[CalendarInviteResponsePreview]
    result: NotRequired[CalendarInviteResponseResult]

class JobsListReply(TypedDict):
    kind: Literal["Jobs"]
    jobs: List[JobData]
    has_more: bool
    next_cursor: Union[str, None]

class JobsGetReply(TypedDict):
    kind: Literal["Job"]
    job: JobData

class JobsCancelReply(TypedDict):
    kind: Literal["Job"]
    job: JobData

class LabelsListReply(TypedDict):
    labels: List[Label]
    has_more: bool
    next_cursor: Union[str, None]

class LabelsCreateReply(TypedDict):
    ok: bool
    label: Label
    mutation_id: Union[str, None]
    undoable_until: Union[str, None]

class LabelsRenameReply(TypedDict):
    ok: bool
    label: Label
    mutation_id: Union[str, None]
    undoable_until: Union[str, None]

class LabelsRemoveReply(TypedDict):
    ok: bool
    label: Label
    mutation_id: Union[str, None]
    undoable_until: Union[str, None]
    job_id: Union[str, None]
    messages: int
    archived: int
    dry_run: bool

class LabelsColourReply(TypedDict):
    ok: bool
    label: Label

class LocalPagesListReply(TypedDict):
    local_pages: List[LocalPage]
    has_more: bool
    next_cursor: Union[str, None]

class LocalPagesDecideReply(TypedDict):
    local_pages: List[LocalPage]

class LocalPagesForgetReply(TypedDict):
    local_pages: List[LocalPage]

class LlmConfigReply(TypedDict):
    config: LlmConfigData

class LlmSaveConfigReply(TypedDict):
    config: LlmConfigData

class LlmStatusReply(TypedDict):
    status: LlmStatusSnapshot

class LlmDetectReply(TypedDict):
    servers: List[LlmServer]

class LlmTestReply(TypedDict):
    ok: Literal[True]
    model: str
    host: str
    took_ms: int

class MailboxListReplyMailboxCounts(TypedDict):
    unread: int
    total: int

class MailboxListReplyMailbox(TypedDict):
    lensLabel: str
    view: Literal["threads", "messages"]
    counts: MailboxListReplyMailboxCounts
    has_more: bool
    next_offset: Union[int, None]
    next_cursor: Union[str, None]
    groups: List[RowGroup]
    rows: NotRequired[List[LeanRow]]

class MailboxListReply(TypedDict):
    shell: NotRequired[Shell]
    sidebar: NotRequired[Sidebar]
    mailbox: MailboxListReplyMailbox

class MergePreviewReplyMessagesItem(TypedDict):
    line: int
    to: str
    subject: str
    body_markdown: str

class MergePreviewReply(TypedDict):
    columns: List[str]
    email_column: Union[str, None]
    rows: int
    placeholders: List[str]
    unknown: List[str]
    unused: List[str]
    problems: List[MergeProblem]
    problem_count: int
    broken_rows: int
    duplicate_rows: int
    messages: List[MergePreviewReplyMessagesItem]

class MergeStartReply(TypedDict):
    batch: str
    job_id: str
    rows: int

class MergeGetReply(TypedDict):
    merge: Merge
    rows: List[MergeRow]
    next_offset: Union[int, None]
    has_more: bool
    next_cursor: Union[str, None]

class MergeDiscardReply(TypedDict):
    merge: Merge
    discarded: int

class MergeSendReply(TypedDict):
    merge: Merge

class MessagesGetReply(TypedDict):
    kind: Literal["Message"]
    message: MessageRecord
    content: Union[MessageContent, None]
    content_failure: Union[MessageContentFailure, None]

class MessagesBodiesReply(TypedDict):
    kind: Literal["Bodies"]
    contents: List[MessageContent]
    failures: List[MessageContentFailure]

class MessagesBodyReply(TypedDict):
    kind: Literal["Body"]
    body: MessageBody

class MessagesHeadersReply(TypedDict):
    kind: Literal["Headers"]
    headers: List[Tuple[str, str]]

class MessagesSourceReply(TypedDict):
    kind: Literal["Source"]
    source: str
    encoding: Literal["utf8", "latin1"]
    size_bytes: int
    is_cut: bool
    is_complete: bool

class MessagesTrustReply(TypedDict):
    kind: Literal["Trust"]
    trust: MessageTrust

class ModesNowReply(TypedDict):
    kind: Literal["Now"]
    now: NowData

class ModesRailReplyRail(TypedDict):
    generated_at: str
    entries: List[RailEntry]
    more: List[RailLink]

class ModesRailReply(TypedDict):
    kind: Literal["Rail"]
    rail: ModesRailReplyRail

class ModesMembershipReply(TypedDict):
    kind: Literal["ModeMembership"]
    threads: List[ThreadModes]

class ModesMembershipsReply(TypedDict):
    kind: Literal["ModeMembership"]
    threads: List[ThreadModes]

class ModesDoneSender(TypedDict):
    account_id: str
    sender_email: str

class ModesDoneReply(TypedDict):
    kind: Literal["ModeDone"]
    dry_run: bool
    mutation_id: Union[str, None]
    undo_unavailable: bool
    items: List[ModeDoneItem]

class ModesGuideReply(TypedDict):
    kind: Literal["ModeGuides"]
    guides: List[ModeGuide]

class ModesCardReply(TypedDict):
    kind: Literal["ModeGuides"]
    guides: List[ModeGuide]

class ModesThreadsReply(TypedDict):
    kind: Literal["ModeThreads"]
    mode: Literal["messages", "todo", "updates", "reading", "archive"]
    groups: List[ModeThreadGroup]
    next_cursor: Union[str, None]

class MutationsArchiveReply(TypedDict):
    ok: bool
    result: MutationResultData

class MutationsTrashReply(TypedDict):
    ok: bool
    result: MutationResultData

class MutationsSpamReply(TypedDict):
    ok: bool
    result: MutationResultData

class MutationsStarReply(TypedDict):
    ok: bool
    result: MutationResultData

class MutationsReadReply(TypedDict):
    ok: bool
    result: MutationResultData

class MutationsReadAndArchiveReply(TypedDict):
    ok: bool
    result: MutationResultData

class MutationsMuteReply(TypedDict):
    ok: bool
    result: MutationResultData

class MutationsLabelsReply(TypedDict):
    ok: bool
    result: MutationResultData

class MutationsMoveReply(TypedDict):
    ok: bool
    result: MutationResultData

class MutationsRouteReply(TypedDict):
    ok: bool
    result: MutationResultData

class MutationsFlagsReply(TypedDict):
    kind: Literal["Ack"]
    ok: bool
    result: MutationResultData

class MutationsUndoReply(TypedDict):
    kind: Literal["Ack"]
    ok: bool
    result: MutationResultData

class MutationsHistoryReply(TypedDict):
    mutations: List[MutationRecord]
    next_cursor: Union[str, None]
    waiting: int

class MutationsGetReply(TypedDict):
    mutation: MutationRecord
    outcomes: List[MessageOutcome]

class NotificationsChimesReply(TypedDict):
    kind: Literal["NotificationChimes"]
    config: NotificationChimesData

class NotificationsSetChimesReply(TypedDict):
    kind: Literal["NotificationChimes"]
    config: NotificationChimesData

class OutboxOrphanedReply(TypedDict):
    kind: Literal["Drafts"]
    drafts: List[Draft]
    has_more: bool
    next_cursor: Union[str, None]

class OutboxResetOrphanReply(TypedDict):
    kind: Literal["Ack"]

class OutboxScheduleReply(TypedDict):
    kind: Literal["Ack"]
    receipt: SendReceipt

class OutboxCancelReply(TypedDict):
    kind: Literal["Ack"]

class OutboxListReply(TypedDict):
    sends: List[OutboxEntry]
    has_more: bool
    next_cursor: Union[str, None]

class OutboxRetryReply(TypedDict):
    kind: Literal["Ack"]
    send: OutboxEntry

class OutboxConfirmSentReply(TypedDict):
    kind: Literal["Ack"]
    send: OutboxEntry

class OutboxOfMessageReply(TypedDict):
    send: Union[OutboxEntry, None]
    recipients: List[RecipientDelivery]

class PeopleSenderReply(TypedDict):
    kind: Literal["SenderProfile"]
    profile: Union[SenderProfileData, None]

class PeopleAutocompleteReply(TypedDict):
    contacts: List[SenderSummaryData]

class RelationshipsGetReply(TypedDict):
    kind: Literal["RelationshipProfile"]
    profile: Union[RelationshipProfileData, None]

class RelationshipsRebuildReply(TypedDict):
    kind: Literal["RelationshipProfile"]
    profile: Union[RelationshipProfileData, None]
    job_id: Union[str, None]

class RemindersListReply(TypedDict):
    kind: Literal["Reminders"]
    reminders: List[Reminder]
    has_more: bool
    next_cursor: Union[str, None]

class RemindersSetReply(TypedDict):
    kind: Literal["Ack"]

class RemindersCancelReply(TypedDict):
    kind: Literal["Ack"]

class RepairStateReply(TypedDict):
    mode: Literal["normal", "read_only", "closed"]
    problem: Union[StoreProblem, None]
    choices: List[RepairChoice]
    task: Union[RepairTask, None]
    data_folder: str

class RepairRestoreReply(TypedDict):
    task: RepairTask

class RepairSalvageReply(TypedDict):
    task: RepairTask

class RepairStartOverReply(TypedDict):
    task: RepairTask

class RepairRetryReply(TypedDict):
    ok: Literal[True]

class ReplyLaterListReply(TypedDict):
    kind: Literal["ReplyQueue"]
    messages: List[Envelope]
    has_more: bool
    next_cursor: Union[str, None]

class ReplyLaterSetReply(TypedDict):
    kind: Literal["Ack"]

class RulesListReplyRulesItem(TypedDict):
    id: str
    name: str
    enabled: bool
    priority: int
    conditions: RuleCondition
    actions: List[RuleAction]
    created_at: str
    updated_at: str
    account_ids: Union[List[str], None]
    match_count: int
    last_matched_at: Union[str, None]
    paused_at: Union[str, None]
    last_error: Union[str, None]
    unconfirmed_hooks: List[str]
    condition: NotRequired[str]
    action: NotRequired[str]

class RulesListReply(TypedDict):
    rules: List[RulesListReplyRulesItem]
    has_more: bool
    next_cursor: Union[str, None]

class RulesDetailReply(TypedDict):
    rule: Rule

class RulesFormReply(TypedDict):
    form: RuleFormData

class RulesHistoryReply(TypedDict):
    entries: List[RuleHistoryEntry]
    has_more: bool
    next_cursor: Union[str, None]

class RulesDryRunReply(TypedDict):
    results: List[DryRunResultData]
    since: str
    until: str
    checked: int
    complete: bool

class RulesPreviewReply(TypedDict):
    results: List[DryRunResultData]
    since: str
    until: str
    checked: int
    complete: bool

class RulesUpsertReply(TypedDict):
    rule: Rule

class RulesUpsertFormReply(TypedDict):
    rule: Rule

class RulesDeleteReply(TypedDict):
    kind: Literal["Ack"]
    ok: Literal[True]

class RulesApplyReply(TypedDict):
    kind: Literal["Ack"]
    ok: bool
    result: MutationResultData

class RulesConfirmHookReply(TypedDict):
    rule: Rule

class RulesResumeReply(TypedDict):
    rule: Rule

class RulesImportReplyRulesItem(TypedDict):
    id: str
    name: str
    enabled: bool
    priority: int
    conditions: RuleCondition
    actions: List[RuleAction]
    created_at: str
    updated_at: str
    account_ids: Union[List[str], None]
    unconfirmed_hooks: List[str]

class RulesImportReply(TypedDict):
    rules: List[RulesImportReplyRulesItem]
    refused: List[RefusedRuleStatement]
    dry_run: bool

class SavedSearchesListReply(TypedDict):
    kind: Literal["SavedSearches"]
    searches: List[SavedSearch]
    has_more: bool
    next_cursor: Union[str, None]

class SavedSearchesCreateReply(TypedDict):
    ok: Literal[True]
    search: SavedSearch

class SavedSearchesRemoveReply(TypedDict):
    ok: Literal[True]

class SavedSearchesRunReply(TypedDict):
    kind: Literal["SearchResults"]
    results: List[SearchResultItem]
    total: int
    next_offset: Union[int, None]
    explain: SearchExplain
    has_more: bool
    next_cursor: Union[str, None]

class ScreenerQueueReply(TypedDict):
    kind: Literal["ScreenerQueue"]
    entries: List[ScreenerQueueEntryData]
    total: int
    enabled: bool
    has_more: bool
    next_cursor: Union[str, None]

class ScreenerDecisionsReply(TypedDict):
    kind: Literal["ScreenerDecisions"]
    decisions: List[ScreenerDecisionData]
    has_more: bool
    next_cursor: Union[str, None]

class ScreenerDecideReply(TypedDict):
    kind: Literal["Ack"]
    ok: bool
    result: MutationResultData

class ScreenerClearReply(TypedDict):
    kind: Literal["Ack"]
    ok: bool
    result: MutationResultData

class ScreenerDecideGroupReply(TypedDict):
    kind: Literal["Ack"]
    ok: bool
    result: MutationResultData

class ScreenerClearGroupReply(TypedDict):
    kind: Literal["Ack"]
    ok: bool
    result: MutationResultData

class ScreenerImportReply(TypedDict):
    kind: Literal["Ack"]
    ok: bool
    result: MutationResultData
    added: int
    changed: int
    unchanged: int

class ScreenerExplainReplySentencesItem(TypedDict):
    about: Literal["moved", "screener", "mode", "kind", "label"]
    text: str

class ScreenerExplainReply(TypedDict):
    kind: Literal["WhyHere"]
    message_id: str
    sentences: List[ScreenerExplainReplySentencesItem]
    is_waiting: bool

class SearchFindReplyCoverage(TypedDict):
    indexed: int
    stored: int

class SearchFindReply(TypedDict):
    scope: Literal["threads", "messages", "attachments"]
    sort: str
    mode: SearchMode
    total: int
    total_is_exact: bool
    has_more: bool
    next_offset: Union[int, None]
    next_cursor: Union[str, None]
    groups: List[RowGroup]
    rows: NotRequired[List[LeanRow]]
    explain: Union[SearchExplain, None]
    coverage: SearchFindReplyCoverage
    matches: List[SearchMatch]
    clauses: List[SearchClause]
    matching: SearchMatching
    date_suggestion: Union[SearchDateSuggestion, None]
    by_meaning: List[str]
    incomplete_accounts: List[str]
    did_you_mean: Union[SearchCorrection, None]

class SearchFetchReply(TypedDict):
    accounts: List[ServerSearch]

class SearchSimilarReply(TypedDict):
    message_id: str
    profile: Union[str, None]
    note: Union[str, None]
    groups: List[RowGroup]

class SearchGroupsReply(TypedDict):
    query: str
    group_by: Literal["from", "list", "category"]
    total: int
    groups: List[SearchAggregationRow]

class SearchCountReply(TypedDict):
    kind: Literal["Count"]
    count: int

class SecretsMoveReplyLeftItem(TypedDict):
    ref: str
    reason: str

class SecretsMoveReply(TypedDict):
    moved: int
    left: List[SecretsMoveReplyLeftItem]
    secrets: Secrets

class SecretsCreateVaultReplyLeftItem(TypedDict):
    ref: str
    reason: str

class SecretsCreateVaultReply(TypedDict):
    moved: int
    left: List[SecretsCreateVaultReplyLeftItem]
    secrets: Secrets

class SecretsForgetVaultReply(TypedDict):
    moved_to: str
    secrets: Secrets

class SemanticStatusReply(TypedDict):
    status: SemanticStatusSnapshot

class SemanticEnableReply(TypedDict):
    kind: Literal["SemanticStatus"]
    snapshot: SemanticStatusSnapshot

class SemanticReindexReply(TypedDict):
    ok: Literal[True]

class SemanticBackfillReply(TypedDict):
    kind: Literal["SemanticStatus"]
    snapshot: SemanticStatusSnapshot

class SemanticInstallReply(TypedDict):
    kind: Literal["SemanticStatus"]
    snapshot: SemanticStatusSnapshot

class SemanticInstallFromReply(TypedDict):
    kind: Literal["SemanticStatus"]
    snapshot: SemanticStatusSnapshot

class SemanticUseReply(TypedDict):
    kind: Literal["SemanticStatus"]
    snapshot: SemanticStatusSnapshot

class ServerFiltersPreviewReply(TypedDict):
    kind: Literal["ServerFilterScript"]
    script: str

class SettingsSchemaReply(TypedDict):
    settings: List[Setting]

class SignaturesListReply(TypedDict):
    kind: Literal["Signatures"]
    signatures: List[SignatureData]
    has_more: bool
    next_cursor: Union[str, None]

class SignaturesSaveReply(TypedDict):
    kind: Literal["SignatureData"]
    signature: SignatureData

class SignaturesRemoveReply(TypedDict):
    kind: Literal["Ack"]

class SignaturesDefaultsReply(TypedDict):
    kind: Literal["SignatureDefaults"]
    defaults: List[SignatureDefaultData]

class SignaturesSetDefaultReply(TypedDict):
    kind: Literal["SignatureData"]
    signature: SignatureData

class SignaturesClearDefaultReply(TypedDict):
    kind: Literal["Ack"]

class SignaturesResolveReply(TypedDict):
    kind: Literal["ResolvedSignature"]
    signature: Union[SignatureData, None]

class SnippetsListReply(TypedDict):
    kind: Literal["Snippets"]
    snippets: List[SnippetData]
    has_more: bool
    next_cursor: Union[str, None]

class SnippetsSaveReply(TypedDict):
    kind: Literal["SnippetData"]
    snippet: SnippetData

class SnippetsRemoveReply(TypedDict):
    kind: Literal["Ack"]

class SnoozePresetsReply(TypedDict):
    presets: List[SnoozePreset]

class SnoozeCreateReply(TypedDict):
    ok: bool
    result: MutationResultData
    wake_at: str

class SnoozeListReply(TypedDict):
    snoozed: List[SnoozedMessage]
    has_more: bool
    next_cursor: Union[str, None]

class SnoozeWakeReply(TypedDict):
    kind: Literal["Ack"]
    ok: bool
    result: Union[MutationResultData, None]

class SubscriptionsListReply(TypedDict):
    subscriptions: List[SubscriptionSummary]
    total: int
    next_offset: Union[int, None]
    has_more: bool
    next_cursor: Union[str, None]

class SubscriptionsUnsubscribeReply(TypedDict):
    ok: bool
    mutation_id: Union[str, None]
    results: List[UnsubscribeOutcome]

class SubscriptionsPurgeReply(TypedDict):
    ok: bool
    result: UnsubscribePurgeResultData
    results: List[UnsubscribePurgeResultData]

class SyncStartReply(TypedDict):
    ok: Literal[True]

class SyncStatusReply1(TypedDict):
    kind: Literal["SyncStatus"]
    sync: AccountSyncStatus

class SyncStatusReply2(TypedDict):
    kind: Literal["SyncStatuses"]
    sync_statuses: List[AccountSyncStatus]
    sync: Union[AccountSyncStatus, None]

class ThreadsGetReplyBodyFailuresItem(TypedDict):
    message_id: str
    error: str
    code: str

class ThreadsGetReplySummary1(TypedDict):
    text: str
    model: str
    generated_at: str
    citations: List[CitationRef]

class ThreadsGetReplyRightRail(TypedDict):
    title: str
    items: List[str]

class ThreadsGetReply(TypedDict):
    thread: Thread
    messages: List[MessageRow]
    rows: NotRequired[List[LeanRow]]
    bodies: List[MessageBody]
    body_failures: List[ThreadsGetReplyBodyFailuresItem]
    summary: Union[ThreadsGetReplySummary1, None]
    reader_mode: Literal["reader", "html"]
    right_rail: ThreadsGetReplyRightRail

class TodosListReply(TypedDict):
    kind: Literal["Todos"]
    todos: List[Todo]
    next_cursor: Union[str, None]

class TodosTickReply(TypedDict):
    kind: Literal["TodosChanged"]
    mutation_id: Union[str, None]
    todos: List[Todo]
    not_found: List[str]

class TodosDismissReply(TypedDict):
    kind: Literal["TodosChanged"]
    mutation_id: Union[str, None]
    todos: List[Todo]
    not_found: List[str]

class TodosPostponeReply(TypedDict):
    kind: Literal["TodosChanged"]
    mutation_id: Union[str, None]
    todos: List[Todo]
    not_found: List[str]

class TodosScanReply(TypedDict):
    job_id: str
    found: NotRequired[int]

class TokensListReply(TypedDict):
    tokens: List[Token]
    has_more: bool
    next_cursor: Union[str, None]

class TokensCreateReply(TypedDict):
    token_id: str
    token: str

class TokensRemoveReply(TypedDict):
    ok: Literal[True]

class VoiceGetReply(TypedDict):
    kind: Literal["UserVoice"]
    profile: Union[UserVoiceProfileData, None]
    min_messages: int

class VoiceRebuildReply(TypedDict):
    kind: Literal["UserVoice"]
    profile: Union[UserVoiceProfileData, None]
    min_messages: int
    job_id: str
    messages_read: int

class WebhooksListReply(TypedDict):
    webhooks: List[Webhook]
    has_more: bool
    next_cursor: Union[str, None]

class WebhooksCreateReply(TypedDict):
    webhook: Webhook
    secret: str

class WebhooksRemoveReply(TypedDict):
    ok: Literal[True]

class WebhooksTestReply(TypedDict):
    ok: bool
    status: Union[int, None]
    error: Union[str, None]
    took_ms: int

