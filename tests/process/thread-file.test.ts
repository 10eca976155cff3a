import { expect, it } from 'vitest';
import { threadFile } from '../../service/process/thread-file.ts';

it.each([
  ['file:///a/service/tables/export-view.ts', 'file:///a/service/tables/export-thread.ts'],
  ['file:///a/.build/service/service.js', 'file:///a/.build/service/export-thread.js'],
  ['file:///a/.build/service/chunks/view-1.js', 'file:///a/.build/service/export-thread.js'],
])('for %s the thread’s file is %s', (caller, file) => {
  expect(threadFile('export-thread', caller).href).toBe(file);
});
