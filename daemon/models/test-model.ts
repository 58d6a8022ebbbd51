import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytes, modelFile, node, tensor, value } from './test-onnx.ts';
import { largeModel } from './test-large-model.ts';

/**
 * Writes a small model for tests into a folder: files like those of a profile, for the real tokenizer and the real runtime. Words of
 * one group mean the same; all other words are spelt, so that different words have different vectors. Over a text with `endlessWord` it
 * computes without end, in native code.
 */
export function writeTestModel(
  folder: string,
  { dimensions = 384, groups = testWordGroups }: { dimensions?: number; groups?: readonly (readonly string[])[] } = {},
): void {
  const vocabulary = vocabularyOf(groups);
  writeFiles(folder, vocabulary, modelOf(vocabulary, groups, dimensions));
}

/**
 * Writes a model of the size and shape of `bge-small-en-v1.5` in 32 bits, with random numbers: it takes the time and the memory of a
 * real one, and its vectors mean nothing.
 */
export function writeLargeTestModel(folder: string): void {
  writeFiles(folder, vocabularyOf(testWordGroups), largeModel(randomNumbers(1)));
}

function writeFiles(folder: string, vocabulary: readonly string[], model: Buffer): void {
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(tokenizerOf(vocabulary)));
  writeFileSync(
    join(folder, 'tokenizer_config.json'),
    JSON.stringify({ tokenizer_class: 'BertTokenizer', do_lower_case: true, unk_token: '[UNK]' }),
  );
  writeFileSync(join(folder, 'onnx', 'model_quantized.onnx'), model);
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

/** The model hangs over a text that contains it. */
export const endlessWord = 'perpetuum';

const specialTokens = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
const characters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

function vocabularyOf(groups: readonly (readonly string[])[]): string[] {
  return [...specialTokens, endlessWord, ...groups.flat(), ...characters, ...characters.map((each) => `##${each}`)];
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
    node('Equal', ['input_ids', 'endless_id'], 'is_endless'),
    node('Cast', ['is_endless'], 'endless_words', { to: 7 }),
    node('ReduceMax', ['endless_words'], 'is_any_endless', { keepdims: 0 }),
    node('Mul', ['is_any_endless', 'many'], 'rounds'),
    node('Loop', ['rounds', '', 'zero'], 'nothing', { body: endlessBody() }),
    node('Add', ['zeros', 'nothing'], 'nothings'),
    node('Add', ['nothings', 'mean'], 'last_hidden_state'),
    bytes(2, 'test'),
    tensor('table', [vocabulary.length, dimensions], 1, Buffer.from(table.buffer)),
    tensor('middle', [1], 7, Buffer.from(BigInt64Array.of(1n).buffer)),
    tensor('last', [1], 7, Buffer.from(BigInt64Array.of(2n).buffer)),
    tensor('endless_id', [], 7, Buffer.from(BigInt64Array.of(BigInt(vocabulary.indexOf(endlessWord))).buffer)),
    tensor('many', [], 7, Buffer.from(BigInt64Array.of(2n ** 62n).buffer)),
    tensor('zero', [], 1, Buffer.from(Float32Array.of(0).buffer)),
    ...['input_ids', 'attention_mask', 'token_type_ids'].map((name) => value(11, name, 7, ['batch', 'sequence'])),
    value(12, 'last_hidden_state', 1, ['batch', 'sequence', dimensions]),
  ]);
  return modelFile(graph);
}

/** A round of the loop: it doubles zero. */
function endlessBody(): Buffer {
  return Buffer.concat([
    node('Identity', ['goes_on'], 'goes_on_after'),
    node('Add', ['sum_before', 'sum_before'], 'sum_after'),
    bytes(2, 'round'),
    value(11, 'round_number', 7, []),
    value(11, 'goes_on', 9, []),
    value(11, 'sum_before', 1, []),
    value(12, 'goes_on_after', 9, []),
    value(12, 'sum_after', 1, []),
  ]);
}

function randomNumbers(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39) | 0;
    return ((state ^ (state >>> 12)) >>> 0) / 2 ** 32;
  };
}
