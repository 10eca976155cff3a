import { ActionIcon, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import {
  IconAdjustments,
  IconArrowLeft,
  IconArrowRight,
  IconClipboardText,
  IconCopyPlus,
  IconDotsVertical,
  IconEye,
  IconEyeOff,
  IconFocus2,
  IconInfoCircle,
  IconMathFunction,
  IconPin,
  IconTrash,
} from '@tabler/icons-react';
import { copied } from '../../service/series-math/decimal-text.ts';
import { type Line, MOST_SERIES } from '../../service/view/index.ts';
import type { View } from '../../service/view/types.ts';
import { usePinned } from '../picker/index.ts';
import { captionOf } from '../view/index.ts';
import { isOnly } from './only-this.ts';

export type LineMenuProps = {
  view: View;
  line: Line;
  /** All lines of the chart. */
  lines: readonly Line[];
  place: number;
  /** The first and the last place that it can be moved to. */
  first: number;
  last: number;
  onChange: (view: View) => void;
  onToggle: () => void;
  /** Hides all other lines, or shows them again. */
  onOnly: () => void;
  onMove: (place: number) => void;
  /** Adds the same line again, for other units or another frequency. */
  onRepeat: () => void;
  onRemove: () => void;
  onDetails: () => void;
};

type Props = LineMenuProps & { title: string; onForm: (form: 'style' | 'formula') => void };

/** A button that opens the menu of one line. */
export function LineMenu(props: Props) {
  // Not of the menu, which closes before the choice would be kept.
  const pinned = usePinned();
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon size={24} aria-label={`More for ${props.title}`}>
          <IconDotsVertical size={15} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Items {...props} pinned={pinned} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** A component of its own, so that its summary is computed only for an open menu. */
function Items(props: Props & { pinned: ReturnType<typeof usePinned> }) {
  const { line, pinned, place, first, last, onMove, onForm } = props;
  const Eye = line.hidden ? IconEye : IconEyeOff;
  const isSeries = line.choice !== undefined;
  const caption = captionOf(line);
  const clipboard = useClipboard({ timeout: 1500 });
  const { choice } = line;
  return (
    <>
      <Menu.Item leftSection={<IconAdjustments size={16} stroke={1.6} />} onClick={() => onForm('style')}>
        Units, axis and type
      </Menu.Item>
      {!isSeries && (
        <Menu.Item
          leftSection={<IconMathFunction size={16} stroke={1.6} />}
          onClick={() => onForm('formula')}
        >
          Edit the formula
        </Menu.Item>
      )}
      {isSeries && (
        <Menu.Item leftSection={<IconInfoCircle size={16} stroke={1.6} />} onClick={props.onDetails}>
          Details
        </Menu.Item>
      )}
      {choice && (
        <Menu.Item leftSection={<IconPin size={16} stroke={1.6} />} onClick={() => pinned.toggle(choice)}>
          {pinned.isPinned(choice) ? 'Unpin from the list' : 'Pin to the list'}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconClipboardText size={16} stroke={1.6} />}
        disabled={caption === undefined}
        title={caption}
        closeMenuOnClick={false}
        onClick={() => clipboard.copy(copied(() => captionOf(line) ?? ''))}
      >
        {clipboard.copied ? 'Copied' : 'Copy summary'}
      </Menu.Item>
      <Menu.Item leftSection={<Eye size={16} stroke={1.6} />} onClick={props.onToggle}>
        {line.hidden ? 'Show' : 'Hide'}
      </Menu.Item>
      {props.lines.length > 1 && (
        <Menu.Item leftSection={<IconFocus2 size={16} stroke={1.6} />} onClick={props.onOnly}>
          {isOnly(props.lines, line.id) ? 'Show all lines' : 'Only this'}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconArrowLeft size={16} stroke={1.6} />}
        disabled={place === first}
        onClick={() => onMove(place - 1)}
      >
        Move left
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowRight size={16} stroke={1.6} />}
        disabled={place === last}
        onClick={() => onMove(place + 1)}
      >
        Move right
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCopyPlus size={16} stroke={1.6} />}
        disabled={props.lines.length >= MOST_SERIES}
        onClick={props.onRepeat}
      >
        Add again
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconTrash size={16} stroke={1.6} />} onClick={props.onRemove}>
        Remove
      </Menu.Item>
    </>
  );
}
