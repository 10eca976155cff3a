import { Button, Menu, SegmentedControl } from '@mantine/core';
import { SPREADS } from '../../service/datasets/yields/curve.ts';
import { isPreset } from '../../service/view/index.ts';
import { PRESETS } from '../../service/view/types.ts';
import { PlayControl } from '../play/index.ts';
import { PRESET_NAMES } from '../range/index.ts';
import { HeatKey } from './heat-map.tsx';
import type { Shown } from './shown.ts';
import { SPEEDS } from './use-play-speed.ts';

export type Player = {
  isPlaying: boolean;
  toggle: () => void;
  speed: number;
  setSpeed: (speed: number) => void;
};

/** The ranges that are of use for a daily history. */
const RANGES = PRESETS.filter((preset) => ['1Y', '5Y', '10Y', 'Max'].includes(preset));

/** Plays the history, and chooses how much of it and which spreads are drawn. @param props.children what stands beside the key of the colours */
export function HistoryBar({ of, player, hasKey }: { of: Shown; player: Player; hasKey: boolean }) {
  const { state, change } = of;
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
      <SpreadsMenu of={of} />
      <span className="at-end">{hasKey && <HeatKey of={of} />}</span>
    </div>
  );
}

function SpreadsMenu({ of: { state, change } }: { of: Shown }) {
  const toggle = (code: string) => {
    const isOn = state.spread.includes(code);
    // One at least, two at most: the one that was chosen first gives way.
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
