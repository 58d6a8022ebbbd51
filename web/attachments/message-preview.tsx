import type { Reply } from '../api.ts';
import { useMailDates } from '../settings/mail-dates.tsx';
import { strings } from '../strings.ts';
import { TextBody } from '../threads/text-body.tsx';
import { FileIcon } from './file-icon.tsx';
import styles from './message-preview.module.css';
import { nameOf, type ShownFile } from './shown-file.ts';
import { size } from '../words/formats.ts';
import { speaking } from '../words/speaking.ts';

const words = strings.attachments;

type Message = Extract<Reply<'attachments', 'preview'>['preview'], { form: 'message' }>;
type Person = Message['from'];
type MessageProps = { message: Message; file: ShownFile; onOpen: (inner: ShownFile) => void };

/** An attached message as one reads a letter, with its own files behind buttons. */
export function MessagePreview({ message, file, onOpen }: MessageProps) {
  const { subject, text, text_blocks, attachments, notes } = message;
  const shownText = { message_id: file.message_id, text_plain: text, text_blocks };
  return (
    <article className={styles['message']} aria-label={subject || words.noSubject}>
      <h3 className={styles['subject']} dir="auto">
        {subject || words.noSubject}
      </h3>
      <Head message={message} />
      <TextBody body={shownText} />
      {attachments.length > 0 && (
        <ul className={styles['files']} aria-label={words.filesInside}>
          {attachments.map(({ place, filename, mime_type, size_bytes }) => (
            <li key={place}>
              <button
                type="button"
                className={styles['file']}
                onClick={() => onOpen(inner(file, { place, filename, mime_type, size_bytes }))}
              >
                <FileIcon type={mime_type} />
                <span className={styles['name']} dir="auto">
                  {nameOf({ filename })}
                </span>
                <span className={styles['size']}>{size(size_bytes)}</span>
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
      <Row name={words.from}>{personText(from)}</Row>
      {to.length > 0 && <Row name={words.to}>{to.map(personText).join(', ')}</Row>}
      {cc.length > 0 && <Row name={words.cc}>{cc.map(personText).join(', ')}</Row>}
      {date !== null && <Row name={words.sentAt}>{dates.full(date, written(date))}</Row>}
    </dl>
  );
}

const written = (date: string) => speaking().dates({ dateStyle: 'full', timeStyle: 'short' }).format(new Date(date));

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

type Listed = Pick<ShownFile, 'filename' | 'mime_type' | 'size_bytes'> & { place: number };

/** A file of the attached message, named by way of the file that message is. */
function inner(file: ShownFile, { place, ...listed }: Listed): ShownFile {
  return { ...file, ...listed, on_server: false, inside: [...(file.inside ?? []), place] };
}
