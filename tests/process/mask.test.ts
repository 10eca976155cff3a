import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskSecrets, maskTarget } from '../../service/process/mask.ts';

const secret = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{19,40}[A-Za-z0-9]$/);

/** Places in a text where a key can occur. */
const PLACES: Readonly<Record<string, (key: string) => string>> = {
  'a key of ours in a sentence': (key) => `The key alm_${key} is not known.`,
  'a key of ours, percent-encoded': (key) => `GET /x?q=alm%5F${key}`,
  'user information': (key) => `fetch of https://me:${key}@api.example.org/v1 failed`,
  'user information that is a token': (key) => `proxy http://${key}@127.0.0.1:3128`,
  'the first parameter': (key) => `https://api.example.org/v1?api_key=${key}&from=2020`,
  'a later parameter': (key) => `https://api.example.org/v1?from=2020&UserID=${key}`,
  'the publisher’s own name for it': (key) => `?registrationkey=${key}`,
  'a signature': (key) => `https://files.example.org/a.csv?X-Amz-Signature=${key}`,
  'an OAuth state': (key) => `https://a.example.org/back?state=${key}`,
  'a login token': (key) => `Almanac is open at http://127.0.0.1:4000/#t=${key}`,
  'a bearer': (key) => `authorization was Bearer ${key}`,
  'a header': (key) => `X-API-Key: ${key}`,
  'a header of a raw message': (key) => `GET / HTTP/1.1\r\nCookie: session=${key}; a=b`,
  JSON: (key) => JSON.stringify({ seriesid: ['JTS1'], registrationkey: key }),
  'JSON with a space': (key) => JSON.stringify({ passphrase: `${key} ${key}` }, null, 2),
  'what inspect prints': (key) => `{ headers: { 'x-api-key': '${key}' }, apiKey: "${key}" }`,
  'JSON within JSON': (key) => JSON.stringify({ body: JSON.stringify({ registrationkey: key, a: 1 }) }),
  'JSON within JSON within JSON': (key) => JSON.stringify(JSON.stringify(JSON.stringify({ apiKey: key }))),
  'JSON with a quotation mark in it': (key) => JSON.stringify({ passphrase: `a"${key}` }),
  'a form': (key) => `registrationkey=${key}&seriesid=JTS1`,
  'a form that is quoted': (key) => `body: 'registrationkey=${key}&seriesid=JTS1'`,
  'a pair': (key) => `[['accept','*/*'],['X-API-Key','${key}']]`,
  'headers as they came': (key) => `rawHeaders: [\n  'X-API-Key',\n  '${key}'\n]`,
  'an assignment': (key) => `key='${key}'`,
  'an assignment with blanks': (key) => `const apiKey = "${key}";`,
  'an assignment of a template': (key) => `token=\`${key}\``,
  'an address within an address': (key) => `/try?url=${encodeURIComponent(`/v1?api_key=${key}&a=1`)}`,
  'an address within an address within an address': (key) =>
    `/a?b=${encodeURIComponent(`/c?d=${encodeURIComponent(`/e?f=1&token=${key}`)}`)}`,
  'the beginning of a line': (key) => `failed:\n--key ${key}`,
  'a quoted word of a command line': (key) => `almanac refresh --bls-key "${key}"`,
  'the environment': (key) => `ALMANAC_KEY_BLS=${key} node main.js`,
  'a word of a command line': (key) => `almanac refresh --bls-key ${key}`,
};

describe('maskSecrets', () => {
  it.each(Object.entries(PLACES))('leaves nothing of a key in %s', (_, place) => {
    fc.assert(
      fc.property(secret, (key) => {
        const masked = maskSecrets(`before ${place(key)} after`);
        expect(masked).not.toContain(key);
        expect(masked).toContain('…');
        expect(masked).toMatch(/^before .*after$/s);
      }),
    );
  });

  it('leaves nothing of a key in FRED’s form, at any place, and keeps hashes', () => {
    const key = '0123456789abcdef0123456789abcdef';
    expect(maskSecrets(`called ${key}.`)).toBe('called ….');
    expect(maskSecrets(`/series?series_id=${key.toUpperCase()}`)).toBe('/series?series_id=…');
    expect(maskSecrets(`SHA-256 ${key}${key}`)).toBe(`SHA-256 ${key}${key}`);
  });

  it('leaves nothing of a key in a text that was cut', () => {
    const places = [
      (key: string) => JSON.stringify({ a: 1, registrationkey: key }),
      (key: string) => JSON.stringify(JSON.stringify({ registrationkey: key })),
      (key: string) => `['X-API-Key', '${key}']`,
      (key: string) => `key='${key}'`,
    ];
    fc.assert(
      fc.property(secret, fc.constantFrom(...places), fc.nat({ max: 13 }), (key, place, lost) => {
        const whole = place(key);
        const cut = whole.slice(0, whole.indexOf(key) + key.length - lost);
        expect(maskSecrets(cut)).not.toContain(key.slice(0, key.length - lost));
      }),
    );
  });

  it.each([
    'GET /api/v1/economic-data/ui_claims?series=initial_claims&state=CA,NY&date_from=2020-01-01 422 0.4 ms',
    'state=CA and ?state=CA&format=csv and ?state=CA%2CNY',
    "Error: connect ECONNREFUSED 127.0.0.1:4780 { code: 'ECONNREFUSED', signal: 'SIGTERM' }",
    'at file:///opt/Almanac/resources/app.asar/.build/shell/main.js:12:34',
    'UNIQUE constraint failed: foreign-key constraint of observation',
    'The keychain is locked: unlock it, or choose another place.',
    "It asked for ['initial_claims', 'continued_claims'] of state='CA', limit=5, exit code=1, signal=SIGTERM",
    '/docs?next=%2Fexplore%3Fseries%3Da%26range%3D5Y',
  ])('keeps a text that is not a key: %s', (line) => {
    expect(maskSecrets(line)).toBe(line);
  });

  it('does not change text that is already masked', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(PLACES)), secret, (place, key) => {
        const once = maskSecrets(place(key));
        expect(maskSecrets(once)).toBe(once);
      }),
    );
  });

  it('is fast on a long line made to be slow', () => {
    const line = `${'a.'.repeat(1000)}${'key'.repeat(300)}${'?t'.repeat(200)}`;
    expect(maskSecrets(line)).toBe(line);
    const marks = [`\\\\"key`, 'key"', "'key',", '%25', 'key=', '%3fkey'];
    const long = marks.map((mark) => mark.repeat(5_000)).join(' ');
    const begun = performance.now();
    maskSecrets(long);
    // In quadratic time it would take minutes.
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});

describe('maskTarget', () => {
  it.each([
    ['/yields/series=US10Y?limit=5&api_key=abc', '/yields/series=US10Y?limit=5&api_key=…'],
    ['/a?token_id=x.y.z&series=a', '/a?token_id=…&series=a'],
    ['/alm_abc/x', '…'],
    ['/download/Zx9abcdefghijklmnopqrstuvwxyz0123456789_-', '/download/…'],
    ['/yields/series=US10Y,Zx9abcdefghijklmnopqrstuvwxyz0123', '/yields/series=US10Y,…'],
    [
      '/api/v1/economic-data/factors_affecting_reserve_balances',
      '/api/v1/economic-data/factors_affecting_reserve_balances',
    ],
    ['/a?state=CA&other=x', '/a?state=CA&other=…'],
    ['/a\u0007b', '/a?b'],
  ])('%s', (target, masked) => {
    expect(maskTarget(target)).toBe(masked);
  });
});
