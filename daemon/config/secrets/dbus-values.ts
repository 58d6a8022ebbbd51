/** D-Bus value encoding (D-Bus specification, "Marshaling"), limited to the types that a Secret Service uses. */
export type BusValue = string | number | boolean | bigint | readonly BusValue[];

/** Encodes values in sequence, little-endian; `signature` names their types. Throws for unsupported types. */
export function busBytes(signature: string, values: readonly BusValue[], start = 0): Buffer {
  const parts: Buffer[] = [];
  let length = start;
  const put = (bytes: Buffer) => {
    parts.push(bytes);
    length += bytes.length;
  };
  const align = (to: number) => put(Buffer.alloc((to - (length % to)) % to));
  const number = (value: number) => {
    align(4);
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    put(bytes);
  };
  const write = (type: string, value: BusValue): void => {
    const fields = value as readonly BusValue[];
    switch (type[0]) {
      case 'y':
        return put(Buffer.from([Number(value)]));
      case 'b':
      case 'u':
        return number(Number(value));
      case 's':
      case 'o':
        number(Buffer.byteLength(String(value)));
        return put(Buffer.from(`${String(value)}\0`));
      case 'g':
        put(Buffer.from([String(value).length]));
        return put(Buffer.from(`${String(value)}\0`));
      case 'v':
        write('g', fields[0] ?? '');
        return write(String(fields[0]), fields[1] ?? '');
      case '(':
      case '{':
        align(8);
        return typesOf(type.slice(1, -1)).forEach((inner, index) => write(inner, fields[index] ?? ''));
      case 'a': {
        number(0);
        const lengthIndex = parts.length - 1;
        align(alignmentOf(type[1]));
        const contentStart = length;
        for (const item of fields) write(type.slice(1), item);
        parts[lengthIndex]?.writeUInt32LE(length - contentStart);
        return;
      }
      default:
        throw new Error(`values of the type ${type} are not written`);
    }
  };
  typesOf(signature).forEach((type, index) => write(type, values[index] ?? ''));
  return Buffer.concat(parts);
}

/** Decodes the values that `signature` names. Throws where the bytes end too early, or for unsupported types. */
export function busValues(signature: string, bytes: Buffer, start = 0): { values: BusValue[]; end: number } {
  let at = start;
  const align = (to: number) => (at += (to - (at % to)) % to);
  const skip = (count: number) => {
    const from = at;
    at += count;
    return from;
  };
  const number = (size: 4 | 8) => {
    align(size);
    const from = skip(size);
    return size === 4 ? bytes.readUInt32LE(from) : bytes.readBigUInt64LE(from);
  };
  const text = (length: number) => {
    const from = skip(length + 1);
    if (at > bytes.length) throw new Error('a message on the bus is incomplete');
    return bytes.toString('utf8', from, from + length);
  };
  const read = (type: string): BusValue => {
    switch (type[0]) {
      case 'y':
        return bytes.readUInt8(skip(1));
      case 'b':
        return number(4) === 1;
      case 'u':
      case 'i':
        return number(4);
      case 't':
      case 'x':
        return number(8);
      case 's':
      case 'o':
        return text(Number(number(4)));
      case 'g':
        return text(bytes.readUInt8(skip(1)));
      case 'v':
        return read(text(bytes.readUInt8(skip(1))));
      case '(':
      case '{':
        align(8);
        return typesOf(type.slice(1, -1)).map(read);
      case 'a': {
        const length = Number(number(4));
        align(alignmentOf(type[1]));
        const end = at + length;
        const items: BusValue[] = [];
        while (at < end) items.push(read(type.slice(1)));
        return items;
      }
      default:
        throw new Error(`values of the type ${type} are not read`);
    }
  };
  const values = typesOf(signature).map(read);
  return { values, end: at };
}

/** The complete types in a signature. */
function typesOf(signature: string): string[] {
  const types: string[] = [];
  for (let at = 0; at < signature.length;) {
    const end = endOfType(signature, at);
    types.push(signature.slice(at, end));
    at = end;
  }
  return types;
}

function endOfType(signature: string, at: number): number {
  let [depth, end] = [0, at];
  do {
    while (signature[end] === 'a') end += 1;
    const type = signature[end] ?? '';
    if (type === '') throw new Error(`${signature} is no signature`);
    if ('({'.includes(type)) depth += 1;
    if (')}'.includes(type)) depth -= 1;
    end += 1;
  } while (depth > 0);
  return end;
}

function alignmentOf(type: string | undefined): number {
  if (type === undefined || 'ygv'.includes(type)) return 1;
  return '({xtd'.includes(type) ? 8 : 4;
}
