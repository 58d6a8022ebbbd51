// Writes files of onnx.proto3: each field is its number and kind, and a value or a length with its bytes.

/** A number, several, or a graph. */
type Attribute = number | readonly number[] | Buffer;

export function modelFile(graph: Buffer): Buffer {
  const opset = Buffer.concat([bytes(1, ''), integer(2, 17)]);
  return Buffer.concat([integer(1, 8), bytes(2, 'test'), bytes(7, graph), bytes(8, opset)]);
}

export function node(
  type: string,
  inputs: readonly string[],
  output: string,
  attributes: Record<string, Attribute> = {},
): Buffer {
  const attributeFields = Object.entries(attributes).map(([name, given]) =>
    bytes(5, Buffer.concat([bytes(1, name), ...attributeContent(given)])),
  );
  return bytes(
    1,
    Buffer.concat([...inputs.map((name) => bytes(1, name)), bytes(2, output), bytes(4, type), ...attributeFields]),
  );
}

function attributeContent(given: Attribute): Buffer[] {
  if (typeof given === 'number') return [integer(3, given), integer(20, 2)];
  if (Buffer.isBuffer(given)) return [bytes(6, given), integer(20, 5)];
  return [...given.map((each) => integer(8, each)), integer(20, 7)];
}

export function tensor(name: string, dimensions: readonly number[], type: number, data: Buffer): Buffer {
  return bytes(
    5,
    Buffer.concat([...dimensions.map((size) => integer(1, size)), integer(2, type), bytes(8, name), bytes(9, data)]),
  );
}

export function value(field: number, name: string, type: number, dimensions: readonly (string | number)[]): Buffer {
  const shape = dimensions.map((size) => bytes(1, typeof size === 'string' ? bytes(2, size) : integer(1, size)));
  const tensorType = Buffer.concat([integer(1, type), bytes(2, Buffer.concat(shape))]);
  return bytes(field, Buffer.concat([bytes(1, name), bytes(2, bytes(1, tensorType))]));
}

export function bytes(field: number, content: Buffer | string): Buffer {
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
