import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { accountsQuery } from '../../data/queries/mail.ts';
import type { Rule } from '../../data/queries/rules.ts';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { Field } from '../../design/controls/form-field.tsx';
import { Select } from '../../design/controls/select.tsx';
import { strings } from '../../i18n/strings.ts';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { contentOf, draftOf, type RuleDraft } from './rule-draft.ts';
import { RuleHistory } from './rule-history.tsx';
import { HookConfirmations, PauseNotice } from './rule-notices.tsx';
import { Sentence } from './sentence.tsx';
import styles from './rules-page.module.css';

const t = strings.rules;

type RuleEditorProps = { rule: Rule | undefined; initial: RuleDraft; notice?: string | false };

/** A rule as a sentence, what it would do with the mail that is here, and what it has done. `rule` is the stored one. */
export function RuleEditor({ rule, initial, notice = false }: RuleEditorProps) {
  const [draft, setDraft] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const navigate = useNavigate();
  const { save, isSaving } = useSave(setProblem);
  const content = contentOf(draft);
  const isChanged = rule === undefined || JSON.stringify(draft) !== JSON.stringify(initial);
  const change = (part: Partial<RuleDraft>) => setDraft({ ...draft, ...part });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const stored = await save(draft);
    if (!stored) return;
    if (rule) setDraft(draftOf(stored));
    else void navigate({ to: '/rules/{-$rule}', params: { rule: stored.id }, search: {}, replace: true });
  }

  return (
    <div className={styles['editor']}>
      <div className={styles['main']}>
        {rule && <PauseNotice rule={rule} />}
        {rule && <HookConfirmations rule={rule} />}
        {notice && (
          <p role="status" className={styles['notice']}>
            {notice}
          </p>
        )}
        <form className={styles['form']} onSubmit={(event) => void submit(event)}>
          <Field
            label={t.name}
            placeholder={t.namePlaceholder}
            spellCheck
            maxLength={200}
            value={draft.name}
            onChange={({ target }) => change({ name: target.value })}
          />
          <Sentence draft={draft} onChange={change} />
          <Accounts draft={draft} onChange={change} />
          {problem !== undefined && (
            <p role="alert" className={styles['fault']}>
              {problem}
            </p>
          )}
          <div className={styles['buttons']}>
            <Button type="submit" look="primary" disabled={!isChanged} isBusy={isSaving}>
              {rule ? t.save : t.create}
            </Button>
            {isChanged && rule && (
              <Button look="quiet" onClick={() => setDraft(initial)}>
                {t.discard}
              </Button>
            )}
            {rule && <DeleteButton rule={rule} />}
          </div>
        </form>
        {rule && <RuleHistory rule={rule} />}
      </div>
      <PreviewPane content={content} rule={isChanged ? undefined : rule} />
    </div>
  );
}

/** Stores a draft, after it was checked for what is missing. Returns the stored rule, once the list has it. */
function useSave(setProblem: (problem: string | undefined) => void) {
  const { api, toasts } = useServices();
  const { runOnce, isPending } = useAction({ affects: ['rules'] });

  async function save(draft: RuleDraft): Promise<Rule | undefined> {
    const content = contentOf(draft);
    setProblem(content ? undefined : t.incomplete);
    if (!content) return undefined;
    const { id, enabled, priority } = draft;
    const name = draft.name.trim() || t.unnamed;
    let stored: Rule | undefined;
    await runOnce(async () => {
      const { rule } = await api.rules.upsert({
        rule: { ...content, name, enabled, ...(id && { id }), ...(priority !== undefined && { priority }) },
      });
      stored = rule;
      toasts.show({ tone: 'plain', text: t.saved({ name }) });
    }, t.notSaved);
    return stored;
  }

  return { save, isSaving: isPending };
}

/** The accounts whose mail the rule is about, if there are several. */
function Accounts({
  draft: { account_ids },
  onChange,
}: {
  draft: RuleDraft;
  onChange: (part: Partial<RuleDraft>) => void;
}) {
  const { api } = useServices();
  const accounts = useQuery(accountsQuery(api)).data?.accounts ?? [];
  if (accounts.length < 2) return null;
  const [only, ...others] = account_ids ?? [];
  return (
    <label className={styles['account']}>
      {t.account}
      <Select
        className={styles['field']}
        value={others.length > 0 ? 'several' : (only ?? '')}
        onChange={({ target }) => onChange({ account_ids: target.value === '' ? null : [target.value] })}
      >
        <option value="">{t.allAccounts}</option>
        {others.length > 0 && <option value="several">{t.someAccounts({ count: others.length + 1 })}</option>}
        {accounts.map(({ account_id, name }) => (
          <option key={account_id} value={account_id}>
            {name}
          </option>
        ))}
      </Select>
    </label>
  );
}

function DeleteButton({ rule: { id, name } }: { rule: Rule }) {
  const { api, toasts } = useServices();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const { runOnce } = useAction({ affects: ['rules'] });
  const remove = async () => {
    if (!(await runOnce(() => api.rules.delete({ id }), t.notDeleted))) return;
    toasts.show({ tone: 'plain', text: t.deleted({ name }) });
    void navigate({ to: '/rules/{-$rule}', params: { rule: undefined }, search: {} });
  };
  return (
    <>
      <Button look="quiet" onClick={() => setIsAsking(true)}>
        {t.delete}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t.deleteTitle({ name })}
          question={t.deleteQuestion}
          yes={t.yesDelete}
          onAnswer={(isConfirmed) => {
            setIsAsking(false);
            if (isConfirmed) void remove();
          }}
        />
      )}
    </>
  );
}
