// A reporter for `node --test`: one JSON object per line for each result. Plain JavaScript, because node loads it itself.
// `TestEvent` in results.ts is the type of a line.
import { inspect } from 'node:util';

export default async function* reporter(source) {
  for await (const { type, data } of source) {
    if (type === 'test:pass' || type === 'test:fail') yield `${JSON.stringify(resultOf(type, data))}\n`;
    if (type === 'test:stderr')
      yield `${JSON.stringify({ type: 'stderr', file: data.entryFile, text: data.message })}\n`;
    // One event for each program that completed, and one without a file for the whole run.
    if (type === 'test:summary') yield `${JSON.stringify({ type: 'end', file: data.file })}\n`;
  }
}

function resultOf(type, { name, nesting, file, entryFile, details, skip, todo }) {
  const { error } = details;
  return {
    type: 'result',
    isPassed: type === 'test:pass',
    isSuite: details.type === 'suite',
    name,
    nesting,
    file,
    entryFile,
    durationMs: details.duration_ms,
    skip: reasonOf(skip),
    todo: reasonOf(todo),
    failureType: error?.failureType,
    output: error && inspect(error.cause ?? error, { colors: false }),
  };
}

/** Node passes `true` if the test states no reason. */
function reasonOf(skip) {
  if (skip === undefined || skip === false) return undefined;
  return typeof skip === 'string' && skip !== '' ? skip : 'no reason given';
}
