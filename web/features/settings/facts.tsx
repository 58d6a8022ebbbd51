import styles from './settings.module.css';

type Fact = { name: string; value: string; where?: string | undefined };

/** What is so, and where it lies. */
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
