/** A vector in one byte for each number, which is multiplied by `scale`. */
type Quantized = { values: Int8Array; scale: number };

/**
 * The numbers of a vector of length 1, relative to its largest. The scale is such that the product with the vector itself is exact: then
 * the rounding hardly changes the order of vectors that are close to a query, and to each other.
 */
export function quantized(vector: Float32Array): Quantized {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  const values = Int8Array.from(vector, (value) => Math.round((value / largest) * 127));
  let product = 0;
  for (let i = 0; i < vector.length; i++) product += vector[i]! * values[i]!;
  return { values, scale: dotProduct(vector, vector) / product || 0 };
}

/** The bytes of numbers as they are stored: little-endian, as on every system that the app runs on. */
export function bytesOf(values: Int8Array | Float32Array): Buffer {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
}

/** The numbers of a stored vector. */
export function floatsOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.slice().buffer);
}

export function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
