import type { HTMLInputTypeAttribute } from 'react';
import { Select } from '../../design/controls/select.tsx';
import { strings } from '../../i18n/strings.ts';
import { dayOf, startOfDay } from './days.ts';
import type { FieldCondition, Test } from './rule-draft.ts';
import styles from './rules-page.module.css';

const t = strings.rules;

type TokenProps = {
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
};

/** A word of the sentence that is chosen from a list. */
export function Token({ label, value, options, onChange }: TokenProps) {
  return (
    <Select
      className={styles['token']}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {options.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </Select>
  );
}

type WordInputProps = {
  label: string;
  value: string;
  type?: HTMLInputTypeAttribute;
  placeholder?: string;
  /** The id of suggestions. */
  list?: string;
  onChange: (value: string) => void;
};

/** A word of the sentence that is typed. */
export function WordInput({ label, value, type = 'text', placeholder = label, list, onChange }: WordInputProps) {
  return (
    <input
      className={styles['token']}
      aria-label={label}
      placeholder={placeholder}
      type={type}
      dir="auto"
      maxLength={1000}
      size={Math.max(placeholder.length, value.length, 6)}
      list={list}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

const matchTypes = ['contains', 'exact', 'glob', 'regex'] as const;
const matchOptions = matchTypes.flatMap((type) => [type, `no_${type}`] as const);

type TestValueProps = { test: Test; labelList: string; onChange: (test: Test) => void };

/** What a condition compares with, after its first word. */
export function TestValue({ test, labelList, onChange }: TestValueProps) {
  const { condition, isNot } = test;
  const change = (next: FieldCondition) => onChange({ condition: next, isNot });
  if ('pattern' in condition) return <TextTest test={test} onChange={onChange} />;
  if ('label' in condition)
    return (
      <>
        <NotToken test={test} onChange={onChange} />
        <WordInput
          label={t.label}
          value={condition.label}
          list={labelList}
          onChange={(label) => change({ ...condition, label })}
        />
      </>
    );
  if ('bytes' in condition)
    return (
      <>
        <WordInput
          label={t.megabytesLabel}
          type="number"
          value={String(condition.bytes / 1_000_000)}
          onChange={(text) => change({ ...condition, bytes: Math.round(Math.max(0, Number(text)) * 1_000_000) })}
        />
        <span>{t.mb}</span>
      </>
    );
  if ('date' in condition)
    return (
      <WordInput
        label={t.date}
        type="date"
        value={dayOf(condition.date)}
        onChange={(day) => change({ ...condition, date: startOfDay(day) })}
      />
    );
  if ('match_kind' in condition)
    return (
      <Token
        label={t.links}
        value={condition.match_kind}
        options={(['any', 'heavy', 'none'] as const).map((each) => [each, t.linkKinds[each]])}
        onChange={(kind) => change({ ...condition, match_kind: kind as typeof condition.match_kind })}
      />
    );
  if ('place' in condition)
    return (
      <>
        <NotToken test={test} onChange={onChange} />
        <Token
          label={t.place}
          value={condition.place}
          options={(['inbox', 'archived', 'sent', 'draft', 'trash', 'spam'] as const).map((each) => [
            each,
            t.places[each],
          ])}
          onChange={(place) => change({ ...condition, place: place as typeof condition.place })}
        />
      </>
    );
  return null;
}

function TextTest({ test: { condition, isNot }, onChange }: Omit<TestValueProps, 'labelList'>) {
  if (!('pattern' in condition)) return null;
  const { pattern } = condition;
  const choose = (option: string) => {
    const type = matchTypes.find((each) => option === each || option === `no_${each}`) ?? 'contains';
    onChange({ condition: { ...condition, pattern: { ...pattern, type } }, isNot: option.startsWith('no_') });
  };
  return (
    <>
      <Token
        label={t.comparison}
        value={isNot ? `no_${pattern.type}` : pattern.type}
        options={matchOptions.map((each) => [each, t.matches[each]])}
        onChange={choose}
      />
      <WordInput
        label={t.text}
        value={pattern.value}
        onChange={(value) => onChange({ condition: { ...condition, pattern: { ...pattern, value } }, isNot })}
      />
    </>
  );
}

function NotToken({ test: { condition, isNot }, onChange }: Omit<TestValueProps, 'labelList'>) {
  return (
    <Token
      label={t.comparison}
      value={isNot ? 'no' : 'yes'}
      options={[
        ['yes', t.is],
        ['no', t.isNot],
      ]}
      onChange={(value) => onChange({ condition, isNot: value === 'no' })}
    />
  );
}
