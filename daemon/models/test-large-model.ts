import { bytes, modelFile, node, tensor, value } from './test-onnx.ts';

const [layers, width, heads, inner, words] = [12, 384, 12, 1_536, 30_522];
const float = 1;
const int64 = 7;

/** The encoder of BERT with these sizes, whose weights are random. */
export function largeModel(random: () => number): Buffer {
  const weights = (name: string, ...shape: number[]) => {
    const numbers = new Float32Array(shape.reduce((product, size) => product * size, 1));
    for (let at = 0; at < numbers.length; at++) numbers[at] = (random() - 0.5) / 10;
    return tensor(name, shape, float, Buffer.from(numbers.buffer));
  };
  const graph = Buffer.concat([
    node('Gather', ['table', 'input_ids'], 'x0', { axis: 0 }),
    node('Cast', ['attention_mask'], 'mask', { to: float }),
    node('Unsqueeze', ['mask', 'middle'], 'wide_mask'),
    node('Sub', ['wide_mask', 'one'], 'inverse_mask'),
    node('Mul', ['inverse_mask', 'far'], 'bias'),
    ...Array.from({ length: layers }, (_, at) => layer(at, weights)).flat(),
    node('Identity', [`x${layers}`], 'last_hidden_state'),
    bytes(2, 'large'),
    weights('table', words, width),
    weights('gain', width),
    tensor('middle', [2], int64, longs(1, 2)),
    tensor('split', [4], int64, longs(0, 0, heads, width / heads)),
    tensor('join', [3], int64, longs(0, 0, width)),
    tensor('one', [], float, Buffer.from(Float32Array.of(1).buffer)),
    tensor('far', [], float, Buffer.from(Float32Array.of(10_000).buffer)),
    ...['input_ids', 'attention_mask', 'token_type_ids'].map((name) => value(11, name, int64, ['batch', 'sequence'])),
    value(12, 'last_hidden_state', float, ['batch', 'sequence', width]),
  ]);
  return modelFile(graph);
}

/** Attention and two connected layers, each with a normalization. */
function layer(at: number, weights: (name: string, ...shape: number[]) => Buffer): Buffer[] {
  const name = (part: string) => `${part}${at}`;
  const projected = (part: string, perm: readonly number[]) => [
    node('MatMul', [name('x'), name(`w_${part}`)], name(`${part}_flat`)),
    node('Reshape', [name(`${part}_flat`), 'split'], name(`${part}_split`)),
    node('Transpose', [name(`${part}_split`)], name(part), { perm }),
    weights(name(`w_${part}`), width, width),
  ];
  return [
    ...projected('q', [0, 2, 1, 3]),
    ...projected('k', [0, 2, 3, 1]),
    ...projected('v', [0, 2, 1, 3]),
    node('MatMul', [name('q'), name('k')], name('scores')),
    node('Add', [name('scores'), 'bias'], name('masked')),
    node('Softmax', [name('masked')], name('shares'), { axis: 3 }),
    node('MatMul', [name('shares'), name('v')], name('seen')),
    node('Transpose', [name('seen')], name('seen_split'), { perm: [0, 2, 1, 3] }),
    node('Reshape', [name('seen_split'), 'join'], name('seen_flat')),
    node('MatMul', [name('seen_flat'), name('w_out')], name('attended')),
    node('Add', [name('attended'), name('x')], name('sum')),
    node('LayerNormalization', [name('sum'), 'gain'], name('normal')),
    node('MatMul', [name('normal'), name('w_inner')], name('inner')),
    node('Erf', [name('inner')], name('bent')),
    node('MatMul', [name('bent'), name('w_outer')], name('outer')),
    node('Add', [name('outer'), name('normal')], name('outer_sum')),
    node('LayerNormalization', [name('outer_sum'), 'gain'], `x${at + 1}`),
    weights(name('w_out'), width, width),
    weights(name('w_inner'), width, inner),
    weights(name('w_outer'), inner, width),
  ];
}

function longs(...numbers: number[]): Buffer {
  return Buffer.from(BigInt64Array.from(numbers, BigInt).buffer);
}
