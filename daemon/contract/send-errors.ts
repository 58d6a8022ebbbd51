/** The errors of a draft that cannot be sent, for every request that sends drafts. */
export const queueErrors = {
  already_queued: ['conflict', 'It is scheduled, being sent, sent, or unconfirmed.'],
  account_gone: ['conflict', 'Its account was removed.'],
  account_disabled: ['conflict', 'Its account is turned off.'],
  cannot_send: ['conflict', 'Its account has no server to send with.'],
  bad_from: ['invalid', 'It is to go out from an address that is none of its account.'],
  draft_discarded: ['conflict', 'It was discarded.'],
  not_safe: ['conflict', 'The safety check found what stops it; `issues` says what.'],
  bad_override: ['invalid', 'The permission to send it anyway is invalid, already used, or for another text.'],
} as const;

/** The errors of replying to an invitation. */
export const invitationErrors = {
  no_occurrence: ['conflict', 'The series has no event of this `recurrence_id`.'],
  no_invitation: ['conflict', 'The message tells of no event, or only answers.'],
  own_event: ['conflict', 'The owner organises it.'],
  event_cancelled: ['conflict', 'It does not take place.'],
  event_changed: ['conflict', 'A later message, `message_id`, says something else.'],
  not_invited: ['conflict', 'None of the owner’s addresses is among the guests.'],
  no_event_id: ['conflict', 'It has no UID.'],
  no_organizer: ['conflict', 'It does not say to whom the answer goes.'],
  unreadable_invite: ['conflict', 'Its calendar is damaged.'],
} as const;
