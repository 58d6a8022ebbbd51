import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { threadLink } from '../../data/lens-links.ts';
import type { Wrapped } from '../../data/queries/analytics.ts';
import { formatDate, formatList, formatLongDay, formatNumber, formatSize } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import { roughDuration } from './durations.ts';
import { fileTypeName } from './file-types.ts';

const t = strings.analytics.stories;

/** One thing worth telling about a year: what it is about, its figure if it has one, and the sentence. */
export type Story = {
  key: string;
  about: string;
  figure?: string;
  text: string;
  /** The sentence with a link to the mail. */
  link?: ReactNode;
};

type Person = { email: string; display_name?: string | null };

const nameOf = ({ email, display_name }: Person) => display_name ?? email;

/** What a year had to tell. What did not happen is left out. */
export function storiesOf(summary: Wrapped): Story[] {
  const { inbound_count, outbound_count } = summary.volume;
  if (inbound_count + outbound_count === 0) return [];
  return [
    ...volumeStories(summary),
    ...peopleStories(summary),
    ...replyStories(summary),
    ...listStories(summary),
    ...recordStories(summary),
  ];
}

function volumeStories({ volume, time_patterns, storage }: Wrapped): Story[] {
  const { busiest_date, busiest_date_count } = time_patterns;
  return [
    {
      key: 'received',
      about: t.received.about,
      figure: formatNumber(volume.inbound_count),
      text: t.received.text({ count: volume.inbound_count, conversations: volume.thread_count }),
    },
    {
      key: 'sent',
      about: t.sent.about,
      figure: formatNumber(volume.outbound_count),
      text: t.sent.text({ count: volume.outbound_count, size: formatSize(storage.total_bytes) }),
    },
    ...(busiest_date === null
      ? []
      : [
          {
            key: 'busiest',
            about: t.busiest.about,
            figure: formatLongDay(new Date(`${busiest_date}T12:00`)),
            text: t.busiest.text({ count: busiest_date_count }),
          },
        ]),
  ];
}

function peopleStories({ top_contacts, superlatives }: Wrapped): Story[] {
  const { most_emailed_by_me: to, most_emailed_to_me: from } = top_contacts;
  const [first, ...others] = to;
  const [writer, ...writers] = from;
  const ghost = superlatives.most_ghosted;
  return [
    ...(first ? [personStory('to', first, others)] : []),
    ...(writer ? [personStory('from', writer, writers)] : []),
    ...(ghost
      ? [
          {
            key: 'unanswered',
            about: t.unanswered.about,
            figure: ghost.email,
            text: t.unanswered.text({ count: ghost.outbound_count }),
          },
        ]
      : []),
  ];
}

function personStory(way: 'to' | 'from', first: Person & { count: number }, others: readonly Person[]): Story {
  const names = formatList(others.slice(0, 3).map(nameOf));
  return {
    key: way,
    about: t[way].about,
    figure: nameOf(first),
    text: t[way].text({ count: first.count, others: others.length, names }),
  };
}

function replyStories({ reply_discipline: replies }: Wrapped): Story[] {
  if (!replies) return [];
  const { sample_count, clock_p50_seconds, fastest } = replies;
  return [
    {
      key: 'replies',
      about: t.replies.about,
      figure: roughDuration(clock_p50_seconds),
      text: t.replies.text({ count: sample_count }),
    },
    ...(fastest && sample_count > 1
      ? [
          {
            key: 'fastest',
            about: t.fastest.about,
            figure:
              fastest.latency_seconds < 60
                ? t.fastest.seconds({ count: fastest.latency_seconds })
                : roughDuration(fastest.latency_seconds),
            text: t.fastest.text({ name: fastest.counterparty_email, date: formatDate(fastest.replied_at) }),
          },
        ]
      : []),
  ];
}

function listStories({ newsletters }: Wrapped): Story[] {
  const { unique_lists, list_share_of_inbound_pct, top_list } = newsletters;
  if (!top_list) return [];
  const { list_id, message_count, opened_count } = top_list;
  return [
    {
      key: 'lists',
      about: t.lists.about,
      figure: t.lists.share({ share: Math.round(list_share_of_inbound_pct) }),
      text: t.lists.text({ count: unique_lists, name: list_id, messages: message_count, opened: opened_count }),
    },
  ];
}

function recordStories({ superlatives, storage }: Wrapped): Story[] {
  const { longest_thread: longest } = superlatives;
  const { heaviest_message: heaviest, top_mimetype: type } = storage;
  return [
    ...(longest && longest.message_count > 2
      ? [
          mailStory('longest', longest.thread_id, {
            figure: t.longest.figure({ count: longest.message_count }),
            text: t.longest.text({ subject: longest.subject || strings.list.noSubject }),
          }),
        ]
      : []),
    ...(heaviest
      ? [
          mailStory('heaviest', heaviest.thread_id, {
            figure: formatSize(heaviest.size_bytes),
            text: t.heaviest.text({ subject: heaviest.subject || strings.list.noSubject, name: heaviest.from_email }),
          }),
        ]
      : []),
    ...(type
      ? [
          {
            key: 'files',
            about: t.files.about,
            figure: fileTypeName(type.key),
            text: t.files.text({ count: type.count, size: formatSize(type.bytes) }),
          },
        ]
      : []),
  ];
}

function mailStory(
  key: 'longest' | 'heaviest',
  threadId: string,
  { figure, text }: { figure: string; text: string },
): Story {
  return {
    key,
    about: t[key].about,
    figure,
    text,
    link: <Link {...threadLink({ kind: 'all' }, threadId)}>{text}</Link>,
  };
}
