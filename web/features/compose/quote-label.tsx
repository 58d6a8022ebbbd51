import { useQuery } from '@tanstack/react-query';
import type { ComposeSession } from '../../data/compose/fields.ts';
import { threadQuery } from '../../data/queries/mail.ts';
import { useServices } from '../../data/services.ts';
import { useMailDates } from '../../data/settings/mail-dates.tsx';
import { strings } from '../../i18n/strings.ts';

const t = strings.compose;

/** The control that shows a quote: with whose text it is and when it was sent, once the conversation is loaded. */
export function QuoteLabel({ session: { sourceMessageId, frontmatter } }: { session: ComposeSession }) {
  const { api } = useServices();
  const dates = useMailDates();
  const threadId = frontmatter['thread-id'];
  const { data } = useQuery({ ...threadQuery(api, threadId ?? ''), enabled: threadId !== undefined });
  const message = data?.messages.find(({ id }) => id === sourceMessageId);
  if (!message) return t.showQuote;
  return t.showQuoteOf({ who: message.sender, when: dates.short(message.date, message.date_label) });
}
