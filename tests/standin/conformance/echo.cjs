/** The utility process of these specs: sends every message back. */
process.parentPort.on('message', ({ data }) => {
  if (data === 'end') process.exit(7);
  process.parentPort.postMessage({ got: data, type: process.type, hasSend: typeof process.send });
});
