import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Reply } from '../../../api/client.ts';
import { classificationQuery } from '../../../data/queries/modes.ts';
import { useServices } from '../../../data/services.ts';
import { useAction } from '../../../data/use-action.ts';
import { strings } from '../../../i18n/strings.ts';
import styles from './why-dialog.module.css';
import { Select } from '../../../design/controls/select.tsx';

const t = strings.modes.kind;
type Classification = Reply<'classification', 'get'>['classification'];
type MailKind = NonNullable<Classification['mail_kind']>;
const kinds = ['person', 'notification', 'transaction', 'newsletter', 'list', 'bulk'] as const satisfies MailKind[];

/** What a message is and why, and the user’s own word on all mail of its sender or list. */
export function KindCorrection({ messageId }: { messageId: string }) {
  const { api } = useServices();
  const { data } = useQuery(classificationQuery(api, messageId));
  const { runAction } = useAction({ affects: ['modes', 'now', 'rail'] });
  const id = useId();
  if (!data) return null;
  const { explanation, corrected, mail_kind, sender, list_id } = data;
  const scope = list_id === null ? 'sender' : 'list';
  const choose = (kind: string) =>
    runAction(
      () =>
        api.classification.correct({
          message_id: messageId,
          scope: corrected ?? scope,
          mail_kind: kinds.find((each) => each === kind) ?? null,
        }),
      t.notSaved,
    );
  return (
    <>
      <p dir="auto">{explanation}</p>
      <div className={styles['choice']}>
        <label htmlFor={id}>{t.label({ of: scope === 'list' ? (list_id ?? '') : sender })}</label>
        <Select
          id={id}
          className={styles['kinds']}
          value={corrected === null ? '' : (mail_kind ?? '')}
          onChange={({ target }) => void choose(target.value)}
        >
          <option value="">{t.automatic}</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t.names[kind]}
            </option>
          ))}
        </Select>
      </div>
    </>
  );
}
