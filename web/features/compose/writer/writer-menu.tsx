import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Reply } from '../../../api/client.ts';
import { Button, IconButton } from '../../../design/controls/button.tsx';
import { PopoverPanel } from '../../../design/overlays/popover.tsx';
import type { Composition } from '../../../data/compose/composition.ts';
import { llmStatusQuery, usableTask } from '../../../data/queries/llm.ts';
import { useServices } from '../../../data/services.ts';
import { useModelRequest } from '../../../data/use-model-request.ts';
import { strings } from '../../../i18n/strings.ts';
import { writtenText } from '../editor/quoted-text.ts';
import { DraftReview } from './draft-review.tsx';
import { SuggestionView } from './suggestion-view.tsx';
import styles from './writer.module.css';

const t = strings.assist.writer;

type Suggestion = Reply<'assist', 'refine'>;
type Knobs = { shorter?: boolean; warmer?: boolean; more_formal?: boolean; my_voice?: boolean };

const rewordings: [keyof typeof t & ('shorter' | 'warmer' | 'formal' | 'voice'), Knobs][] = [
  ['shorter', { shorter: true }],
  ['warmer', { warmer: true }],
  ['formal', { more_formal: true }],
  ['voice', { my_voice: true }],
];

/** Suggests a text or another wording. The text changes only when the user takes the suggestion. Nothing while no model may be asked. */
export function WriterMenu({ composition }: { composition: Composition }) {
  const { api } = useServices();
  const { data: status } = useQuery(llmStatusQuery(api));
  const drafter = usableTask(status, 'draft_new');
  const refiner = usableTask(status, 'draft_refine');
  const reviewer = usableTask(status, 'answer_coverage') ?? usableTask(status, 'commitments');
  if (!drafter && !refiner) return null;
  return (
    <PopoverPanel
      name={t.name}
      side="top"
      trigger={
        <IconButton name={t.name}>
          <Sparkles />
        </IconButton>
      }
    >
      {(close) => (
        <>
          <Writer composition={composition} drafter={drafter?.model} refiner={refiner?.model} onClose={close} />
          {reviewer && <DraftReview composition={composition} model={reviewer.model} />}
        </>
      )}
    </PopoverPanel>
  );
}

type WriterProps = {
  composition: Composition;
  /** The models of the two tasks, as far as they may be asked. */
  drafter: string | undefined;
  refiner: string | undefined;
  onClose: () => void;
};

function Writer({ composition, drafter, refiner, onClose }: WriterProps) {
  const { api, toasts } = useServices();
  const { state, run, stop } = useModelRequest<{ suggestion: Suggestion; body: string }>();
  const [instruction, setInstruction] = useState('');
  const { session, fields } = composition.state();
  const hasText = writtenText(fields.body) !== '';
  const isBusy = state.step === 'writing';

  function draft(): void {
    void run(async (signal) => {
      const source = session.sourceMessageId === null ? {} : { source_message_id: session.sourceMessageId };
      const account = session.accountId === undefined ? {} : { account_id: session.accountId };
      const suggestion = await api.assist.newDraft({ instruction, ...source, ...account }, signal);
      return { suggestion, body: [suggestion.body, composition.state().fields.body].filter(Boolean).join('\n\n') };
    });
  }

  function reword(knobs: Knobs): void {
    void run(async (signal) => {
      // The daemon rewords the stored draft.
      if (!(await composition.save())) throw new Error(t.notSaved);
      const suggestion = await api.assist.refine({ draft_id: session.draftId, knobs }, signal);
      return { suggestion, body: suggestion.body };
    });
  }

  function use(body: string): void {
    const { body: before } = composition.state().fields;
    composition.replaceText(body);
    toasts.show({
      tone: 'plain',
      text: t.used,
      button: { label: t.undo, run: () => composition.replaceText(before) },
    });
    onClose();
  }

  if (state.step === 'done') {
    const { suggestion, body } = state.result;
    return (
      <SuggestionView
        before={composition.state().fields.body}
        after={body}
        model={suggestion.model}
        note={suggestion.context_note}
        onUse={() => use(body)}
        onDiscard={stop}
      />
    );
  }
  return (
    <div className={styles['writer']}>
      {drafter !== undefined && (
        <DraftForm instruction={instruction} onInstruction={setInstruction} isBusy={isBusy} onSubmit={draft} />
      )}
      {refiner !== undefined && hasText && <Rewordings isBusy={isBusy} onChoose={reword} />}
      <p role="status" className={state.step === 'failed' ? styles['fault'] : styles['note']}>
        {isBusy && t.writing({ model: drafter ?? refiner ?? '' })}
        {state.step === 'failed' && `${t.failed}. ${state.problem ?? ''}`}
      </p>
      {isBusy && <Button onClick={stop}>{t.stop}</Button>}
    </div>
  );
}

type DraftFormProps = {
  instruction: string;
  onInstruction: (instruction: string) => void;
  isBusy: boolean;
  onSubmit: () => void;
};

function DraftForm({ instruction, onInstruction, isBusy, onSubmit }: DraftFormProps) {
  function submit(event: FormEvent): void {
    event.preventDefault();
    event.stopPropagation();
    onSubmit();
  }
  return (
    <form onSubmit={submit} className={styles['form']}>
      <label>
        {t.say}
        <textarea
          className={styles['say']}
          rows={3}
          dir="auto"
          required
          placeholder={t.sayHint}
          value={instruction}
          onChange={({ target }) => onInstruction(target.value)}
        />
      </label>
      <Button type="submit" isBusy={isBusy}>
        {t.draft}
      </Button>
    </form>
  );
}

function Rewordings({ isBusy, onChoose }: { isBusy: boolean; onChoose: (knobs: Knobs) => void }) {
  return (
    <div className={styles['buttons']} role="group" aria-label={t.reword}>
      {rewordings.map(([name, knobs]) => (
        <Button key={name} look="quiet" isBusy={isBusy} onClick={() => onChoose(knobs)}>
          {t[name]}
        </Button>
      ))}
    </div>
  );
}
