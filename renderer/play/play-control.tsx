import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';

/** Plays and pauses, and chooses the speed. @param props.unit of the speeds: 'months a second' */
export function PlayControl(props: {
  isPlaying: boolean;
  /** The key that does the same. */
  shortcut: string;
  speeds: readonly { value: number; label: string }[];
  speed: number;
  unit: string;
  onToggle: () => void;
  onSpeed: (speed: number) => void;
}) {
  const { isPlaying } = props;
  const name = isPlaying ? 'Pause' : 'Play';
  return (
    <div className="row gap-4">
      <Tooltip label={`${name} (${props.shortcut})`}>
        <ActionIcon variant="default" size={28} aria-label={name} onClick={props.onToggle}>
          {isPlaying ? <IconPlayerPauseFilled size={14} /> : <IconPlayerPlayFilled size={14} />}
        </ActionIcon>
      </Tooltip>
      <SegmentedControl
        aria-label={`Speed, ${props.unit}`}
        withItemsBorders={false}
        bg="var(--page)"
        bd="1px solid var(--line)"
        value={String(props.speed)}
        onChange={(value) => props.onSpeed(Number(value))}
        data={props.speeds.map(({ value, label }) => ({
          value: String(value),
          label: <span title={`${label} ${props.unit}`}>{label}</span>,
        }))}
        styles={{ label: { padding: '2px 7px' } }}
      />
    </div>
  );
}
