import { type ReactNode, useState } from 'react';
import { strings } from '../../i18n/strings.ts';
import { useDocs } from './docs-context.ts';
import styles from './schema-tree.module.css';
import { hrefOf } from './place.ts';
import { Prose } from './prose.tsx';
import { boundsOf, type Field, insideOf, type Schema, textOf, typeOf } from './schema.ts';
import { Summary } from '../../design/controls/summary.tsx';

const words = strings.docs;

/** Inline records that lie deeper than this open only when somebody wants them. */
const openTo = 3;

type TreeProps = {
  schema: Schema;
  /** What is sent says which fields are needed; what is answered says which may be absent. */
  side: Side;
  depth?: number;
};

type Side = 'sent' | 'answered';

/** A schema as a tree of fields. Shared records open where they stand, and their names lead to their own pages. */
export function SchemaTree({ schema, side, depth = 0 }: TreeProps) {
  const inside = insideOf(schema);
  if (!inside) return null;
  if ('record' in inside) return <RecordFold name={inside.record} side={side} depth={depth} />;
  if ('fields' in inside) return <Fields fields={inside.fields} side={side} depth={depth} />;
  return (
    <div className={styles['forms']}>
      {inside.forms.map((form, at) => (
        <Fold key={at} title={form.title}>
          <SchemaTree schema={form.schema} side={side} depth={depth + 1} />
        </Fold>
      ))}
    </div>
  );
}

function Fields({ fields, side, depth }: { fields: readonly Field[]; side: Side; depth: number }) {
  if (fields.length === 0) return <p className={styles['soft']}>{words.noFields}</p>;
  return (
    <ul className={styles['fields']}>
      {fields.map(({ name, schema, isRequired }) => (
        <li key={name} className={styles['field']}>
          <FieldHead name={name} schema={schema} isRequired={isRequired} side={side} />
          {depth < openTo ? (
            <SchemaTree schema={schema} side={side} depth={depth + 1} />
          ) : (
            insideOf(schema) && (
              <Fold title={words.fieldsOf({ record: name })}>
                <SchemaTree schema={schema} side={side} depth={depth + 1} />
              </Fold>
            )
          )}
        </li>
      ))}
    </ul>
  );
}

type FieldHeadProps = Field & { side: Side; place?: string; description?: string };

/** One field or parameter: name, type, bounds, what it is for. */
export function FieldHead({ name, schema, isRequired, side, place, description }: FieldHeadProps) {
  const facts = [
    ...(place ? [place] : []),
    ...boundsOf(schema),
    ...(side === 'sent' && schema.default !== undefined
      ? [words.standard({ value: JSON.stringify(schema.default) })]
      : []),
    ...(side === 'answered' && !isRequired ? [words.optional] : []),
  ];
  const shownDescription = description || schema.description;
  return (
    <>
      <p className={styles['line']}>
        <code className={styles['name']}>{name}</code>
        <span className={styles['type']}>
          <TypeWords schema={schema} />
        </span>
        {isRequired && side === 'sent' && <span className={styles['required']}>{words.required}</span>}
        {facts.length > 0 && <span className={styles['soft']}>{facts.join(', ')}</span>}
      </p>
      {shownDescription && (
        <p className={styles['description']}>
          <Prose text={shownDescription} />
        </p>
      )}
    </>
  );
}

export function TypeWords({ schema }: { schema: Schema }) {
  return typeOf(schema).map((part, at) =>
    typeof part === 'string' ? (
      part
    ) : (
      <a key={at} className={styles['record']} href={hrefOf({ kind: 'record', name: part.record })}>
        {textOf(part)}
      </a>
    ),
  );
}

function RecordFold({ name, side, depth }: { name: string; side: Side; depth: number }) {
  const { document } = useDocs();
  const record = document.records.get(name);
  const inside = record && insideOf(record);
  if (!record || !inside) return null;
  return (
    <Fold title={words.fieldsOf({ record: name })}>
      <SchemaTree schema={record} side={side} depth={depth + 1} />
    </Fold>
  );
}

/** What is folded up is not rendered, so that records which hold themselves end somewhere. */
function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles['fold']} open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <Summary>{title}</Summary>
      {isOpen && <div className={styles['inside']}>{children}</div>}
    </details>
  );
}
