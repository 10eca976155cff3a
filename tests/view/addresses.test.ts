import { expect, it } from 'vitest';
import { MOST_FAULTS } from '../../service/contract/errors.ts';
import { Failure } from '../../service/contract/failure.ts';
import { readRequest, readView, requestPath, requestQuery, viewSearch } from '../../service/view/index.ts';
import { fittedView } from '../../service/view/request.ts';
import { expectWrittenAnswers } from '../support/written-answers.ts';
import { addressOf, searchOf, TODAY } from './some-source.ts';

/** What a line cannot have, and what is wrong with an address: each case stands in `addresses.md`. */

const QUITS = 'jolts.quits_level_sa';
const AFTER = /(?<=each after a colon: ).*/;

/** What the page draws of an address and says of it, and what the API reads otherwise and refuses. */
function answersTo(query: string): string[] {
  const { view, problems } = readView(searchOf(query), TODAY);
  const shown = addressOf(viewSearch(fittedView(view).view));
  return [
    ...(shown === query ? [] : [`=> ${shown}`]),
    ...problems.map(({ said }) => `page: ${said}`),
    ...requestTo(searchOf(query), shown),
  ];
}

function requestTo(query: Record<string, string>, shown: string): string[] {
  try {
    const read = addressOf(viewSearch(readRequest(query, TODAY)));
    return read === shown || read === addressOf(query) ? [] : [`API => ${read}`];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [error, ...error.more].map(({ code, at, message }) => {
      expect(code).toBe('invalid_parameter');
      return `${at.parameter}: ${message}`;
    });
  }
}

it('every address is shown, and refused, as it is written down', async () => {
  let isFirst = true;
  await expectWrittenAnswers(`${import.meta.dirname}/addresses.md`, (query) =>
    answersTo(query).map((line) => {
      if (!AFTER.test(line)) return line;
      // All that may stand after a line is written once.
      const shortened = isFirst ? line : line.replace(AFTER, '…');
      isFirst = false;
      return shortened;
    }),
  );
});

it('no more faults are named than their bound, and a formula has at most 200 characters', () => {
  const words = Array.from({ length: MOST_FAULTS + 1 }, (_, i) => `x${i}`).join(':');
  const many = Array(MOST_FAULTS + 1).fill(`${QUITS}:w`);
  for (const series of [`${QUITS}:${words}`, many.join()])
    expect(requestTo({ series }, '')).toHaveLength(MOST_FAULTS);
  const problems = (formulas: string) => readView({ series: QUITS, formulas }, TODAY).problems.length;
  expect([problems('a'.repeat(200)), problems('a'.repeat(201))]).toEqual([0, 1]);
});

it('a request is written with every sign escaped that means something in a query', () => {
  const names = 'a:50 % & more, #1 = ÷+?/é';
  expect(requestPath({ series: 'a.b:pc1,c.d', names, range: undefined })).toEqual(
    '/api/v1/view?series=a.b:pc1,c.d&names=a:50%20%25%20%26%20more,%20%231%20%3D%20%C3%B7%2B%3F/%C3%A9',
  );
  const query = new URLSearchParams(requestQuery({ names, title: '' }));
  expect([...query]).toEqual([
    ['names', names],
    ['title', ''],
  ]);
});
