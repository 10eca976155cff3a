import { constants, inflateRawSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const HEADER_BYTES = 30;
/** More than 64 KiB of any publisher's archive unpack to. */
const MOST_TEXT = 4 << 20;

/** A file in the beginning of a ZIP archive: its name, and as much of its content as is there. */
export type HeadMember = { name: string; text(): string };

/**
 * @param head the beginning of a file.
 * @returns the files of a ZIP archive whose headers are in the head: enough to recognise an archive, not to read it. Empty for other files.
 */
export function membersInHead(head: Buffer): HeadMember[] {
  if (!head.subarray(0, 4).equals(SIGNATURE)) return [];
  const members: HeadMember[] = [];
  for (let at = 0; at >= 0; at = head.indexOf(SIGNATURE, at + 1)) {
    if (at + HEADER_BYTES > head.length) break;
    const nameEnd = at + HEADER_BYTES + head.readUInt16LE(at + 26);
    const start = nameEnd + head.readUInt16LE(at + 28);
    const method = head.readUInt16LE(at + 8);
    const name = head.subarray(at + HEADER_BYTES, nameEnd).toString('utf8');
    members.push({ name, text: () => textOf(head.subarray(start), method) });
  }
  return members;
}

function textOf(bytes: Buffer, method: number): string {
  if (method === 0) return bytes.toString('utf8');
  try {
    // With this flush a part that is cut gives what there is of it.
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MOST_TEXT };
    return inflateRawSync(bytes, options).toString('utf8');
  } catch {
    return '';
  }
}
