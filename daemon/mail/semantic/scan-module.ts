/**
 * The WebAssembly module that multiplies a query with vectors, as bytes. It is small enough to be written here by instruction
 * (WebAssembly 2.0, section 5, and its vector instructions), so that the project contains no binary without its source.
 *
 * It imports a memory and exports `scan(vectors, end, dimensions, query, out)`: for each vector from address `vectors` to `end`, one
 * byte for each number, the dot product with the query at `query`, two bytes for each number, is stored at `out` as an i32.
 * `dimensions` is a multiple of 32.
 */
export function scanModule(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([
    ...header,
    ...section(1, vectorOf([[0x60, ...vectorOf(Array.from({ length: 5 }, () => [i32])), 0x00]])),
    ...section(2, vectorOf([[...name('env'), ...name('memory'), 0x02, 0x00, 0x01]])),
    ...section(3, vectorOf([[0x00]])),
    ...section(7, vectorOf([[...name('scan'), 0x00, 0x00]])),
    ...section(10, vectorOf([sized(scanBody())])),
  ]);
}

const header = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const [i32, v128] = [0x7f, 0x7b];
const empty = 0x40;

// Parameters, then the addresses in the vector and in the query, the end of the vector, and four sums.
const [vectors, end, dimensions, query, out] = [0, 1, 2, 3, 4];
const [position, queryPosition, vectorEnd] = [5, 6, 7];
const sums = [8, 9, 10, 11] as const;

function scanBody(): number[] {
  return [
    ...vectorOf([
      [3, i32],
      [4, v128],
    ]),
    ...block(
      ...code(get(vectors), get(end), greaterOrEqual, branchIf(0)),
      ...loop(
        ...sums.flatMap((sum) => [...zero, ...set(sum)]),
        ...code(get(vectors), set(position), get(query), set(queryPosition)),
        ...code(get(vectors), get(dimensions), add, set(vectorEnd)),
        ...loop(
          // Thirty-two numbers in each round.
          ...[0, 16].flatMap((offset, half) => [
            ...multiplied(sums[2 * half]!, offset, extendLow),
            ...multiplied(sums[2 * half + 1]!, offset, extendHigh, 16),
          ]),
          ...code(get(position), constant(32), add, tee(position)),
          ...code(get(queryPosition), constant(64), add, set(queryPosition)),
          ...code(get(vectorEnd), less, branchIf(0)),
        ),
        ...code(get(sums[0]), get(sums[1]), addSums, get(sums[2]), addSums),
        ...code(get(sums[3]), addSums, set(sums[0])),
        ...code(get(out), partOf(0), partOf(1), add, partOf(2), add, partOf(3), add, store),
        ...code(get(out), constant(4), add, set(out)),
        ...code(get(vectorEnd), tee(vectors), get(end), less, branchIf(0)),
      ),
    ),
    0x0b,
  ];
}

/** Adds to a sum the products of eight numbers of the vector, at `offset` and made two bytes wide, with those of the query. */
function multiplied(sum: number, offset: number, extend: readonly number[], queryOffset = 0): number[] {
  const factors = [
    ...get(position),
    ...load(offset),
    ...extend,
    ...get(queryPosition),
    ...load(2 * offset + queryOffset),
  ];
  return [...factors, ...dotProduct, ...get(sum), ...addSums, ...set(sum)];
}

const code = (...parts: readonly (readonly number[])[]) => parts.flat();
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
const constant = (value: number) => [0x41, ...signed(value)];
const add = [0x6a];
const less = [0x49];
const greaterOrEqual = [0x4f];
const store = [0x36, 0x02, 0x00];
const branchIf = (depth: number) => [0x0d, depth];
const block = (...body: number[]) => [0x02, empty, ...body, 0x0b];
const loop = (...body: number[]) => [0x03, empty, ...body, 0x0b];
const load = (offset: number) => [0xfd, 0x00, 0x04, ...unsigned(offset)];
const zero = [0xfd, 0x0c, ...Array.from({ length: 16 }, () => 0)];
const extendLow = [0xfd, ...unsigned(0x87)];
const extendHigh = [0xfd, ...unsigned(0x88)];
const dotProduct = [0xfd, ...unsigned(0xba)];
const addSums = [0xfd, ...unsigned(0xae)];
const partOf = (number: number) => [...get(sums[0]), 0xfd, 0x1b, number];

function section(id: number, content: readonly number[]): number[] {
  return [id, ...sized(content)];
}

function vectorOf(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function sized(content: readonly number[]): number[] {
  return [...unsigned(content.length), ...content];
}

function name(text: string): number[] {
  return sized([...Buffer.from(text)]);
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >>> 7)];
}
