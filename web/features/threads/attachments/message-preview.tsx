import type { Reply } from '../../../api/client.ts';
import { useMailDates } from '../../../data/settings/mail-dates.tsx';
import { strings } from '../../../i18n/strings.ts';
import { TextBody } from '../body/text-body.tsx';
import { FileIcon } from './file-icon.tsx';
import styles from './message-preview.module.css';
import { fileNameOf, type ShownFile } from './file-identity.ts';
import { formatSize } from '../../../i18n/formats.ts';
import { currentLocale } from '../../../i18n/current-locale.ts';

const t = strings.attachments;

type Message = Extract<Reply<'attachments', 'preview'>['preview'], { form: 'message' }>;
type Person = Message['from'];
type MessageProps = { message: Message; file: ShownFile; onOpen: (inner: ShownFile) => void };

/** An attached message, with buttons for its own files. */
export function MessagePreview({ message, file, onOpen }: MessageProps) {
  const { subject, text, text_blocks, attachments, notes } = message;
  const shownText = { message_id: file.message_id, text_plain: text, text_blocks };
  return (
    <article className={styles['message']} aria-label={subject || t.noSubject}>
      <h3 className={styles['subject']} dir="auto">
        {subject || t.noSubject}
      </h3>
      <Head message={message} />
      <TextBody body={shownText} />
      {attachments.length > 0 && (
        <ul className={styles['files']} aria-label={t.filesInside}>
          {attachments.map(({ place, filename, mime_type, size_bytes }) => (
            <li key={place}>
              <button
                type="button"
                className={styles['file']}
                onClick={() => onOpen(innerFile(file, { place, filename, mime_type, size_bytes }))}
              >
                <FileIcon type={mime_type} />
                <span className={styles['name']} dir="auto">
                  {fileNameOf({ filename })}
                </span>
                <span className={styles['size']}>{formatSize(size_bytes)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {notes.map((note) => (
        <p key={note} className={styles['note']}>
          {note}
        </p>
      ))}
    </article>
  );
}

function Head({ message: { from, to, cc, date } }: { message: Message }) {
  const dates = useMailDates();
  return (
    <dl className={styles['head']}>
      <Row name={t.from}>{personText(from)}</Row>
      {to.length > 0 && <Row name={t.to}>{to.map(personText).join(', ')}</Row>}
      {cc.length > 0 && <Row name={t.cc}>{cc.map(personText).join(', ')}</Row>}
      {date !== null && <Row name={t.sentAt}>{dates.full(date, formatSentAt(date))}</Row>}
    </dl>
  );
}

const formatSentAt = (date: string) =>
  currentLocale().dateFormat({ dateStyle: 'full', timeStyle: 'short' }).format(new Date(date));

function Row({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

function personText({ name, email }: Person): string {
  return name && name !== email ? `${name} <${email}>` : email;
}

type ListedFile = Pick<ShownFile, 'filename' | 'mime_type' | 'size_bytes'> & { place: number };

/** A file of the attached message, addressed through the file of that message. */
function innerFile(file: ShownFile, { place, ...listed }: ListedFile): ShownFile {
  return { ...file, ...listed, on_server: false, inside: [...(file.inside ?? []), place] };
}
