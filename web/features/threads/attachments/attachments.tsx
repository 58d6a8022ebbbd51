import { useState } from 'react';
import type { AttachmentMeta } from '../../../../daemon/contract/body.ts';
import { lazyComponent } from '../../../design/lazy-component.tsx';
import { isCalendar } from '../invites/calendar-file.ts';
import { strings } from '../../../i18n/strings.ts';
import { AttachmentCard } from './attachment-card.tsx';
import styles from './attachments.module.css';
import { SaveAll } from './save-all.tsx';

const PreviewDialog = lazyComponent(async () => (await import('./preview-dialog.tsx')).PreviewDialog);

type AttachmentsProps = {
  attachments: readonly AttachmentMeta[];
  isHtml: boolean;
  /** Whether the message shows its event above. */
  hasInvite: boolean;
};

/** The files of a message. Images that the HTML shows inline, and the calendar file of a shown event, are not listed again. */
export function Attachments({ attachments, isHtml, hasInvite }: AttachmentsProps) {
  const listed = attachments.filter((each) => !(isHtml && each.shown) && !(hasInvite && isCalendar(each)));
  const [shown, setShown] = useState<number>();
  if (listed.length === 0) return null;
  return (
    <section className={styles['attachments']} aria-label={strings.attachments.title}>
      <ul className={styles['cards']}>
        {listed.map((attachment, at) => (
          <AttachmentCard key={attachment.id} attachment={attachment} onShow={() => setShown(at)} />
        ))}
      </ul>
      {listed.length > 1 && <SaveAll messageId={listed[0]?.message_id ?? ''} attachments={listed} />}
      {shown !== undefined && <PreviewDialog files={listed} first={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}
