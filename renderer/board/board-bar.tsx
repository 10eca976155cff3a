import { ActionIcon, Box, Button, CloseButton, Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconLayoutGrid,
  IconPlus,
  IconTrendingDown,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RECESSION_SOURCE } from '../../service/series-math/recessions.ts';
import type { RangeChoice } from '../../service/view/index.ts';
import { RangeBar } from '../range/index.ts';
import { nameChange, toggleRecessions } from './edits.ts';
import { NameField } from './name-field.tsx';
import type { BoardDays } from './shared-days.ts';
import type { BoardFields } from './types.ts';
import type { useBoard } from './use-board.ts';

/** The row above the tiles: the board's name, its range, recessions, undo, a new tile, what can be taken away. */
export function BoardBar(props: {
  board: ReturnType<typeof useBoard>;
  fields: BoardFields;
  days: BoardDays;
  isAlone: boolean;
  /** `undefined`: each tile its own. */
  onRange: (choice: RangeChoice | undefined) => void;
  /** Absent where nobody zoomed. */
  onSaveRange: (() => void) | undefined;
  /** Shows the stored days again. */
  onDropRange: () => void;
  onAdd: () => void;
  onShowAll: () => void;
  children: ReactNode;
}) {
  const { board, fields, days, onRange } = props;
  const { edit, undo, redo } = board;
  const isOwn = days.choice === undefined;
  return (
    <Box className="row fixed wrap gap-8" mih={36} p="2px 8px" bg="var(--surface)">
      <h2 className="large strong shrink" style={{ maxWidth: '18rem' }}>
        <NameField what="the board" name={fields.name} onChange={(name) => edit(nameChange(name))} />
      </h2>
      <RangeBar choice={days.choice ?? days.range} held={days.held} onChange={onRange}>
        <Menu.Divider />
        <Menu.CheckboxItem checked={isOwn} onChange={() => onRange(isOwn ? { preset: '5Y' } : undefined)}>
          Each chart its own range
        </Menu.CheckboxItem>
      </RangeBar>
      {isOwn && <span className="chip">Each its own</span>}
      {props.onSaveRange && (
        <div className="row">
          <Button
            variant="light"
            title="Keep the days that you zoomed to: until then they are not stored"
            onClick={props.onSaveRange}
          >
            Save range
          </Button>
          <CloseButton
            size={30}
            iconSize={16}
            aria-label="Undo the zoom"
            title="Back to the stored days"
            onClick={props.onDropRange}
          />
        </div>
      )}
      <div className="row at-end gap-4">
        {props.isAlone && (
          <Button
            variant="default"
            leftSection={<IconLayoutGrid size={16} stroke={1.6} />}
            title="Show all tiles (Escape)"
            onClick={props.onShowAll}
          >
            All tiles
          </Button>
        )}
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Undo"
          title="Undo (Ctrl Z)"
          disabled={!undo}
          onClick={undo}
        >
          <IconArrowBackUp size={16} stroke={1.6} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Redo"
          title="Redo (Ctrl Shift Z)"
          disabled={!redo}
          onClick={redo}
        >
          <IconArrowForwardUp size={16} stroke={1.6} />
        </ActionIcon>
        <Button
          variant="default"
          className="presses icon-where-narrow"
          leftSection={<IconTrendingDown size={16} stroke={1.6} />}
          aria-pressed={fields.content.recessions}
          title={`US recessions, shaded on all tiles: ${RECESSION_SOURCE.name}`}
          onClick={() => edit(toggleRecessions)}
        >
          <span className="unseen-where-narrow">Recessions</span>
        </Button>
        <Button
          variant="default"
          className="icon-where-narrow"
          leftSection={<IconPlus size={16} stroke={1.6} />}
          onClick={props.onAdd}
        >
          <span className="unseen-where-narrow">Add a tile</span>
        </Button>
        {props.children}
        <Button variant="subtle" renderRoot={(root) => <Link {...root} to="/board" search={{}} />}>
          All boards
        </Button>
      </div>
    </Box>
  );
}
