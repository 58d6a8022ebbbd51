import { Calendar, File, FileArchive, FileImage, FileMusic, FileText, type LucideIcon } from 'lucide-react';
import type { AttachmentMeta } from '../../daemon/contract/body.ts';
import { size, strings } from '../strings.ts';
import styles from './attachments.module.css';

/** The files of a message. Images the formatted text shows in its place are not listed a second time. */
export function Attachments({ attachments, isHtml }: { attachments: readonly AttachmentMeta[]; isHtml: boolean }) {
  const isShown = ({ disposition, content_id, on_server }: AttachmentMeta) =>
    isHtml && disposition === 'inline' && content_id !== null && !on_server;
  const listed = attachments.filter((one) => !isShown(one));
  if (listed.length === 0) return null;
  return (
    <ul className={styles['attachments']} aria-label={strings.reader.attachments}>
      {listed.map(({ id, filename, mime_type, size_bytes, on_server }) => {
        const Icon = iconOf(mime_type);
        return (
          <li key={id} className={styles['card']}>
            <Icon aria-hidden="true" />
            <div>
              <p className={styles['name']} dir="auto" title={filename}>
                {filename || strings.reader.unnamedFile}
              </p>
              <p className={styles['size']} title={on_server ? strings.reader.onServerWhy : undefined}>
                {size(size_bytes)}
                {on_server && ` · ${strings.reader.onServer}`}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function iconOf(type: string): LucideIcon {
  if (type.startsWith('image/')) return FileImage;
  if (type.startsWith('audio/')) return FileMusic;
  if (type === 'text/calendar') return Calendar;
  if (type.startsWith('text/') || type === 'application/pdf') return FileText;
  return /zip|compressed|tar/.test(type) ? FileArchive : File;
}
