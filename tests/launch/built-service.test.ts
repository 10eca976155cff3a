import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SERVICE } from '../support/programs.ts';

test('the built service process reads few files at its start, and no library that it never uses', ({
  skip,
}) => {
  skip(!SERVICE.endsWith('.js'), 'the service is not built here; npm test builds it');
  const folder = path.dirname(SERVICE);
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const importsOf = (file: string) =>
    [...read(file).matchAll(/^import [^;]*?from "(\.[^"]+)"|import\("(\.[^"]+)"\)/gm)].map(([, at, later]) =>
      path.join(path.dirname(file), at ?? later ?? ''),
    );
  const [service = ''] = importsOf('main.js').filter((file) => /service-[\w-]+\.js$/.test(file));
  expect(readdirSync(path.join(folder, 'chunks')).map((name) => `chunks/${name}`)).toContain(service);
  const text = read(service);
  const atStart = [...text.matchAll(/^import [^;]*?from "(\.[^"]+)"/gm)].map(([, at]) => at);
  expect(atStart.length).toBeLessThanOrEqual(4);
  expect(text).toContain('node_modules/fastify/');
  const unused = /require\("node:http2"\)|node_modules\/(ajv|pino|fast-json-stringify\/index|semver)\//g;
  expect(text.match(unused)).toBeNull();
});
