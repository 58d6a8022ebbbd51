import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf, type Column } from './csv.ts';

type Row = { subject: string; bytes: number };
const columns: Column<Row>[] = [
  { name: 'Subject', value: ({ subject }) => subject },
  { name: 'Size', value: ({ bytes }) => bytes },
];

test('a table becomes lines of cells, and texts with commas, quotes or line ends are quoted', () => {
  assert.equal(
    csvOf(columns, [
      { subject: 'Plain', bytes: -1 },
      { subject: 'Two, "three"\nfour', bytes: 2 },
    ]),
    '\uFEFFSubject,Size\r\nPlain,-1\r\n"Two, ""three""\nfour",2\r\n',
  );
  const button: Column<Row> = { name: 'Action', value: () => '', isControl: true };
  assert.equal(csvOf([...columns, button], []), '\uFEFFSubject,Size\r\n');
});

test('a text of a stranger is no formula', () => {
  for (const subject of ['=HYPERLINK("https://x.example")', '+1', '-1', '@SUM(A1)', '\t=1']) {
    const [, line = ''] = csvOf(columns, [{ subject, bytes: 0 }]).split('\r\n');
    assert.match(line, /^"?'/, subject);
  }
});
