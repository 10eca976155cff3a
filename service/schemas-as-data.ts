import { readFileSync } from 'node:fs';
import { type Plugin, runnerImport } from 'vite';

/**
 * For the bundles: files of the contract that export nothing but schemas become plain JSON Schema, which is all that checks (`fits`) and
 * the OpenAPI document need. So neither the page nor the service loads the library that writes them (TypeBox, 120 to 210 KB), nor
 * makes the schemas anew at each start.
 */
export function schemasAsData(): Plugin {
  return {
    name: 'schemas-as-data',
    enforce: 'pre',
    async load(id) {
      const isContract = /\/service\/contract\/[a-z-]+\.ts$/.test(id);
      if (!isContract || !readFileSync(id, 'utf8').includes(`from 'typebox'`)) return undefined;
      const { module } = await runnerImport<Record<string, unknown>>(id);
      const exported = Object.entries(module);
      if (exported.some(([, value]) => typeof value === 'function')) return undefined;
      return exported.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
    },
  };
}
