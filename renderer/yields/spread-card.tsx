import { Menu } from '@mantine/core';
import { YIELDS } from '../../service/datasets/yields/definition.ts';
import type { SpreadLine } from './curves.ts';
import { plainText, spreadSentence } from './sentences.ts';
import type { Shown } from './shown.ts';
import { TimePlot } from './time-plot.tsx';
import { Told } from './told.tsx';
import { useExplore } from './use-explore.ts';

/** A spread over time, with what is to be said of it on the day. */
export function SpreadCard({ of, spread }: { of: Shown; spread: SpreadLine }) {
  const explore = useExplore();
  const legs = [spread.long, spread.short].map((code) => ({ dataset: YIELDS.id, code, area: '' }));
  const parts = spreadSentence(of.curves, spread, of.row);
  return (
    <section className="column grow" style={{ minHeight: '9.75rem' }} aria-label={spread.title}>
      <p className="fine">
        <Menu width={220} position="bottom-start">
          <Menu.Target>
            <button type="button" className="plain hovers rounded strong" title={spread.title}>
              {spread.name}
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{spread.title}, percentage points</Menu.Label>
            <Menu.Item onClick={() => explore.open(legs, 'a-b')}>Open in Explore</Menu.Item>
            <Menu.Item disabled={!explore.hasRoom(legs)} onClick={() => explore.add(legs)}>
              {explore.hasRoom(legs) ? 'Add its tenors to the chart' : 'Add to chart: it has eight lines'}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>{' '}
        <Told parts={parts} onExplain={of.explain} />
      </p>
      <TimePlot
        of={of}
        days={spread.days}
        numbers={spread.numbers}
        slot={2}
        isInverted
        summary={`${spread.title}: ${plainText(parts)}`}
      />
    </section>
  );
}
