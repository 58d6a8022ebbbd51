import { useQuery } from '@tanstack/react-query';
import type { Reply } from '../../../api/client.ts';
import { ErrorState, EmptyState } from '../../../design/feedback/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../../../design/feedback/skeleton.tsx';
import { useServices } from '../../../data/services.ts';
import { strings } from '../../../i18n/strings.ts';
import { messageMarkup } from '../../../data/message-frame/frame-document.ts';
import { MessageFrame } from '../../../data/message-frame/message-frame.tsx';
import { lookOf } from '../../../data/message-frame/message-look.ts';
import { useIsDark } from '../../../design/theme/use-is-dark.ts';
import { CalendarPreview } from './calendar-preview.tsx';
import { ContactsPreview } from './contacts-preview.tsx';
import { MessagePreview } from './message-preview.tsx';
import styles from './preview-dialog.module.css';
import type { ParsedForm } from './preview-kind.ts';
import { previewQuery } from './queries.ts';
import { fileNameOf, type ShownFile } from './file-identity.ts';
import { TablePreview } from './table-preview.tsx';

const t = strings.attachments;

type Content = Reply<'attachments', 'preview'>['preview'];
type ParsedPreviewProps = { file: ShownFile; onOpen: (inner: ShownFile) => void };

/** The parsed content of a file; of a long file only the beginning. */
export function ParsedPreview({ file, form, onOpen }: ParsedPreviewProps & { form: ParsedForm }) {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(previewQuery(api, file, form));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton label={file.on_server ? t.fetching : t.reading} className={styles['waiting']}>
        {['92%', '84%', '96%', '60%'].map((width) => (
          <SkeletonBar key={width} width={width} style={{ marginBottom: 12 }} />
        ))}
      </Skeleton>
    );
  }
  const { preview } = data;
  if (isEmptyContent(preview)) return <EmptyState illustration="resting" title={t.nothingIn} hint={t.nothingInHint} />;
  return (
    <>
      <ParsedContent preview={preview} file={file} onOpen={onOpen} />
      {preview.is_cut && <p className={styles['note']}>{t.beginning}</p>}
    </>
  );
}

function ParsedContent({ preview, file, onOpen }: ParsedPreviewProps & { preview: Content }) {
  const { message_id: messageId } = file;
  switch (preview.form) {
    case 'text':
      return (
        <pre className={styles['text']} dir="auto">
          {preview.text}
        </pre>
      );
    case 'markdown':
      return <Markdown html={preview.html} name={fileNameOf(file)} />;
    case 'table':
      return <TablePreview table={preview} name={fileNameOf(file)} />;
    case 'calendar':
      return <CalendarPreview events={preview.events} messageId={messageId} />;
    case 'contacts':
      return <ContactsPreview contacts={preview.contacts} messageId={messageId} />;
    case 'message':
      return <MessagePreview message={preview} file={file} onOpen={onOpen} />;
  }
}

/** In a frame like that of a message, because the HTML is equally untrusted. */
function Markdown({ html, name }: { html: string; name: string }) {
  const isDark = useIsDark();
  const content = messageMarkup(html);
  return (
    <div className={styles['formatted']}>
      <MessageFrame title={t.preview({ name })} html={content} look={lookOf(content, { isDark })} />
    </div>
  );
}

/** An empty file, or a file whose content does not match its type. */
function isEmptyContent(preview: Content): boolean {
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
