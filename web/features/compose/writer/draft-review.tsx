import type { Reply } from '../../../api/client.ts';
import { Button } from '../../../design/controls/button.tsx';
import type { Composition } from '../../../data/compose/composition.ts';
import { useServices } from '../../../data/services.ts';
import { useModelRequest } from '../../../data/use-model-request.ts';
import { strings } from '../../../i18n/strings.ts';
import { writtenText } from '../editor/quoted-text.ts';
import styles from './writer.module.css';

const t = strings.assist.writer;

type Issues = Reply<'assist', 'review'>['issues'];

/** What a model notices in the text, when the user asks for it. It stops nothing. */
export function DraftReview({ composition, model }: { composition: Composition; model: string }) {
  const { api } = useServices();
  const { state, run, stop } = useModelRequest<Issues>();
  const { session, fields } = composition.state();
  if (writtenText(fields.body) === '') return null;
  const review = () =>
    run(async (signal) => {
      // The daemon reads the stored draft.
      if (!(await composition.save())) throw new Error(t.notSaved);
      return (await api.assist.review({ draft_id: session.draftId }, signal)).issues;
    });
  return (
    <div className={styles['writer']}>
      <div className={styles['buttons']}>
        <Button look="quiet" isBusy={state.step === 'writing'} onClick={() => void review()}>
          {t.review}
        </Button>
        {state.step === 'writing' && <Button onClick={stop}>{t.stop}</Button>}
      </div>
      <p role="status" className={state.step === 'failed' ? styles['fault'] : styles['note']}>
        {state.step === 'writing' && t.reading({ model })}
        {state.step === 'failed' && `${t.notReviewed}. ${state.problem ?? ''}`}
        {state.step === 'done' && state.result.length === 0 && t.nothing({ model })}
      </p>
      {state.step === 'done' && state.result.length > 0 && (
        <ul className={styles['noticed']} aria-label={t.noticed} dir="auto">
          {state.result.map(({ message, detail }, at) => (
            <li key={at}>
              {message} <span className={styles['note']}>{detail}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
