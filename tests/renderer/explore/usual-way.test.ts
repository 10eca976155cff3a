import { expect, it } from 'vitest';
import { usualWay } from '../../../renderer/explore/tool-bar.tsx';
import { parseView } from '../../../renderer/view/parse-view.ts';

it('names how the shown series are aggregated by default', () => {
  const of = (series: string) => usualWay(parseView({ series }).view);
  expect(of('ui_weekly_claims.initial_claims_sa')).toBe('Usual: average');
  expect(of('ui_weekly_claims.initial_claims_sa,us_debt.total_public_debt_outstanding')).toBe(
    'Usual: average, end of period',
  );
  expect(of('constituents.SP500')).toBe('Usual way');
});
