// `node build-bundle.mjs CONFIG FOLDER MODE` runs one Vite build in a process of its own. Vite and its
// compiler take up to a gigabyte until their process ends, and the launcher becomes the app's shell, which
// runs for days.
import { stripVTControlCharacters } from 'node:util';
import { build } from 'vite';

const [configFile, outDir, mode] = /** @type {[string, string, string]} */ (process.argv.slice(2));

try {
  await build({
    configFile,
    mode,
    logLevel: 'silent',
    // The size report would read and compress every file again.
    build: { outDir, emptyOutDir: mode === 'production', reportCompressedSize: false },
  });
} catch (error) {
  process.stderr.write(stripVTControlCharacters(String(error)));
  process.exitCode = 1;
}
