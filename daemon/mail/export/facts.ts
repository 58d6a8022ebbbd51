import { Failure, reasonOf } from '../../base/failure.ts';
import { sql, type ReadDb } from '../../store/db.ts';
import { flagNames } from '../flags.ts';
import { labelsOfMessages } from '../labels.ts';
import { localTime } from '../local-time.ts';
import { messagesByIds, recipientsOf, shownInstant, type Message, type Recipients } from '../messages.ts';
import { gapsOf } from '../source.ts';
import { textOf } from '../texts.ts';
import { dateWriter } from '../dates.ts';

export type ExportedFile = {
  filename: string;
  mime_type: string;
  size_bytes: number;
  on_server: boolean;
  /** Where it begins in the message. */
  start: number;
};

/** A message as it is exported. */
export type Exported = {
  message: Message & { keywords: string };
  recipients: Recipients;
  /** When it was written, as people read it, with how far its clock is from UTC. */
  date: string;
  flags: string[];
  labels: string[];
  keywords: string[];
  files: ExportedFile[];
};

export type ExportParts = {
  db: ReadDb;
  blobs: string;
  /** The folder of the file cache. */
  cache: string;
  now: Date;
  zone: string | undefined;
};

/** What is known of these messages, in the order asked for; those that are gone are left out. */
export function exportedMessages({ db, now, zone }: ExportParts, ids: readonly number[]): Exported[] {
  const labels = labelsOfMessages(db, ids);
  const writer = dateWriter(now, zone);
  return messagesByIds(db, ids).map((message) => {
    const instant = shownInstant(message);
    const { keywords } = message as Message & { keywords: string };
    return {
      message: { ...message, keywords },
      recipients: recipientsOf(message),
      date: `${writer.labels(instant).date_full} (${offsetWords(instant, zone)})`,
      flags: flagNames(message.flags).split(' | ').filter(Boolean),
      labels: labels.get(message.id)?.map(({ name }) => name) ?? [],
      keywords: keywords.split(' ').filter(Boolean),
      files: filesOf(db, message.id),
    };
  });
}

/** The text of a message; where it cannot be had, why, in square brackets. */
export function exportedText({ db, blobs }: ExportParts, { id }: Pick<Message, 'id'>): string {
  try {
    const text = textOf(db, blobs, id)?.text;
    return text === undefined ? '[The text of this message has not been downloaded.]' : text.trim();
  } catch (failed) {
    if (failed instanceof Failure) return `[${reasonOf(failed)}]`;
    throw failed;
  }
}

type FileRow = Omit<ExportedFile, 'on_server'>;

function filesOf(db: ReadDb, message: number): ExportedFile[] {
  const gaps = gapsOf(db, message);
  return db
    .all<FileRow>(
      sql`SELECT filename, mime_type, size AS size_bytes, start FROM attachments WHERE message = ${message} ORDER BY ordinal`,
    )
    .map((file) => ({ ...file, on_server: gaps.some((gap) => gap.start === file.start) }));
}

function offsetWords(instant: string, zone: string | undefined): string {
  const time = Math.floor(Date.parse(instant) / 1000) * 1000;
  const minutes = Math.round((localTime(time, zone) - time) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`;
}

const two = (value: number) => String(value).padStart(2, '0');
