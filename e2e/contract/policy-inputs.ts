import assert from 'node:assert/strict';
import { createExamples } from '../../bridge/openapi/examples.ts';
import { requestsByName } from '../../daemon/contract.ts';
import { isUpload, type Request } from '../../daemon/contract/define.ts';
import { fieldsOf, schemaCollection } from '../../daemon/contract/json-schema.ts';
import type { ExpectedRow } from './policy-expectations.ts';

const rows = requestsByName();

const collection = schemaCollection();
const inputsOfRows = new Map([...rows].map(([name, { input }]) => [name, fieldsOf(collection, input)]));
const examples = createExamples(collection.components);

/** Fields that a valid input needs and that are not marked as required, or have no example. */
export const someId = '0195804f-3c2a-7d41-9b06-5e8d2f61c7a4';
const moreFields: Record<string, object> = {
  'blockedSenders.block': { sender: 'eve@example.test' },
  'compose.upload': { draft_path: someId, filename: 'x' },
  'compose.uploadFile': { filename: 'x' },
  'images.allow': { message_id: someId },
  'import.uploadFile': { import_id: someId, path: 'x', size: 1 },
  'import.start': { path: '/x' },
  'import.get': { job_id: someId },
  'labels.rename': { from: 'x', to: 'y' },
  'modes.membership': { thread_id: someId },
};

/** The fields of a line that name something of an account, one at a time. */
export function idFieldsOf({ accounts }: ExpectedRow): (string | undefined)[] {
  return accounts === 'none' || accounts === 'filtered' ? [undefined] : accounts.split(/[,+]/);
}

/** A valid input for a line: the required fields, and an id of the first account in one of the fields that name accounts. */
export function inputOf(
  { name, when }: ExpectedRow,
  field: string | undefined,
  message: { id: string; thread_id: string; account_id: string },
): object {
  const { properties, required } = inputsOfRows.get(name) ?? assert.fail(name);
  const fields = Object.fromEntries(required.map((field) => [field, properties[field] ?? {}]));
  const made = examples.body({ type: 'object', properties: fields, required }) as object;
  const id = field?.startsWith('account')
    ? message.account_id
    : field?.startsWith('thread')
      ? message.thread_id
      : message.id;
  const named = field === undefined ? {} : { [field]: field.endsWith('s') ? [id] : id };
  const request = rows.get(name) as Request;
  return {
    ...made,
    ...named,
    ...moreFields[name],
    ...when,
    ...(isUpload(request.input) && { content: emptyContent() }),
  };
}

async function* emptyContent(): AsyncGenerator<Uint8Array> {
  // An upload of no bytes.
}
