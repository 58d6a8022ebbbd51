import { strings } from '../../i18n/strings.ts';
import type { Operation, Parameter } from './api-document.ts';
import { useDocs } from './docs-context.ts';
import { type Draft, exampleText, isJson, keyOf } from './draft.ts';
import { choicesOf, nameIn, type Schema } from './schema.ts';
import styles from './try-it.module.css';
import { Select } from '../../design/controls/select.tsx';
import { Summary } from '../../design/controls/summary.tsx';

const words = strings.docs;

type FieldsProps = { operation: Operation; draft: Draft; onDraft: (draft: Draft) => void };

/** A field for each parameter, made from its type. An empty one is left out. Headers that nobody needs are folded up. */
export function ParameterFields({ operation, draft, onDraft }: FieldsProps) {
  const isAside = ({ in: place, isRequired }: Parameter) => place === 'header' && !isRequired;
  const aside = operation.parameters.filter(isAside);
  const rest = operation.parameters.filter((parameter) => !isAside(parameter));
  return (
    <>
      <Fields parameters={rest} draft={draft} onDraft={onDraft} />
      {aside.length > 0 && (
        <details className={styles['aside']}>
          <Summary>{words.headers}</Summary>
          <div className={styles['form']}>
            <Fields parameters={aside} draft={draft} onDraft={onDraft} />
          </div>
        </details>
      )}
    </>
  );
}

function Fields({ parameters, draft, onDraft }: Omit<FieldsProps, 'operation'> & { parameters: readonly Parameter[] }) {
  return parameters.map((parameter) => {
    const key = keyOf(parameter);
    return (
      <label key={key} className={styles['field']}>
        <span className={styles['name']}>
          {parameter.name}
          {parameter.isRequired && <span className={styles['required']}>{words.required}</span>}
        </span>
        <Control
          parameter={parameter}
          value={draft.values[key] ?? ''}
          onChange={(value) => onDraft({ ...draft, values: { ...draft.values, [key]: value } })}
        />
        {parameter.schema.type === 'array' && <span className={styles['hint']}>{words.oneALine}</span>}
      </label>
    );
  });
}

type ControlProps = { parameter: Parameter; value: string; onChange: (value: string) => void };

function Control({ parameter, value, onChange }: ControlProps) {
  const { document } = useDocs();
  const { schema, isRequired } = parameter;
  const options = optionsOf(schema, document.records);
  if (options) {
    return (
      <Select
        className={styles['control']}
        value={value}
        required={isRequired}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{words.leftOut}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </Select>
    );
  }
  const common = {
    className: styles['control'],
    value,
    required: isRequired,
    placeholder: exampleText(parameter, document.records),
    autoComplete: 'off',
    spellCheck: false,
  };
  if (schema.type === 'array')
    return <textarea rows={2} {...common} onChange={({ target }) => onChange(target.value)} />;
  return (
    <input
      inputMode={schema.type === 'integer' ? 'numeric' : undefined}
      {...common}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** The words a value is one of, if it is. */
function optionsOf(schema: Schema, records: ReadonlyMap<string, Schema>): string[] | undefined {
  if (schema.$ref !== undefined) {
    const record = records.get(nameIn(schema.$ref));
    return record && optionsOf(record, records);
  }
  if (schema.type === 'boolean') return ['true', 'false'];
  if (schema.enum) return schema.enum.map(String);
  const constants = choicesOf(schema).map((choice) => choice.const);
  return constants.length > 0 && constants.every((value) => typeof value === 'string') ? constants : undefined;
}

/** The body as JSON to edit, or the file that is sent. */
export function BodyField({ operation: { body }, draft, onDraft, fault }: FieldsProps & { fault: string | undefined }) {
  if (!body) return null;
  if (!isJson(body.type)) {
    return (
      <label className={styles['field']}>
        <span className={styles['name']}>{words.chooseFile}</span>
        <input
          type="file"
          required={body.isRequired}
          onChange={({ target }) => onDraft({ ...draft, file: target.files?.[0] })}
        />
      </label>
    );
  }
  return (
    <div className={styles['field']}>
      <label className={styles['name']} htmlFor="docs-body">
        {words.body}
      </label>
      <textarea
        id="docs-body"
        className={styles['control']}
        rows={Math.min(16, Math.max(4, draft.body.split('\n').length))}
        value={draft.body}
        required={body.isRequired}
        spellCheck={false}
        aria-invalid={fault !== undefined}
        aria-describedby={fault ? 'docs-body-fault' : undefined}
        onChange={({ target }) => onDraft({ ...draft, body: target.value })}
      />
      {fault && (
        <p id="docs-body-fault" className={styles['bad']}>
          {fault}
        </p>
      )}
    </div>
  );
}
