import { expect, test } from 'vitest';
import { fredApp } from './fred-app.ts';

/** What the description of the API says of FRED's paths; it stands in described.md, where it can be read. */

type Operation = {
  operationId: string;
  summary: string;
  description: string;
  security: object[];
  parameters: {
    name: string;
    in: string;
    required: boolean;
    description: string;
    schema: object;
    example?: unknown;
  }[];
  responses: Record<string, { description: string; content?: Record<string, { schema?: object }> }>;
};

test('what the description of the API says of these paths', async () => {
  const app = await fredApp();
  const { paths } = JSON.parse((await app.get('/openapi.json')).text) as {
    paths: Record<string, { get: Operation }>;
  };
  const written = Object.entries(paths).flatMap(([path, { get }]) => {
    if (!/^\/(fred|graph)\//.test(path)) return [];
    const { operationId, summary, description, security, parameters, responses } = get;
    return [
      `## ${path}: ${summary}\n`,
      `${description}\n`,
      `\`${operationId}\` ${JSON.stringify(security)}\n`,
      ...parameters.map(
        ({ name, description: said, ...rest }) => `- ${name}: ${said} \`${JSON.stringify(rest)}\``,
      ),
      '',
      ...Object.entries(responses).map(
        ([status, { description: said, ...rest }]) => `- ${status}: ${said} \`${JSON.stringify(rest)}\``,
      ),
      '',
    ];
  });
  await expect(written.join('\n')).toMatchFileSnapshot('described.md');
});
