import type { AttachmentMeta } from '../../daemon/contract/body.ts';
import { strings } from '../strings.ts';
import { AttachmentCard } from './attachment-card.tsx';
import styles from './attachments.module.css';
import { SaveAll } from './save-all.tsx';

/** The files of a message. Images the formatted text shows in its place are not listed a second time. */
export function Attachments({ attachments, isHtml }: { attachments: readonly AttachmentMeta[]; isHtml: boolean }) {
  const listed = attachments.filter(({ shown }) => !(isHtml && shown));
  if (listed.length === 0) return null;
  return (
    <section className={styles['attachments']} aria-label={strings.attachments.title}>
      <ul className={styles['cards']}>
        {listed.map((attachment) => (
          <AttachmentCard key={attachment.id} attachment={attachment} />
        ))}
      </ul>
      {listed.length > 1 && <SaveAll attachments={listed} />}
    </section>
  );
}
