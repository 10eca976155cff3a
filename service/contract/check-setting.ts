import type { TSchema } from 'typebox';
import { quoted } from './failure.ts';
import { fits } from './fits.ts';
import { SETTINGS, type SettingRow } from './settings.ts';

// Not in `settings.ts`: only files without functions become plain data in the page (`schemas-as-data.ts`).

export function findSetting(name: string): SettingRow | undefined {
  return SETTINGS.find((row) => row.name === name);
}

export function settingProblem(
  name: string,
  { schema, default: defaultValue }: Pick<SettingRow, 'schema' | 'default'>,
  value: unknown,
): string | undefined {
  if (fits(schema, value)) return undefined;
  const given = typeof value === 'string' ? quoted(value) : (JSON.stringify(value) ?? 'nothing');
  return `${name} cannot be ${given}: ${allowed(schema, defaultValue)}.`;
}

function allowed(
  schema: TSchema & { enum?: unknown[]; description?: string; items?: TSchema; type?: string },
  defaultValue: unknown,
) {
  if (schema.enum) return `it is ${schema.enum.map((each) => JSON.stringify(each)).join(' or ')}`;
  if (schema.type === 'boolean') return 'it is true or false';
  const { description } = { ...schema.items, ...schema } as { description?: string };
  if (description !== undefined)
    return schema.items ? `it is a list of ${description}` : `it is ${description}`;
  return `its default is ${JSON.stringify(defaultValue)}`;
}
