/** @type {typeof import('../process/command-line.ts').programName} */
export const currentProgramName = await import('../process/command-line.ts').then(
  (commandLine) => commandLine.programName,
  // A Node that reads no TypeScript was started by npm.
  () => () => 'npm run -s almanac --',
);
