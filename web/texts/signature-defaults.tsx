import { useQuery } from '@tanstack/react-query';
import { useParts } from '../parts.ts';
import { accountsQuery } from '../queries.ts';
import { strings } from '../strings.ts';
import { useTextEdits } from './edits.ts';
import { signatureDefaultsQuery, signaturesQuery } from './queries.ts';
import styles from './texts-page.module.css';

const words = strings.texts;
const kinds = ['new', 'reply'] as const;

/** Which signature is put below new mail and answers: everywhere, or of one account. */
export function SignatureDefaults() {
  const { api } = useParts();
  const accounts = useQuery(accountsQuery(api)).data?.accounts ?? [];
  const places = [
    { id: undefined, name: words.everywhere },
    ...accounts.map(({ account_id, name }) => ({ id: account_id, name })),
  ];
  return (
    <section aria-label={words.defaults} className={styles['section']}>
      <div className={styles['head']}>
        <h2>{words.defaults}</h2>
      </div>
      <p className={styles['hint']}>{words.defaultsHint}</p>
      <table className={styles['defaults']}>
        <thead>
          <tr>
            <th scope="col">{words.place}</th>
            <th scope="col">{words.forNew}</th>
            <th scope="col">{words.forReply}</th>
          </tr>
        </thead>
        <tbody>
          {places.map(({ id, name }) => (
            <tr key={id ?? ''}>
              <th scope="row" dir="auto">
                {name}
              </th>
              {kinds.map((kind) => (
                <td key={kind}>
                  <span className={styles['kind']} aria-hidden="true">
                    {kind === 'new' ? words.forNew : words.forReply}
                  </span>
                  <DefaultChoice kind={kind} accountId={id} place={name} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type DefaultChoiceProps = { kind: 'new' | 'reply'; accountId: string | undefined; place: string };

function DefaultChoice({ kind, accountId, place }: DefaultChoiceProps) {
  const { api } = useParts();
  const names = useQuery(signaturesQuery(api)).data?.signatures.map(({ name }) => name) ?? [];
  const defaults = useQuery(signatureDefaultsQuery(api)).data?.defaults ?? [];
  const { setDefault } = useTextEdits();
  const chosen = defaults.find(
    (each) => each.kind === kind && (each.account_id ?? undefined) === accountId && !each.from_email,
  );
  const where = { kind, ...(accountId !== undefined && { account_id: accountId }) };
  return (
    <select
      className={styles['field']}
      aria-label={words.defaultOf({ place, kind: kind === 'new' ? words.forNew : words.forReply })}
      value={chosen?.signature.name ?? ''}
      onChange={({ target }) => void setDefault(where, target.value || undefined)}
    >
      <option value="">{accountId === undefined ? words.none : words.asEverywhere}</option>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}
