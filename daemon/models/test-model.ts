import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes a small model for tests into a folder: files like those of a profile, for the real tokenizer and the real runtime. Words of
 * one group mean the same; all other words are spelt, so that different words have different vectors.
 */
export function writeTestModel(
  folder: string,
  { dimensions = 384, groups = testWordGroups }: { dimensions?: number; groups?: readonly (readonly string[])[] } = {},
): void {
  const vocabulary = vocabularyOf(groups);
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(tokenizerOf(vocabulary)));
  writeFileSync(
    join(folder, 'tokenizer_config.json'),
    JSON.stringify({ tokenizer_class: 'BertTokenizer', do_lower_case: true, unk_token: '[UNK]' }),
  );
  writeFileSync(join(folder, 'onnx', 'model_quantized.onnx'), modelOf(vocabulary, groups, dimensions));
}

/** Words with the same meaning. */
const testWordGroups = [
  ['car', 'automobile', 'vehicle'],
  ['boiler', 'furnace', 'heating'],
  ['invoice', 'bill', 'payment'],
  ['holiday', 'vacation', 'trip'],
  ['doctor', 'physician'],
  ['dinner', 'supper', 'meal'],
] as const;

const specialTokens = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
const characters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

function vocabularyOf(groups: readonly (readonly string[])[]): string[] {
  return [...specialTokens, ...groups.flat(), ...characters, ...characters.map((each) => `##${each}`)];
}

function tokenizerOf(vocabulary: readonly string[]): object {
  const id = (token: string) => vocabulary.indexOf(token);
  const special = (token: string) => ({ SpecialToken: { id: token, type_id: 0 } });
  return {
    version: '1.0',
    added_tokens: specialTokens.map((content) => ({ id: id(content), content, special: true })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [special('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, special('[SEP]')],
      pair: [],
      special_tokens: Object.fromEntries(
        ['[CLS]', '[SEP]'].map((token) => [token, { id: token, ids: [id(token)], tokens: [token] }]),
      ),
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((token, at) => [token, at])),
    },
  };
}

/** Every token of the output is the mean of all tokens of the text, so that each kind of pooling gives the same. */
function modelOf(vocabulary: readonly string[], groups: readonly (readonly string[])[], dimensions: number): Buffer {
  const table = new Float32Array(vocabulary.length * dimensions);
  vocabulary.forEach((token, at) => {
    if (['[PAD]', '[SEP]'].includes(token)) return;
    const group = groups.findIndex((words) => words.includes(token));
    const random = randomNumbers(group >= 0 ? group + 1 : 1_000 + at);
    const weight = group >= 0 ? 1 : 0.1;
    for (let i = 0; i < dimensions; i++) table[at * dimensions + i] = weight * (2 * random() - 1);
  });
  const graph = Buffer.concat([
    node('Gather', ['table', 'input_ids'], 'vectors', { axis: 0 }),
    node('Cast', ['attention_mask'], 'mask', { to: 1 }),
    node('Unsqueeze', ['mask', 'last'], 'wide_mask'),
    node('Mul', ['vectors', 'wide_mask'], 'masked'),
    node('ReduceSum', ['masked', 'middle'], 'sum', { keepdims: 1 }),
    node('ReduceSum', ['wide_mask', 'middle'], 'count', { keepdims: 1 }),
    node('Div', ['sum', 'count'], 'mean'),
    node('Mul', ['vectors', 'zero'], 'zeros'),
    node('Add', ['zeros', 'mean'], 'last_hidden_state'),
    bytes(2, 'test'),
    tensor('table', [vocabulary.length, dimensions], 1, Buffer.from(table.buffer)),
    tensor('middle', [1], 7, Buffer.from(BigInt64Array.of(1n).buffer)),
    tensor('last', [1], 7, Buffer.from(BigInt64Array.of(2n).buffer)),
    tensor('zero', [], 1, Buffer.from(Float32Array.of(0).buffer)),
    ...['input_ids', 'attention_mask', 'token_type_ids'].map((name) => value(11, name, 7, ['batch', 'sequence'])),
    value(12, 'last_hidden_state', 1, ['batch', 'sequence', dimensions]),
  ]);
  const opset = Buffer.concat([bytes(1, ''), integer(2, 13)]);
  return Buffer.concat([integer(1, 8), bytes(2, 'test'), bytes(7, graph), bytes(8, opset)]);
}

function randomNumbers(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39) | 0;
    return ((state ^ (state >>> 12)) >>> 0) / 2 ** 32;
  };
}

// The format is onnx.proto3: each field is its number and kind, and a value or a length with its bytes.

function node(
  type: string,
  inputs: readonly string[],
  output: string,
  attributes: Record<string, number> = {},
): Buffer {
  const attributeFields = Object.entries(attributes).map(([name, number]) =>
    bytes(5, Buffer.concat([bytes(1, name), integer(3, number), integer(20, 2)])),
  );
  return bytes(
    1,
    Buffer.concat([...inputs.map((name) => bytes(1, name)), bytes(2, output), bytes(4, type), ...attributeFields]),
  );
}

function tensor(name: string, dimensions: readonly number[], type: number, data: Buffer): Buffer {
  return bytes(
    5,
    Buffer.concat([...dimensions.map((size) => integer(1, size)), integer(2, type), bytes(8, name), bytes(9, data)]),
  );
}

function value(field: number, name: string, type: number, dimensions: readonly (string | number)[]): Buffer {
  const shape = dimensions.map((size) => bytes(1, typeof size === 'string' ? bytes(2, size) : integer(1, size)));
  const tensorType = Buffer.concat([integer(1, type), bytes(2, Buffer.concat(shape))]);
  return bytes(field, Buffer.concat([bytes(1, name), bytes(2, bytes(1, tensorType))]));
}

function bytes(field: number, content: Buffer | string): Buffer {
  const data = Buffer.from(content as string);
  return Buffer.concat([varint(field * 8 + 2), varint(data.length), data]);
}

function integer(field: number, number: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(number)]);
}

function varint(number: number): Buffer {
  const out: number[] = [];
  let rest = number;
  do {
    out.push((rest % 128) + (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Buffer.from(out);
}
