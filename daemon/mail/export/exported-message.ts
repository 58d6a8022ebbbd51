import { Failure, reasonOf } from '../../base/failure.ts';
import { sql, type ReadDb } from '../../store/db.ts';
import { flagNames } from '../messages/flags.ts';
import { labelsOfMessages } from '../labels/labels.ts';
import { localTime } from '../../base/local-time.ts';
import { messagesByIds, recipientsOf, displayInstant, type Message, type Recipients } from '../messages/messages.ts';
import { missingRangesOf } from '../sources/source.ts';
import { textOf } from '../messages/texts.ts';
import { dateFormatter } from '../lists/date-labels.ts';

export type ExportedFile = {
  filename: string;
  mime_type: string;
  size_bytes: number;
  on_server: boolean;
  /** Its start offset in the message. */
  start: number;
};

/** A message to export. */
export type ExportedMessage = {
  message: Message & { keywords: string };
  recipients: Recipients;
  /** The date as readable text with its UTC offset. */
  date: string;
  flags: string[];
  labels: string[];
  keywords: string[];
  files: ExportedFile[];
};

export type ExportDeps = {
  db: ReadDb;
  blobs: string;
  /** The folder of the file cache. */
  cache: string;
  now: Date;
  zone: string | undefined;
};

/** Loads these messages in the requested order; removed messages are skipped. */
export function exportedMessages({ db, now, zone }: ExportDeps, ids: readonly number[]): ExportedMessage[] {
  const labels = labelsOfMessages(db, ids);
  const writer = dateFormatter(now, zone);
  return messagesByIds(db, ids).map((message) => {
    const instant = displayInstant(message);
    const { keywords } = message as Message & { keywords: string };
    return {
      message: { ...message, keywords },
      recipients: recipientsOf(message),
      date: `${writer.labels(instant).date_full} (${formatUtcOffset(instant, zone)})`,
      flags: flagNames(message.flags).split(' | ').filter(Boolean),
      labels: labels.get(message.id)?.map(({ name }) => name) ?? [],
      keywords: keywords.split(' ').filter(Boolean),
      files: filesOf(db, message.id),
    };
  });
}

/** The text of a message, or in square brackets the reason why it is unavailable. */
export function exportedText({ db, blobs }: ExportDeps, { id }: Pick<Message, 'id'>): string {
  try {
    const text = textOf(db, blobs, id)?.text;
    return text === undefined ? '[The text of this message hasn’t been downloaded.]' : text.trim();
  } catch (failed) {
    if (failed instanceof Failure) return `[${reasonOf(failed)}]`;
    throw failed;
  }
}

type FileRow = Omit<ExportedFile, 'on_server'>;

function filesOf(db: ReadDb, message: number): ExportedFile[] {
  const missingRanges = missingRangesOf(db, message);
  return db
    .all<FileRow>(
      sql`SELECT filename, mime_type, size AS size_bytes, start FROM attachments WHERE message = ${message} ORDER BY ordinal`,
    )
    .map((file) => ({ ...file, on_server: missingRanges.some((range) => range.start === file.start) }));
}

function formatUtcOffset(instant: string, zone: string | undefined): string {
  const time = Math.floor(Date.parse(instant) / 1000) * 1000;
  const minutes = Math.round((localTime(time, zone) - time) / 60_000);
  const [hours, minutesPart] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutesPart)}`;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');
