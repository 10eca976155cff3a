import { expect, it } from 'vitest';
import { datasetActions } from '../../../renderer/frame/palette-actions.ts';
import { findActions } from '../../../renderer/picker/search-actions.ts';
import { DATASETS } from '../../../service/datasets/index.ts';
import { seriesId } from '../../../service/datasets/series-choice.ts';

function open(query: string): string[] {
  const done: string[] = [];
  const actions = datasetActions(
    'NY',
    (choice) => done.push(seriesId(choice)),
    (path) => done.push(path),
  );
  for (const action of findActions(actions, query)) action.run();
  return done;
}

it.each([
  ['jolts', ['jolts.job_openings_level_sa']],
  ['debt to the penny', ['us_debt.total_public_debt_outstanding']],
  ['us_debt', ['us_debt.total_public_debt_outstanding']],
  ['SP500', ['/constituents/series=SP500']],
])('%j opens %j', (query, done) => expect(open(query)).toEqual(done));

it('every dataset that can be drawn is found by its title, and shows its headline of the given state', () => {
  for (const { id, title, headline, byState, kind } of DATASETS) {
    if (kind === 'observations') expect(open(title)).toContain(`${id}.${headline}${byState ? '.NY' : ''}`);
  }
});
