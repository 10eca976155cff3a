import { importFiles } from '../../service/ingest/index.ts';

/** A separate process that imports files (`DATA_DIR FILE…`), and prints the added rows or the failure. */
const [dataDir = '', ...files] = process.argv.slice(2);
try {
  const imported = await importFiles({ dataDir, files, now: () => new Date('2026-11-20T18:00:00Z') });
  console.log(JSON.stringify({ added: imported.flatMap(({ runs }) => runs.map(({ added }) => added)) }));
} catch (error) {
  const isFailure = error instanceof Error && error.name === 'Failure' && 'code' in error;
  console.log(
    JSON.stringify(isFailure ? { code: error.code, message: error.message } : { bug: String(error) }),
  );
}
