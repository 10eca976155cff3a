import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|html)$/;
/** Makes the page a thirtieth larger than the best quality does, in a fortieth of the time. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Writes `x.js.br` and `x.js.gz` beside each text of the build, for `service/page/page-files.ts` to send. */
export function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const file of Object.values(bundle).filter(({ fileName }) => TEXT.test(fileName))) {
        const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        const name = path.join(dir, file.fileName);
        writeFileSync(`${name}.br`, brotliCompressSync(bytes, QUALITY));
        writeFileSync(`${name}.gz`, gzipSync(bytes));
      }
    },
  };
}
