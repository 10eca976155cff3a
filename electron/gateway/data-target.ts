import { refusal } from './answers.ts';
import { routeOf } from './route.ts';

/** @returns path and query of a text that is one of the data API; undefined of any other. */
export function dataTarget(text: string): string | undefined {
  const target = URL.parse(text, 'http://service');
  const isData = text.startsWith('/') && target?.host === 'service' && routeOf(target.pathname) === 'data';
  return isData ? target.pathname + target.search : undefined;
}

export const notData = (): Response =>
  refusal(422, 'path must be one of the data API, such as /api/v1/economic-data/us_debt?…');
