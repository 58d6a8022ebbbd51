import { RefreshCw } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { Relationship } from '../../data/queries/relationship.ts';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { formatDate } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import type { Person } from './person.ts';
import { Section } from './section.tsx';
import styles from './person-page.module.css';

const t = strings.person;

/** How formally both write, the summary of a model if there is one, and the button that reads all mail again. */
export function HowYouWrite({ person, relationship }: { person: Person; relationship: Relationship }) {
  const { style, summary } = relationship;
  return (
    <Section title={t.style} aside={<RebuildButton person={person} />}>
      {style ? (
        <>
          <p>
            {t.styleYours({
              formality: formalityOf(style.formality_score),
              words: Math.round(style.avg_sentence_len),
            })}
          </p>
          <p>
            {t.styleTheirs({
              name: person.name,
              formality: formalityOf(style.formality_score_theirs),
              words: Math.round(style.avg_sentence_len_theirs),
            })}
          </p>
          <p className={styles['soft']}>
            {t.styleFrom({ yours: style.msg_count_used, theirs: style.msg_count_used_theirs })}
          </p>
        </>
      ) : (
        <p className={styles['empty']}>{t.noStyle}</p>
      )}
      {summary && (
        <>
          <h3 className={styles['side']}>{t.summary}</h3>
          <p dir="auto">{summary.text}</p>
          <p className={styles['soft']}>
            {t.summaryBy({ model: summary.model, day: formatDate(summary.computed_at) })}
          </p>
        </>
      )}
    </Section>
  );
}

function formalityOf(score: number): string {
  if (score > 0.6) return t.formality.formal;
  return score < 0.4 ? t.formality.casual : t.formality.neutral;
}

function RebuildButton({ person: { accountId, email, name } }: { person: Person }) {
  const { api, toasts, workTracker } = useServices();
  const { operations } = useSyncExternalStore(workTracker.subscribe, workTracker.state);
  const { runOnce } = useAction({ affects: ['people', 'modes', 'now', 'rail', 'jobs'] });
  const progress = Object.values(operations).find(({ operation }) => operation === 'rebuild-relationship');
  const rebuild = () =>
    runOnce(async () => {
      await api.relationships.rebuild({ account_id: accountId, email });
      toasts.show({ tone: 'plain', text: t.rebuilt({ name }) });
    }, t.notRebuilt({ name }));
  return (
    <Button look="quiet" isBusy={progress !== undefined} onClick={() => void rebuild()}>
      <RefreshCw aria-hidden="true" />
      {progress ? t.rebuilding({ done: progress.current ?? 0, total: progress.total ?? 0 }) : t.rebuild}
    </Button>
  );
}
