import type { Headers } from './headers.ts';

/** What the header says about how a message was sent: by a list, by a program, in a mailing. Values are in lower case. */
export type SendingFields = {
  /** Whether a mailing list distributed it: List-Post (RFC 2369), Mailing-List, or a field of list software. */
  isListPost: boolean;
  /** `list`, `bulk` or `junk` (RFC 2076); null for other values. */
  precedence: 'list' | 'bulk' | 'junk' | null;
  /** Whether a program wrote it without a person: Auto-Submitted (RFC 3834), or the field of an older automatic reply. */
  isAutomatic: boolean;
  /** The last two parts of Feedback-ID, the kind of mailing and its sender, which stay the same from mail to mail. */
  feedback: string | null;
  /** Domain and selector of the first DKIM signature (RFC 6376), as `selector.domain`. */
  dkim: string | null;
};

const listFields = ['mailing-list', 'x-mailing-list', 'x-beenthere', 'x-mailman-version', 'x-listname'];

export function readSendingFields(headers: Headers): SendingFields {
  const first = (name: string) => headers.first(name)?.trim().toLowerCase() ?? '';
  const post = first('list-post');
  const precedence = first('precedence');
  const automatic = first('auto-submitted');
  return {
    isListPost: post.includes('mailto:') || listFields.some((name) => headers.first(name) !== undefined),
    precedence: precedence === 'list' || precedence === 'bulk' || precedence === 'junk' ? precedence : null,
    isAutomatic: (automatic !== '' && !/^no\b/.test(automatic)) || headers.first('x-autoreply') !== undefined,
    feedback: feedbackOf(first('feedback-id')),
    dkim: dkimOf(headers.first('dkim-signature') ?? ''),
  };
}

function feedbackOf(value: string): string | null {
  const parts = value.split(':');
  return parts.length === 4 && parts[3] ? parts.slice(2).join(':').slice(0, 100) : null;
}

function dkimOf(value: string): string | null {
  const domain = /(?:^|;)\s*d\s*=\s*([^\s;]{1,253})/i.exec(value)?.[1];
  const selector = /(?:^|;)\s*s\s*=\s*([^\s;]{1,253})/i.exec(value)?.[1];
  return domain && selector ? `${selector}.${domain}`.toLowerCase() : null;
}
