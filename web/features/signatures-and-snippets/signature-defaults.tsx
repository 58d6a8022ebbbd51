import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../data/services.ts';
import { accountsQuery } from '../../data/queries/mail.ts';
import { strings } from '../../i18n/strings.ts';
import { useTextEdits } from './use-text-edits.ts';
import { signatureDefaultsQuery, signaturesQuery } from '../../data/queries/signatures-and-snippets.ts';
import styles from './signatures-and-snippets.module.css';
import { Select } from '../../design/controls/select.tsx';

const t = strings.texts;
const kinds = ['new', 'reply'] as const;

/** The default signatures of new mail and answers: for all accounts, or for one. */
export function SignatureDefaults() {
  const { api } = useServices();
  const accounts = useQuery(accountsQuery(api)).data?.accounts ?? [];
  const scopes = [
    { id: undefined, name: t.everywhere },
    ...accounts.map(({ account_id, name }) => ({ id: account_id, name })),
  ];
  return (
    <section aria-label={t.defaults} className={styles['section']}>
      <div className={styles['head']}>
        <h2>{t.defaults}</h2>
      </div>
      <p className={styles['hint']}>{t.defaultsHint}</p>
      <table className={styles['defaults']}>
        <thead>
          <tr>
            <th scope="col">{t.place}</th>
            <th scope="col">{t.forNew}</th>
            <th scope="col">{t.forReply}</th>
          </tr>
        </thead>
        <tbody>
          {scopes.map(({ id, name }) => (
            <tr key={id ?? ''}>
              <th scope="row" dir="auto">
                {name}
              </th>
              {kinds.map((kind) => (
                <td key={kind}>
                  <span className={styles['kind']} aria-hidden="true">
                    {kind === 'new' ? t.forNew : t.forReply}
                  </span>
                  <DefaultChoice kind={kind} accountId={id} scopeName={name} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type DefaultChoiceProps = { kind: 'new' | 'reply'; accountId: string | undefined; scopeName: string };

function DefaultChoice({ kind, accountId, scopeName }: DefaultChoiceProps) {
  const { api } = useServices();
  const names = useQuery(signaturesQuery(api)).data?.signatures.map(({ name }) => name) ?? [];
  const defaults = useQuery(signatureDefaultsQuery(api)).data?.defaults ?? [];
  const { setDefault } = useTextEdits();
  const chosen = defaults.find(
    (each) => each.kind === kind && (each.account_id ?? undefined) === accountId && !each.from_email,
  );
  const where = { kind, ...(accountId !== undefined && { account_id: accountId }) };
  return (
    <Select
      className={styles['field']}
      aria-label={t.defaultOf({ place: scopeName, kind: kind === 'new' ? t.forNew : t.forReply })}
      value={chosen?.signature.name ?? ''}
      onChange={({ target }) => void setDefault(where, target.value || undefined)}
    >
      <option value="">{accountId === undefined ? t.none : t.asEverywhere}</option>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </Select>
  );
}
