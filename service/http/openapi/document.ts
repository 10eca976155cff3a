import { APP_NAME } from '../../contract/names.ts';
import { DATASETS } from '../../datasets/index.ts';
import { HEADERS, RESPONSES, SCHEMAS, SECURITY_SCHEMES } from './components.ts';
import { discoveryPaths } from './discovery-paths.ts';
import { economicPath } from './economic-paths.ts';
import { errorTable } from './error-table.ts';
import { marketPaths } from './market-paths.ts';

const DESCRIPTION = `Read-only time series of the US economy and markets, from the ${APP_NAME} on this computer.

- **Keys** are made and revoked in the app under *API access*, or with \`npm run -s almanac -- keys create --label NAME\`.
- **Economic data** take the key as \`api_key\` or in the header \`X-API-Key\`, and are paged by \`pagination.next_url\`: append it to \`{base_url}/api/v1\` until it is null.
- **Market data** take the key in the header only, and are paged by \`limit\` and \`offset\`.
- **Values** are text, exactly as the publisher wrote them. **Dates** are \`YYYY-MM-DD\`.
- **Units and frequency** of economic data and yields are FRED's: \`units=pc1\` is the percent change from a year ago, \`frequency=q\` makes quarters. What the app's chart shows is such a request.
- A parameter that is misspelt, that means something only at another path, that stands twice or has brackets is refused with 422. Other unknown names are ignored.
- \`HEAD\` answers as \`GET\` does, without the body. Answers carry an \`ETag\`; \`If-None-Match\` gives 304 while the data are the same.
- Wrong keys are answered slowly after the first twenty: ten a second, whoever asks. A good key never waits for that. Limits are by the clock's minute and the UTC day, and outlive a restart; a clock that is set back into a minute that has passed begins that minute anew.
- Pages of other origins are refused. \`almanac serve --allow-origin https://example.org\`, or \`allowed_origins\` in settings.json of the data folder, lets pages of an origin in; they need a key as everybody does.
- The service listens on this computer only and answers to no other name than its own.

${errorTable()}`;

/**
 * @param version of the app.
 * @param port that the service answers on.
 * @returns the OpenAPI 3.1 document: https://spec.openapis.org/oas/v3.1.1.html
 */
export function openapiDocument(version: string, port: number): Record<string, unknown> {
  const economic = DATASETS.filter(({ group }) => group === 'economic-data').map(economicPath);
  return {
    openapi: '3.1.1',
    info: {
      title: `${APP_NAME} API`,
      version,
      summary: 'US economic and market data on this computer',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `http://127.0.0.1:${port}`, description: 'This computer' }],
    tags: [
      {
        name: 'Economic data',
        description: 'Seven datasets, paged by token; 100 requests a minute, 10,000 a day',
      },
      { name: 'Market data', description: 'Yields and constituents, paged by limit and offset' },
      { name: 'Discovery', description: 'Without a key: what there is, and whether the service is well' },
    ],
    paths: { ...Object.fromEntries(economic), ...marketPaths(), ...discoveryPaths() },
    components: {
      schemas: SCHEMAS,
      responses: RESPONSES,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}
