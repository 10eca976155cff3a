import { readFileSync } from 'node:fs';
import { type Plugin, runnerImport } from 'vite';

/**
 * Replaces contract files that export only schemas by plain JSON Schema. So neither page nor service loads
 * TypeBox (120 to 210 KB) or builds the schemas at each start.
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
