import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CREDENTIAL, publish, temporaryFolder, testApp, weekdays } from './folder.ts';

/** Answers that are compressed on their way: the same bytes when they are read back, and untouched where nobody asks for it. */

const BEARER = { authorization: `Bearer ${CREDENTIAL}` };
const READ = { gzip: gunzipSync, br: brotliDecompressSync };
const ENCODINGS = ['gzip', 'br'] as const;
const CODE = 'total_public_debt_outstanding';
const ALL = `series=${CODE}&date_from=1900-01-01&date_to=2024-12-31`;
const PATHS = {
  chart: `/api/v1/view?series=us_debt.${CODE}`,
  page: `/api/v1/economic-data/us_debt?${ALL}`,
  csv: `/api/v1/economic-data/us_debt?${ALL}&format=csv`,
  calculated: `/api/v1/economic-data/us_debt?${ALL}&units=chg&format=csv`,
};

function folder(days = 25_000): string {
  const dataDir = temporaryFolder();
  const rows = weekdays('1900-01-02', days).map((date, i) => ({ code: CODE, date, value: `${i}.10` }));
  publish(dataDir, 'us_debt', rows);
  return dataDir;
}

describe('an answer that the client takes compressed', () => {
  it.each(Object.entries(PATHS))('%s reads back as the plain one', async (_, path) => {
    const { get } = await testApp({ dataDir: folder(), pageSize: 5000 });
    // Of a page the token tells the second that it was made in: the clock stands still here.
    const plain = await get(path, BEARER);
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const encoding of ENCODINGS) {
      const answer = await get(path, { ...BEARER, 'accept-encoding': encoding });
      expect(answer.headers).toMatchObject({
        'content-encoding': encoding,
        vary: expect.stringContaining('Accept-Encoding'),
        etag: plain.headers.etag,
      });
      expect(READ[encoding](answer.bytes).equals(plain.bytes)).toBe(true);
      expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 4);
      const head = await get(path, { ...BEARER, 'accept-encoding': encoding }, 'HEAD');
      expect(head.headers['content-encoding']).toBe(encoding);
      expect(head.headers['x-total-count']).toBe(plain.headers['x-total-count']);
    }
  });

  it('has the encoding that the client prefers, and none that it refuses', async () => {
    const { get } = await testApp({ dataDir: folder(1000), pageSize: 5000 });
    for (const path of Object.values(PATHS)) {
      for (const [accept, encoding] of [
        ['gzip, deflate, br, zstd', 'gzip'],
        ['gzip;q=0.5, br', 'br'],
        ['br;q=0, gzip', 'gzip'],
        ['gzip;q=0, br;q=0', undefined],
        ['identity', undefined],
        ['zstd', undefined],
      ]) {
        const { headers } = await get(path, { ...BEARER, 'accept-encoding': accept as string });
        expect(headers['content-encoding'], `${path} ${accept}`).toBe(encoding);
      }
    }
  });

  it('is not compressed where it is short', async () => {
    const { get } = await testApp();
    const short = PATHS.csv.replace('1900-01-01', '2024-02-20');
    const { headers, text } = await get(short, { ...BEARER, 'accept-encoding': 'gzip, br' });
    expect([headers['content-encoding'], text.split('\n')[0]]).toEqual([undefined, 'date,series,value']);
    const catalog = await get('/api/v1/catalog', { 'accept-encoding': 'gzip, br' });
    expect(catalog.headers['content-encoding']).toBe('br');
    expect(JSON.parse(brotliDecompressSync(catalog.bytes).toString()).datasets).toHaveLength(9);
  });
});
