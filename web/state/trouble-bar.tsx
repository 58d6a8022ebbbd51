import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button, classes } from '../design/button.tsx';
import buttons from '../design/button.module.css';
import { useParts } from '../parts.ts';
import { accountsQuery, syncQuery } from '../queries.ts';
import { strings } from '../strings.ts';
import styles from './trouble-bar.module.css';
import { troubleOf } from './trouble.ts';

const words = strings.trouble;

/** Says above the mail why none comes (the status line says it aloud), where somebody can put that right, with the one button that does. */
export function TroubleBar() {
  const { api } = useParts();
  const client = useQueryClient();
  const trouble = troubleOf(useQuery(syncQuery(api)).data ?? []);
  const accounts = useQuery(accountsQuery(api)).data?.accounts;
  const again = useMutation({
    mutationFn: (account_id: string) => api.sync.start({ account_id }),
    onSettled: () => client.invalidateQueries({ queryKey: syncQuery(api).queryKey }),
  });
  if (!trouble) return null;
  const key = accounts?.find(({ account_id }) => account_id === trouble.account_id)?.key;
  return (
    <section className={styles['bar']} aria-label={words.label}>
      <p className={styles['words']}>
        <strong dir="auto">{trouble.name}</strong> {trouble.message}
      </p>
      {trouble.remedy === 'again' ? (
        <Button disabled={again.isPending} onClick={() => again.mutate(trouble.account_id)}>
          {words.again}
        </Button>
      ) : (
        key && (
          <Link
            to="/accounts"
            search={{ change: key }}
            className={classes(buttons['button'], buttons['plain'])}
            aria-label={`${words[trouble.remedy]}: ${trouble.name}`}
          >
            {words[trouble.remedy]}
          </Link>
        )
      )}
    </section>
  );
}
