import { desktopBridge } from '../../api/desktop.ts';
import { Button } from '../../design/controls/button.tsx';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { strings } from '../../i18n/strings.ts';
import { newestVersion, notesOf } from './release-notes.ts';
import styles from './whats-new-dialog.module.css';

const t = strings.whatsNew;

/** What the running version brings. */
export function WhatsNewDialog({ onClose }: { onClose: () => void }) {
  const version = desktopBridge()?.version ?? newestVersion() ?? '';
  const notes = notesOf(version);
  return (
    <Dialog title={t.title({ version })} hint={t.hint} width={560} onClose={onClose}>
      {notes.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <ul className={styles['notes']} lang="en" dir="ltr">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <div className={styles['buttons']}>
        <Button look="primary" onClick={onClose}>
          {strings.close}
        </Button>
      </div>
    </Dialog>
  );
}
