/** A vector in one byte for each number, which is multiplied by `scale`. */
export type Quantized = { values: Int8Array; scale: number };

/** The numbers of a vector of length 1, relative to its largest. */
export function quantized(vector: Float32Array): Quantized {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest / 127 || 1;
  return { values: Int8Array.from(vector, (value) => Math.round(value / scale)), scale };
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
