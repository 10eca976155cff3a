import { Box } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import { dateText, dayNumber, shownDay } from '../../service/calendar/dates.ts';
import { AREAS, type AreaTable, dayOfRow, sumOfRow } from '../../service/series-math/areas/area-table.ts';
import type { DateRange } from '../../service/view/types.ts';
import { usePlainKeys } from '../frame/index.ts';
import { PlayControl, usePlayer } from '../play/index.ts';
import { DayStepper } from '../range/index.ts';
import { claimsWeek } from './area-requests.ts';
import type { Playhead, ShownMap } from './shown-map.ts';
import styles from './states.module.css';

const SPEEDS = [1, 4, 13].map((value) => ({ value, label: String(value) }));
/** Size of the box in which the sums are drawn before stretching. */
const WIDTH = 1000;
const HEIGHT = 40;
const YEAR_ROOM = 44;

/** The weeks: a slider over the national sum, steps of a week, a typed week, and the player. */
export function TimeBar(props: {
  shown: ShownMap;
  playhead: Playhead;
  settled: number;
  held: DateRange;
  /** Until all weeks are loaded, only the stepper works. */
  isWhole: boolean;
}) {
  const { playhead, settled, held, isWhole } = props;
  const { row, change } = props.shown;
  const { claims } = props.shown.data;
  const [speed, setSpeed] = useState(4);
  const behind = useRef(0);
  const { ref, width } = useElementSize();
  const last = claims.rows - 1;
  const goTo = (date: string | undefined) => {
    const week = date === undefined ? undefined : claimsWeek(dayNumber(date) as number);
    change({ week: week !== undefined && week < held.to ? week : undefined });
  };
  const settle = () => {
    const at = playhead.row();
    if (at !== settled) goTo(at === last ? undefined : dateText(dayOfRow(claims, at)));
  };
  const player = usePlayer((seconds) => {
    behind.current += seconds * speed;
    const steps = Math.floor(behind.current);
    if (steps > 0) {
      behind.current -= steps;
      playhead.show(Math.min(last, playhead.row() + steps));
    }
    return playhead.row() < last;
  }, settle);
  const toggle = () => {
    if (!isWhole) return;
    if (!player.isPlaying) {
      behind.current = 0;
      // At the end, playing starts over.
      if (playhead.row() >= last) playhead.show(0);
    }
    player.toggle();
  };
  const week = dateText(dayOfRow(claims, row));
  const before = week > held.from ? shifted(week, -1) : undefined;
  const after = week < held.to ? shifted(week, 1) : undefined;
  usePlainKeys({
    p: toggle,
    '[': before === undefined ? undefined : () => goTo(before),
    ']': after === undefined ? undefined : () => goTo(after),
  });
  return (
    <div className="row wrap gap-8-12">
      <PlayControl
        isPlaying={player.isPlaying}
        shortcut="P"
        speeds={SPEEDS}
        speed={speed}
        unit="weeks a second"
        onToggle={toggle}
        onSpeed={setSpeed}
      />
      <Box ref={ref} className={`grow ${styles.slider}`} miw="7rem">
        {isWhole && <SumShape claims={claims} width={width} />}
        <input
          type="range"
          aria-label="Week"
          aria-valuetext={isWhole ? `Week ending ${shownDay(dayOfRow(claims, row))}` : undefined}
          min={0}
          max={Math.max(1, last)}
          value={row}
          disabled={!isWhole}
          onChange={(event) => {
            player.stop();
            playhead.show(Number(event.currentTarget.value));
          }}
          onPointerUp={settle}
          onKeyUp={settle}
        />
      </Box>
      <DayStepper
        label="Week"
        date={week}
        held={held}
        before={before}
        after={after}
        keys={{ before: '[', after: ']' }}
        onChange={goTo}
      />
    </div>
  );
}

function shifted(week: string, by: 1 | -1): string {
  return dateText((dayNumber(week) as number) + 7 * by);
}

/** The areas' sums over all weeks, as square roots: quiet years stay visible beside 2020. */
function SumShape({ claims, width }: { claims: AreaTable; width: number }) {
  const { path, years } = useMemo(() => {
    const sums = Array.from({ length: claims.rows }, (_, row) => sumOfRow(claims, row));
    const most = Math.sqrt(Math.max(...sums.map(({ sum }) => sum), 1));
    const x = (row: number) => ((row / Math.max(1, claims.rows - 1)) * WIDTH).toFixed(1);
    const tops = sums.map(({ sum, count }, row) =>
      count < AREAS.length
        ? ''
        : `L${x(row)} ${(HEIGHT - (Math.sqrt(sum) / most) * (HEIGHT - 3)).toFixed(1)}`,
    );
    const starts = sums.flatMap((_, row) => {
      const [date, before] = [dateText(dayOfRow(claims, row)), dateText(dayOfRow(claims, row - 1))];
      return date.slice(0, 4) === before.slice(0, 4) ? [] : [{ row, year: date.slice(0, 4) }];
    });
    const every = Math.ceil(starts.length / Math.max(1, Math.floor(width / YEAR_ROOM)));
    return {
      path: `M0 ${HEIGHT}${tops.join('')}L${WIDTH} ${HEIGHT}Z`,
      years: starts
        .filter((_, i) => i % every === 0)
        .map(({ row, year }) => ({ year, at: Number(x(row)) / WIDTH })),
    };
  }, [claims, width]);
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        <path d={path} />
      </svg>
      {years.map(({ year, at }) => (
        <span key={year} className="quiet small" style={{ left: `${at * 100}%` }} aria-hidden>
          {year}
        </span>
      ))}
    </>
  );
}
