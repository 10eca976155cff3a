/** The utility process of the specs beside it: answers every message with what it got. */
process.parentPort.on('message', ({ data }) => {
  if (data === 'end') process.exit(7);
  process.parentPort.postMessage({ got: data, type: process.type, hasSend: typeof process.send });
});
