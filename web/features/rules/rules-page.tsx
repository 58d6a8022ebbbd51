import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { rulesQuery } from '../../data/queries/rules.ts';
import { useServices } from '../../data/services.ts';
import { EmptyState, ErrorState } from '../../design/feedback/empty-state.tsx';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { Page } from '../../design/layout/page.tsx';
import { strings } from '../../i18n/strings.ts';
import { draftOf, newDraft } from './rule-draft.ts';
import { RuleEditor } from './rule-editor.tsx';
import { RuleFiles } from './rule-files.tsx';
import { RuleList } from './rule-list.tsx';
import { ruleOfSearch } from './search-rule.ts';
import styles from './rules-page.module.css';

const t = strings.rules;

/** What a new rule begins with: a sender, or the conditions of a search, one on each line. */
type RuleStart = { from: string | undefined; clauses: string | undefined };

/** The rules for new mail, or one of them. */
export function RulesPage() {
  const { rule } = useParams({ from: '/rules/{-$rule}' });
  return rule === undefined ? <AllRules /> : <OneRule key={rule} id={rule} />;
}

function AllRules() {
  const { api } = useServices();
  const { data: rules, error, refetch } = useQuery(rulesQuery(api));
  const add = (
    <Link to="/rules/{-$rule}" params={{ rule: 'new' }} className={styles['add']}>
      <Plus aria-hidden="true" />
      {t.add}
    </Link>
  );
  return (
    <Page title={t.title} hint={t.hint} tools={rules && rules.length > 0 && add}>
      <div className={styles['page']}>
        {!rules && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />)}
        {rules?.length === 0 && (
          <EmptyState illustration="resting" title={t.none} hint={t.noneHint}>
            {add}
          </EmptyState>
        )}
        {rules && rules.length > 0 && <RuleList rules={rules} />}
        {rules && <RuleFiles hasRules={rules.length > 0} />}
      </div>
    </Page>
  );
}

/** `id` is `new` for a rule that is not stored. */
function OneRule({ id }: { id: string }) {
  const { api } = useServices();
  const { from, clauses } = useSearch({ from: '/rules/{-$rule}' });
  const { data: rules, error, refetch } = useQuery(rulesQuery(api));
  const rule = rules?.find((each) => each.id === id);
  const title = id === 'new' ? t.newRule : (rule?.name ?? t.title);
  const back = (
    <Link to="/rules/{-$rule}" params={{ rule: undefined }} className={styles['link']}>
      {t.all}
    </Link>
  );
  return (
    <Page title={title} hint={t.editorHint} isWide more={back}>
      {!rules && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />)}
      {rules && !rule && id !== 'new' && <EmptyState illustration="resting" title={t.gone} hint={t.goneHint} />}
      {rules && rule && <RuleEditor rule={rule} initial={draftOf(rule)} />}
      {rules && id === 'new' && <NewRule from={from} clauses={clauses} />}
    </Page>
  );
}

/** A rule for the mail of a sender or of a search, if there is one to begin with. */
function NewRule({ from, clauses }: RuleStart) {
  const { draft, leftOut } = clauses ? ruleOfSearch(clauses.split('\n')) : { draft: newDraft(from), leftOut: [] };
  const notice = leftOut.length > 0 && t.leftOut({ conditions: leftOut.join(', ') });
  return <RuleEditor rule={undefined} initial={draft} notice={notice} />;
}
