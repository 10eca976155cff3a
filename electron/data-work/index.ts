/** The door of the room: imports, uploads and exports that the user asked the host for. */
export { createExports, type Exports, type ReadyFile } from './exports.ts';
export { createJobs, type JobResult, type Jobs } from './jobs.ts';
export { BrokenOff } from './receive-csv.ts';
export { type BorrowedUpload, createUploads, LARGEST_BYTES, type Uploads } from './uploads.ts';
export { makeWorkFolder, removeStaleDrafts } from './work-folder.ts';
