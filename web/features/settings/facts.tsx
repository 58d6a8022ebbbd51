import styles from './settings.module.css';

type Fact = { name: string; value: string; where?: string | undefined };

/** A list of facts with their values or paths. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles['card']}>
      {facts.map(({ name, value, where }) => (
        <div key={name} className={styles['fact']}>
          <dt>{name}</dt>
          <dd>
            {value}
            {where && <code className={styles['path']}>{where}</code>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
