/** What a client wants, from its headers (RFC 9110, 12.5). */

type Choice = { name: string; quality: number };

/** @returns whether `Accept` names text/csv, and rather than JSON. A wildcard asks for nothing: JSON is the default. */
export function prefersCsv(accept: string | undefined): boolean {
  if (!accept?.toLowerCase().includes('text/csv')) return false;
  const choices = choicesOf(accept);
  return qualityOf(choices, 'text/csv') > qualityOf(choices, 'application/json');
}

/** @returns which of `offered` `Accept-Encoding` likes best, the first of equals; `undefined` for as it is. */
export function encodingFor<Name extends string>(
  acceptEncoding: string | string[] | undefined,
  offered: readonly Name[],
): Name | undefined {
  if (typeof acceptEncoding !== 'string') return undefined;
  const choices = choicesOf(acceptEncoding);
  let best: Name | undefined;
  let most = 0;
  for (const name of offered) {
    const quality = qualityOf(choices, name);
    if (quality > most) {
      best = name;
      most = quality;
    }
  }
  return best;
}

function qualityOf(choices: readonly Choice[], name: string): number {
  return choices.find((choice) => choice.name === name)?.quality ?? 0;
}

function choicesOf(header: string): Choice[] {
  return header.split(',').map((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((text) => text.startsWith('q='))?.slice(2);
    return { name, quality: quality === undefined ? 1 : Number(quality) || 0 };
  });
}
