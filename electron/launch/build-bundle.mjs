// `node build-bundle.mjs CONFIG FOLDER MODE`: one build of Vite, in a process that ends with it. Vite and its compiler take up to a
// gigabyte, which stays with whoever has loaded them; the launcher becomes the shell of the app, which runs for days.
import { stripVTControlCharacters } from 'node:util';
import { build } from 'vite';

const [configFile, outDir, mode] = /** @type {[string, string, string]} */ (process.argv.slice(2));

try {
  await build({
    configFile,
    mode,
    logLevel: 'silent',
    // The size report reads and compresses every file again.
    build: { outDir, emptyOutDir: mode === 'production', reportCompressedSize: false },
  });
} catch (error) {
  process.stderr.write(stripVTControlCharacters(String(error)));
  process.exitCode = 1;
}
