/** A file of an archive. */
export interface ZipFile {
  readonly name: string;
  readonly text: string;
}

/** Writes files into an archive that every system opens: ZIP without compression (APPNOTE, method 0). */
export function writeZip(files: readonly ZipFile[]): Blob {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const entries: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const file of files) {
    const [name, content] = [encoder.encode(file.name), encoder.encode(file.text)];
    const common = describeEntry(name.length, content);
    const local = concat(toBytes([0x04034b50, 4]), common, name, content);
    entries.push(
      concat(toBytes([0x02014b50, 4], [20, 2]), common, toBytes([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), name),
    );
    parts.push(local);
    offset += local.length;
  }
  const size = entries.reduce((sum, { length }) => sum + length, 0);
  const count = files.length;
  const end = toBytes([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2]);
  return new Blob([...parts, ...entries, end], { type: 'application/zip' });
}

/** The fields that an entry has before its file and in the directory: names in UTF-8, stored, without a time. */
function describeEntry(nameLength: number, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const { length } = content;
  const [utf8, stored, noTime, firstDay] = [0x0800, 0, 0, 0x21];
  return toBytes(
    [20, 2],
    [utf8, 2],
    [stored, 2],
    [noTime, 2],
    [firstDay, 2],
    [computeCrc(content), 4],
    [length, 4],
    [length, 4],
    [nameLength, 2],
    [0, 2],
  );
}

/** Writes numbers in so many bytes each, the smallest first. */
function toBytes(...numbers: readonly (readonly [number, number])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    numbers.flatMap(([value, size]) => Array.from({ length: size }, (_, at) => (value >>> (8 * at)) & 0xff)),
  );
}

function concat(...all: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const bytes of all) {
    joined.set(bytes, at);
    at += bytes.length;
  }
  return joined;
}

const table = Uint32Array.from({ length: 256 }, (_, at) => {
  let value = at;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Returns the CRC-32 of bytes (ISO 3309). */
function computeCrc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = table[(value ^ byte) & 0xff]! ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
