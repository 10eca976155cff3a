import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Failure } from '../contract/failure.ts';

/** With these bytes a ZIP archive begins. */
const ZIP_MARK = Buffer.from('PK');
/** Bytes read at a time: enough to be fast, and little memory. */
const CHUNK_BYTES = 1 << 18;

export type OpenFile = {
  totalBytes: number;
  /**
   * @returns the first bytes, at most `length`; of a ZIP archive or workbook the last ones, too, where its directory and often its texts are.
   * `chunks` begins at the start all the same.
   */
  head(length: number): Promise<Buffer>;
  /** Reads the whole file in order. The pieces share one buffer: each is valid until the next is read. */
  chunks(): AsyncGenerator<Buffer, void, undefined>;
  close(): Promise<void>;
};

/**
 * Opens a file for reading.
 * @param path the path as given.
 * @param name what the file is called in messages.
 * @throws Failure 'invalid_file' where it does not exist, is a folder or a device, or cannot be read.
 */
export async function openFile(path: string, name = path): Promise<OpenFile> {
  let handle: FileHandle | undefined;
  try {
    // O_NONBLOCK: opening a pipe must not wait for its other end.
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await handle.stat();
    if (stats.isDirectory())
      throw new Failure('invalid_file', `${name} is a folder; name the files in it.`, { file: name });
    if (!stats.isFile()) throw new Failure('invalid_file', `${name} is not a file.`, { file: name });
    return readable(handle, name, stats.size);
  } catch (error) {
    await handle?.close();
    throw inOurWords(error, name);
  }
}

function readable(handle: FileHandle, name: string, totalBytes: number): OpenFile {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);

  async function read(length: number, position: number): Promise<Buffer> {
    try {
      const { bytesRead } = await handle.read(buffer, 0, length, position);
      return buffer.subarray(0, bytesRead);
    } catch (error) {
      throw inOurWords(error, name);
    }
  }
  return {
    totalBytes,
    async head(length) {
      const first = Buffer.from(await read(Math.min(length, CHUNK_BYTES), 0));
      if (totalBytes <= length || !first.subarray(0, 2).equals(ZIP_MARK)) return first;
      return Buffer.concat([first, await read(length, Math.max(totalBytes - length, length))]);
    },
    async *chunks() {
      let position = 0;
      for (;;) {
        const chunk = await read(CHUNK_BYTES, position);
        if (chunk.length === 0) return;
        position += chunk.length;
        yield chunk;
      }
    },
    close: () => handle.close(),
  };
}

function inOurWords(error: unknown, name: string): unknown {
  if (error instanceof Failure || !(error instanceof Error) || !('code' in error)) return error;
  const fail = (sentence: string) =>
    new Failure('invalid_file', `${name} ${sentence}`, { file: name }, { cause: error });
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return fail('does not exist.');
    case 'EACCES':
    case 'EPERM':
      return fail('may not be read by this user.');
    case 'EISDIR':
      return fail('is a folder; name the files in it.');
    default:
      return fail(`cannot be read (${String(error.code)}).`);
  }
}
