import { scanModule } from './scan-module.ts';

/** Vectors in memory. They are found by the number they are stored under. */
export type VectorScan = {
  readonly size: number;
  readonly bytes: number;
  add(vector: { id: number; sort_key: number; scale: number; quantized: Uint8Array }): void;
  /**
   * The numbers of the `count` vectors that are probably closest to a query of length 1, the closest first. Their products are
   * approximate, because a number of a vector has one byte. With `isAllowed`, only vectors of messages with these sort keys.
   */
  closest(query: Float32Array, count: number, isAllowed?: (sort_key: number) => boolean): Closest;
};

/** `typical` is half a standard deviation above the mean of all products: what is below it is no closer than most. */
type Closest = { ids: number[]; typical: number };

const pageBytes = 65_536;
/** Four gigabytes. */
const maxPages = 65_536;
/** The first page has the query, and after it the products of one block of vectors. */
const vectorsStart = pageBytes;
const productsStart = 16_384;
const blockSize = 8_192;
/** Query numbers have 14 bits: then no sum of products of 1,024 numbers exceeds 32. */
const queryRange = 8_191;
/** Memory is taken in steps of this many pages: 8 MB. */
const growthPages = 128;

/** Of WebAssembly, what is used here: it is part of no library that the daemon is checked with. */
declare const WebAssembly: {
  Memory: new (size: { initial: number; maximum: number }) => { buffer: ArrayBuffer; grow(pages: number): number };
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
};

type Scan = (vectors: number, end: number, dimensions: number, query: number, out: number) => void;

/** `dimensions` is a multiple of 32, at most 1,024. */
export function createVectorScan(dimensions: number): VectorScan {
  if (dimensions % 32 !== 0 || dimensions > 1_024) throw new RangeError(`vectors of length ${dimensions}`);
  const memory = new WebAssembly.Memory({ initial: 1, maximum: maxPages });
  const instance = new WebAssembly.Instance(new WebAssembly.Module(scanModule()), { env: { memory } });
  const scan = instance.exports['scan'] as Scan;
  let size = 0;
  let ids = new Float64Array(1_024);
  let sortKeys = new Float64Array(1_024);
  let scales = new Float32Array(1_024);

  function reserve(): void {
    if (size === ids.length) {
      ids = grown(ids);
      sortKeys = grown(sortKeys);
      scales = grown(scales);
    }
    const end = vectorsStart + (size + 1) * dimensions;
    if (end > memory.buffer.byteLength) memory.grow(growthPages);
  }

  return {
    get size() {
      return size;
    },
    get bytes() {
      return memory.buffer.byteLength + ids.byteLength + sortKeys.byteLength + scales.byteLength;
    },
    add({ id, sort_key, scale, quantized }) {
      reserve();
      new Uint8Array(memory.buffer, vectorsStart + size * dimensions, dimensions).set(quantized);
      ids[size] = id;
      sortKeys[size] = sort_key;
      scales[size] = scale;
      size++;
    },
    closest(query, count, isAllowed) {
      const unit = writeQuery(new Int16Array(memory.buffer, 0, dimensions), query);
      const best = createBest(count);
      let [compared, sum, squares] = [0, 0, 0];
      for (let start = 0; start < size; start += blockSize) {
        const length = Math.min(blockSize, size - start);
        const from = vectorsStart + start * dimensions;
        scan(from, from + length * dimensions, dimensions, 0, productsStart);
        const products = new Int32Array(memory.buffer, productsStart, length);
        for (let i = 0; i < length; i++) {
          if (isAllowed && !isAllowed(sortKeys[start + i]!)) continue;
          const score = products[i]! * scales[start + i]!;
          compared++;
          sum += score;
          squares += score * score;
          if (score > best.least()) best.add(start + i, score);
        }
      }
      const mean = sum / (compared || 1);
      const deviation = Math.sqrt(Math.max(0, squares / (compared || 1) - mean * mean));
      return { ids: best.positions().map((at) => ids[at]!), typical: (mean + deviation / 2) * unit };
    },
  };
}

function grown<Numbers extends Float64Array | Float32Array>(numbers: Numbers): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(Math.ceil(numbers.length * 1.5));
  larger.set(numbers);
  return larger;
}

/** Returns what one step of the written numbers is worth. */
function writeQuery(into: Int16Array, query: Float32Array): number {
  const largest = query.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  query.forEach((value, i) => (into[i] = Math.round((value / largest) * queryRange)));
  return largest / queryRange;
}

/** The best of many scores: a heap whose first entry is the worst of them. */
function createBest(count: number) {
  const scores = new Float64Array(count);
  const entries = new Float64Array(count);
  let length = 0;
  const place = (at: number, entry: number, score: number) => {
    entries[at] = entry;
    scores[at] = score;
  };
  const move = (from: number, to: number) => place(to, entries[from]!, scores[from]!);

  function rise(entry: number, score: number): void {
    let at = length++;
    for (let parent = (at - 1) >> 1; at > 0 && scores[parent]! > score; parent = (at - 1) >> 1) {
      move(parent, at);
      at = parent;
    }
    place(at, entry, score);
  }

  function replaceWorst(entry: number, score: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child + 1 < length && scores[child + 1]! < scores[child]!) child++;
      if (child >= length || scores[child]! >= score) break;
      move(child, at);
      at = child;
    }
    place(at, entry, score);
  }

  return {
    /** A score must exceed this to be among the best. */
    least: () => (length < count ? -Infinity : scores[0]!),
    add: (entry: number, score: number) => (length < count ? rise(entry, score) : replaceWorst(entry, score)),
    /** The best entries, the best first. */
    positions: () =>
      Array.from({ length }, (_, at) => at)
        .toSorted((a, b) => scores[b]! - scores[a]!)
        .map((at) => entries[at]!),
  };
}
