import { useId, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { type MailboxFormat, mailboxFormats, useMailboxExport } from '../../data/exports/use-export.ts';
import { strings } from '../../i18n/strings.ts';
import { useAccountNames } from './agent-profiles.tsx';
import { RadioControl, SelectControl } from './controls.tsx';
import { Section } from './setting-group.tsx';
import styles from './settings.module.css';

const t = strings.exports.mailboxes;
const plain = { describedBy: undefined, isBad: false };

/** Exports all mail of one account or of all. */
export function ExportMail() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section id="export" title={t.title} hint={t.hint}>
      <div className={styles['buttons']}>
        <Button onClick={() => setIsOpen(true)}>{t.open}</Button>
      </div>
      {isOpen && <ExportDialog onClose={() => setIsOpen(false)} />}
    </Section>
  );
}

function ExportDialog({ onClose }: { onClose: () => void }) {
  const accounts = useAccountNames();
  const startExport = useMailboxExport();
  const id = useId();
  const [account, setAccount] = useState('');
  const [format, setFormat] = useState<MailboxFormat>('Mbox');
  const options = mailboxFormats.map((each) => ({
    value: each,
    label: t.formats[each],
    explanation: t.explanations[each],
  }));

  function start(): void {
    onClose();
    void startExport(account || undefined, format);
  }

  return (
    <Dialog title={t.dialog} hint={t.dialogHint} width={480} onClose={onClose}>
      <div className={styles['dialogForm']}>
        <div className={styles['formLine']}>
          <label htmlFor={`${id}-account`} className={styles['name']}>
            {t.account}
          </label>
          <SelectControl
            {...plain}
            id={`${id}-account`}
            name={t.account}
            value={account}
            options={[{ value: '', label: t.all }, ...accounts.map((each) => ({ value: each.id, label: each.name }))]}
            onChange={async (to) => setAccount(to)}
          />
        </div>
        <div className={styles['formLine']}>
          <p className={styles['name']}>{t.format}</p>
          <RadioControl
            {...plain}
            id={`${id}-format`}
            name={t.format}
            value={format}
            options={options}
            onChange={async (to) => setFormat(mailboxFormats.find((each) => each === to) ?? format)}
          />
        </div>
        <div className={styles['buttons']}>
          <Button look="primary" onClick={start}>
            {t.start}
          </Button>
          <Button onClick={onClose}>{strings.settings.cancel}</Button>
        </div>
      </div>
    </Dialog>
  );
}
