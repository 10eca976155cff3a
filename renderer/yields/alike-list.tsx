import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import { SHAPE } from '../../service/datasets/yields/curve.ts';
import { alikeDays, NOT_ALIKE } from '../../service/series-math/curve.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { dateOf } from './curves.ts';
import { MOST_CURVES } from './search.ts';
import type { Shown } from './shown.ts';

const MOST = 4;

/** The earlier days whose curve was most like this one. */
export function AlikeList({ of }: { of: Shown }) {
  const { curves, row, state, change, explain, isWhole } = of;
  const [withLevel, setWithLevel] = useState(false);
  const days = useMemo(
    () => (isWhole ? alikeDays(curves, SHAPE, row, MOST, withLevel) : []),
    [curves, row, withLevel, isWhole],
  );
  const best = days[0];
  const isNothing = isWhole && (best === undefined || best.distance > NOT_ALIKE);
  return (
    <>
      <div className="row wrap spread gap-8">
        <SegmentedControl
          aria-label="What is compared"
          withItemsBorders={false}
          value={withLevel ? 'level' : 'shape'}
          onChange={(value) => setWithLevel(value === 'level')}
          data={[
            { value: 'shape', label: 'Shape' },
            { value: 'level', label: 'With level' },
          ]}
        />
        <span className="quiet fine">3 months to 10 years, RMS</span>
      </div>
      {isNothing && (
        <p className="fine" role="status">
          {best ? 'Nothing earlier is like it. The nearest:' : 'Nothing earlier can be compared.'}
        </p>
      )}
      <ol className="list">
        {(isNothing ? days.slice(0, 1) : days).map(({ row: at, distance }) => {
          const date = dateOf(curves, at);
          const isOn = state.vs.includes(date);
          const isFull = !isOn && state.vs.length >= MOST_CURVES;
          return (
            <li key={date} className="row gap-4 ruled">
              <Tooltip label={isFull ? `At most ${MOST_CURVES} days are compared` : 'Draw beside this day'}>
                <button
                  type="button"
                  className="plain hovers presses rounded row"
                  style={{ height: 26, padding: '0 6px' }}
                  aria-pressed={isOn}
                  aria-disabled={isFull || undefined}
                  aria-label={`Compare with ${shownDate(date)}`}
                  onClick={() =>
                    !isFull &&
                    change({ vs: isOn ? state.vs.filter((one) => one !== date) : [...state.vs, date] })
                  }
                >
                  {shownDate(date)}
                </button>
              </Tooltip>
              <button
                type="button"
                className="plain hovers rounded to-right grow"
                style={{ height: 26, padding: '0 6px' }}
                onClick={() => explain(`alike.${date}${withLevel ? '.level' : ''}`)}
              >
                {groupDigits(distance.toFixed(2))} bp
              </button>
              <Tooltip label={`Go to ${shownDate(date)}`}>
                <ActionIcon
                  size={26}
                  aria-label={`Go to ${shownDate(date)}`}
                  onClick={() => change({ date })}
                >
                  <IconArrowRight size={15} stroke={1.7} />
                </ActionIcon>
              </Tooltip>
            </li>
          );
        })}
      </ol>
    </>
  );
}
