import { Menu } from '@mantine/core';
import { shownDate } from '../../service/calendar/dates.ts';
import { YIELDS } from '../../service/datasets/yields/definition.ts';
import { asShown } from '../../service/series-math/decimal-text.ts';
import { sentenceText, Told } from '../explain/index.ts';
import { useExplore } from '../frame/index.ts';
import { dateOf, type SpreadLine } from './curves.ts';
import { movedRow } from './move-row.ts';
import { useDimmed } from './scrub.ts';
import { spreadSentence } from './sentences.ts';
import type { Shown } from './shown.ts';
import { TimePlot } from './time-plot.tsx';

/** Goes to the first day of the inversion before or after the shown day. */
function InversionItem({ of, spread, way }: { of: Shown; spread: SpreadLine; way: -1 | 1 }) {
  const to = movedRow(of.curves, spread, of.row, { inversion: way });
  const date = dateOf(of.curves, to);
  return (
    <Menu.Item disabled={to === of.row} onClick={() => of.change({ date })}>
      {way < 0 ? 'Inversion before' : 'Next inversion'}
      {to === of.row ? ': none' : `: ${shownDate(date)}`}
    </Menu.Item>
  );
}

/** A spread over time, with what is to be said of it on the day. */
export function SpreadCard({ of, spread }: { of: Shown; spread: SpreadLine }) {
  const explore = useExplore(of.state.asOf);
  const series = [{ dataset: YIELDS.id, code: spread.code, area: '' }];
  const parts = spreadSentence(of.curves, spread, of.row);
  return (
    <section className="column grow" style={{ minHeight: '9.75rem' }} aria-label={spread.title}>
      <div className="fine" style={{ lineHeight: '1.5rem' }} ref={useDimmed(of)}>
        <Menu width={220} position="bottom-start">
          <Menu.Target>
            <button type="button" className="plain hovers rounded strong" title={spread.title}>
              {spread.name}
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{spread.title}, percentage points</Menu.Label>
            <InversionItem of={of} spread={spread} way={-1} />
            <InversionItem of={of} spread={spread} way={1} />
            <Menu.Item onClick={() => explore.open(series)}>Open in Explore</Menu.Item>
            <Menu.Item disabled={!explore.hasRoom(series)} onClick={() => explore.add(series)}>
              {explore.hasRoom(series) ? 'Add to chart' : 'Add to chart: it has eight lines'}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>{' '}
        <Told parts={parts} onExplain={of.explain} />
      </div>
      <TimePlot
        of={of}
        days={spread.days}
        numbers={spread.numbers}
        slot={2}
        isInverted
        summary={`${spread.title}: ${asShown(sentenceText(parts))}`}
      />
    </section>
  );
}
