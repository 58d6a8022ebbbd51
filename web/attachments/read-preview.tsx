import { useQuery } from '@tanstack/react-query';
import type { Reply } from '../api.ts';
import { ErrorPanel, Panel } from '../design/panel.tsx';
import { Bone, Skeleton } from '../design/skeleton.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { frameDocument, frameRights } from '../threads/frame-document.ts';
import { CalendarPreview } from './calendar-preview.tsx';
import { ContactsPreview } from './contacts-preview.tsx';
import { MessagePreview } from './message-preview.tsx';
import styles from './preview-dialog.module.css';
import type { ReadForm } from './preview.ts';
import { previewQuery } from './queries.ts';
import { nameOf, type ShownFile } from './shown-file.ts';
import { TablePreview } from './table-preview.tsx';

const words = strings.attachments;

type Content = Reply<'attachments', 'preview'>['preview'];
type ReadProps = { file: ShownFile; onOpen: (inner: ShownFile) => void };

/** What is in a file, as the daemon has read it: the beginning of what is long. */
export function ReadPreview({ file, form, onOpen }: ReadProps & { form: ReadForm }) {
  const { api } = useParts();
  const { data, error, refetch } = useQuery(previewQuery(api, file, form));
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton label={file.on_server ? words.fetching : words.reading} className={styles['waiting']}>
        {['92%', '84%', '96%', '60%'].map((width) => (
          <Bone key={width} width={width} style={{ marginBottom: 12 }} />
        ))}
      </Skeleton>
    );
  }
  const { preview } = data;
  if (isNothing(preview)) return <Panel scene="resting" title={words.nothingIn} hint={words.nothingInHint} />;
  return (
    <>
      <Read preview={preview} file={file} onOpen={onOpen} />
      {preview.is_cut && <p className={styles['note']}>{words.beginning}</p>}
    </>
  );
}

function Read({ preview, file, onOpen }: ReadProps & { preview: Content }) {
  const { message_id: messageId } = file;
  switch (preview.form) {
    case 'text':
      return (
        <pre className={styles['text']} dir="auto">
          {preview.text}
        </pre>
      );
    case 'markdown':
      return <Markdown html={preview.html} name={nameOf(file)} />;
    case 'table':
      return <TablePreview table={preview} name={nameOf(file)} />;
    case 'calendar':
      return <CalendarPreview events={preview.events} messageId={messageId} />;
    case 'contacts':
      return <ContactsPreview contacts={preview.contacts} messageId={messageId} />;
    case 'message':
      return <MessagePreview message={preview} file={file} onOpen={onOpen} />;
  }
}

/** In a frame like that of a message, for it is just as foreign. */
function Markdown({ html, name }: { html: string; name: string }) {
  return (
    <iframe
      className={styles['formatted']}
      title={words.preview({ name })}
      srcDoc={frameDocument(html)}
      sandbox={frameRights}
      referrerPolicy="no-referrer"
    />
  );
}

/** An empty file, or one that is not what it is called. */
function isNothing(preview: Content): boolean {
  switch (preview.form) {
    case 'text':
      return preview.text.trim() === '';
    case 'markdown':
      return preview.html.trim() === '';
    case 'table':
      return preview.columns === 0;
    case 'calendar':
      return preview.events.length === 0;
    case 'contacts':
      return preview.contacts.length === 0;
    case 'message':
      return false;
  }
}
