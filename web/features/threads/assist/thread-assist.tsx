import { useQuery } from '@tanstack/react-query';
import { ScrollText, Sparkles } from 'lucide-react';
import { useState } from 'react';
import type { Reply } from '../../../api/client.ts';
import { Button } from '../../../design/controls/button.tsx';
import { llmStatusQuery, usableTask } from '../../../data/queries/llm.ts';
import { useServices } from '../../../data/services.ts';
import { useModelRequest } from '../../../data/use-model-request.ts';
import { strings } from '../../../i18n/strings.ts';
import { CitedText, type Citation } from './cited-text.tsx';
import styles from './thread-assist.module.css';

const t = strings.assist.reader;

type ThreadAssistProps = {
  data: Reply<'threads', 'get'>;
  /** Expands messages. */
  onReveal: (messageIds: readonly string[]) => void;
};

type Kind = 'summary' | 'briefing';
type Written = { text: string; model: string; citations: readonly Citation[] };

/** A summary or a briefing of the conversation when the user asks for it. Nothing is shown while no model may be asked. */
export function ThreadAssist({ data, onReveal }: ThreadAssistProps) {
  const { api } = useServices();
  const { data: status } = useQuery(llmStatusQuery(api));
  const { state, run, stop } = useModelRequest<Written>();
  const [kind, setKind] = useState<Kind>('summary');
  const summarizer = usableTask(status, 'summarize');
  const briefer = usableTask(status, 'briefing');
  if (!summarizer && !briefer) return null;
  const thread_id = data.thread.id;

  function write(next: Kind, refresh = false): void {
    setKind(next);
    void run(async (signal) => {
      if (next === 'summary') return api.assist.summarize({ thread_id, refresh }, signal);
      const { briefing } = await api.assist.threadBriefing({ thread_id, refresh }, signal);
      return { ...briefing, text: briefing.body_markdown };
    });
  }

  const model = (kind === 'summary' ? summarizer : briefer)?.model ?? '';
  return (
    <section className={styles['assist']} aria-label={t.label}>
      <div className={styles['buttons']}>
        {summarizer && (
          <Button look="quiet" onClick={() => write('summary')}>
            <Sparkles aria-hidden="true" />
            {t.summarize}
          </Button>
        )}
        {briefer && (
          <Button look="quiet" onClick={() => write('briefing')}>
            <ScrollText aria-hidden="true" />
            {t.brief}
          </Button>
        )}
      </div>
      <div role="status">
        {state.step === 'writing' && <p className={styles['note']}>{t.writing({ model })}</p>}
        {state.step === 'failed' && (
          <p className={styles['fault']}>
            {t.failed}. {state.problem}
          </p>
        )}
      </div>
      {state.step === 'writing' && <Button onClick={stop}>{t.stop}</Button>}
      {state.step === 'done' && (
        <div className={styles['written']}>
          <h2>{t[kind]}</h2>
          <CitedText {...state.result} onReveal={onReveal} />
          <p className={styles['note']}>{t.by({ model: state.result.model })}</p>
          <div className={styles['buttons']}>
            <Button look="quiet" onClick={() => write(kind, true)}>
              {t.again}
            </Button>
            <Button look="quiet" onClick={stop}>
              {t.hide}
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}
