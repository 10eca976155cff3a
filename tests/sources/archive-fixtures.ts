import { crc32, deflateRawSync } from 'node:zlib';

/** Makes ZIP archives, including faulty ones. */

export type Member = {
  name: string;
  data: string | Buffer;
  /** Stored without compression. */
  isStored?: boolean;
  /** Writes sizes and checksum after the data, as streaming programs do. */
  isStreamed?: boolean;
  /** False entries in the directory. */
  says?: { size?: number; crc?: number; method?: number; flags?: number; name?: string };
};

/** @returns a ZIP archive, with the directory at its end. */
export function archive(members: readonly Member[], comment = ''): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, data, isStored = false, isStreamed = false, says = {} } of members) {
    const bytes = Buffer.from(data);
    const packed = isStored ? bytes : deflateRawSync(bytes, { level: 1 });
    const method = says.method ?? (isStored ? 0 : 8);
    const flags = says.flags ?? (isStreamed ? 8 : 0);
    const [crc, size] = [says.crc ?? crc32(bytes), says.size ?? bytes.length];
    const sizes = numbers([4, crc], [4, packed.length], [4, size]);
    const about = numbers([2, 20], [2, flags], [2, method], [4, 0]);
    const local = Buffer.concat([
      numbers([4, 0x04034b50]),
      about,
      isStreamed ? Buffer.alloc(12) : sizes,
      numbers([2, name.length], [2, 0]),
      Buffer.from(name),
      packed,
      isStreamed ? Buffer.concat([numbers([4, 0x08074b50]), sizes]) : Buffer.alloc(0),
    ]);
    const known = says.name ?? name;
    directory.push(
      numbers([4, 0x02014b50], [2, 20]),
      about,
      sizes,
      numbers([2, known.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, at]),
      Buffer.from(known),
    );
    parts.push(local);
    at += local.length;
  }
  const list = Buffer.concat(directory);
  const count = members.length;
  const end = numbers([4, 0x06054b50], [4, 0], [2, count], [2, count], [4, list.length], [4, at]);
  return Buffer.concat([...parts, list, end, numbers([2, comment.length]), Buffer.from(comment)]);
}

function numbers(...all: readonly [bytes: 2 | 4, value: number][]): Buffer {
  const out = Buffer.alloc(all.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of all) at = out.writeUIntLE(value, at, bytes);
  return out;
}
