import { Button, Menu, SegmentedControl, Select, Skeleton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { SPREADS, TENORS } from '../../service/datasets/yields/curve.ts';
import { groupDigits, plainly } from '../../service/series-math/decimal-text.ts';
import { isPreset } from '../../service/view/index.ts';
import { PRESETS } from '../../service/view/types.ts';
import { usePreference } from '../api/index.ts';
import { ExplainableSentence } from '../explain/index.ts';
import { PlayControl } from '../play/index.ts';
import { PRESET_NAMES } from '../range/index.ts';
import { CurveLegend } from './curve-plot.tsx';
import { tenorColumn } from './curves.ts';
import { HeatKey, HeatMap } from './heat-map.tsx';
import { type Shown, useIsOtherDay } from './shown.ts';
import { SpreadCard, TenorOverTime } from './time-plot.tsx';
import styles from './yields.module.css';

/** All days: a full-height heat map or one tenor over time, with the spreads below. */
export function HistoryView({ shown, player }: { shown: Shown; player: Player }) {
  const { state, change } = shown;
  const { ref, height } = useElementSize();
  if (!shown.isWhole) return <Skeleton height="100%" role="img" aria-label="Loading the history" />;
  return (
    <div className={`column low gap-8 scrolls ${styles.main}`}>
      <div className="row wrap gap-8-12 fixed">
        <Select
          aria-label="Tenor"
          w={150}
          allowDeselect={false}
          value={state.tenor ?? ''}
          onChange={(code) => change({ tenor: code || undefined })}
          data={[
            { value: '', label: 'All tenors' },
            ...TENORS.map(({ code, title }) => ({ value: code, label: title })),
          ]}
        />
        <SegmentedControl
          aria-label="Values"
          value={state.isLessMedian ? 'median' : 'level'}
          onChange={(value) => change({ isLessMedian: value === 'median' })}
          data={[
            { value: 'level', label: 'Level' },
            { value: 'median', label: 'Less its median' },
          ]}
        />
        <CurveLegend shown={{ ...shown, compared: [], band: undefined }} />
        {state.tenor !== undefined && <ValueOfDay shown={shown} code={state.tenor} />}
      </div>
      <div ref={ref} className="column grow low" style={{ minHeight: '12rem' }}>
        {state.tenor === undefined ? (
          height > 0 && <HeatMap shown={shown} height={Math.floor(height)} />
        ) : (
          <TenorOverTime shown={shown} code={state.tenor} />
        )}
      </div>
      <HistoryBar shown={shown} player={player} hasKey={state.tenor === undefined} />
      <div className="row fixed gap-12" style={{ alignItems: 'stretch' }}>
        {shown.spreads.map((spread) => (
          <SpreadCard key={spread.code} shown={shown} spread={spread} />
        ))}
      </div>
    </div>
  );
}

function ValueOfDay({ shown, code }: { shown: Shown; code: string }) {
  const text = tenorColumn(shown.curves, code).texts[shown.row];
  const isAway = useIsOtherDay(shown);
  if (text === undefined) return <span className="quiet">no value on this day</span>;
  return (
    <span data-dimmed={isAway}>
      <ExplainableSentence
        parts={[{ text: plainly(() => `${groupDigits(text)} %`), explain: code }]}
        onExplain={shown.explain}
      />
    </span>
  );
}

export type Player = {
  isPlaying: boolean;
  toggle: () => void;
  speed: number;
  setSpeed: (speed: number) => void;
};

const RANGES = PRESETS.filter((preset) => ['1Y', '5Y', '10Y', 'Max'].includes(preset));

/** Plays the history and chooses the drawn range and spreads. */
export function HistoryBar({ shown, player, hasKey }: { shown: Shown; player: Player; hasKey: boolean }) {
  const { state, change } = shown;
  const preset = 'preset' in state.range ? state.range.preset : '';
  return (
    <div className="row fixed wrap gap-8-12" style={{ minHeight: 32 }}>
      <PlayControl
        {...player}
        onToggle={player.toggle}
        onSpeed={player.setSpeed}
        shortcut="Space"
        speeds={SPEEDS}
        unit="months a second"
      />
      <SegmentedControl
        aria-label="Range"
        withItemsBorders={false}
        bg="var(--page)"
        bd="1px solid var(--line)"
        value={preset}
        onChange={(value) => isPreset(value) && change({ range: { preset: value } })}
        data={RANGES.map((value) => ({ value, label: <span title={PRESET_NAMES[value]}>{value}</span> }))}
        styles={{ label: { padding: '2px 7px' } }}
      />
      <SpreadsMenu shown={shown} />
      <span className="at-end">{hasKey && <HeatKey shown={shown} />}</span>
    </div>
  );
}

function SpreadsMenu({ shown: { state, change } }: { shown: Shown }) {
  const toggle = (code: string) => {
    const isOn = state.spread.includes(code);
    // At least one, at most two: a third replaces the one that was chosen first.
    if (isOn && state.spread.length === 1) return;
    change({
      spread: isOn ? state.spread.filter((one) => one !== code) : [...state.spread.slice(-1), code],
    });
  };
  return (
    <Menu width={240} closeOnItemClick={false} position="top-start">
      <Menu.Target>
        <Button variant="default" size="compact-sm" h={28}>
          Spreads
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>One or two of these</Menu.Label>
        {SPREADS.map(({ code, name, title }) => (
          <Menu.CheckboxItem key={code} checked={state.spread.includes(code)} onChange={() => toggle(code)}>
            {name}: {title}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const SPEEDS = [
  { value: 0.25, label: '¼' },
  { value: 1, label: '1' },
  { value: 4, label: '4' },
  { value: 16, label: '16' },
] as const;

export function usePlaySpeed(): readonly [number, (speed: number) => void] {
  const [kept, keep] = usePreference('play_speed');
  return [SPEEDS.find(({ value }) => value === kept)?.value ?? 4, keep];
}
