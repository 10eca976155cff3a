/**
 * Takes errors of standard output: a full disk, or a reader that closes the pipe (`| head`), is not a bug. Without a listener the error
 * would be uncaught. A closed pipe is usually what the user wants; `export` and `view` treat it as a failure and say so themselves.
 */
export function watchOutput() {
  /** @type {NodeJS.ErrnoException | undefined} */
  let outputError;
  process.stdout.on('error', (error) => {
    outputError = error;
  });
  process.on('beforeExit', () => {
    if (!outputError || outputError.code === 'EPIPE' || process.exitCode) return;
    process.stderr.write(`almanac: The output cannot be written: ${outputError.message}.\n`);
    process.exitCode = 1;
  });
}
