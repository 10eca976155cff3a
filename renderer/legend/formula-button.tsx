import { ActionIcon, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMathFunction } from '@tabler/icons-react';
import { MOST_SERIES, type View } from '../../service/view/types.ts';
import { addFormula, lineCount } from '../view/index.ts';
import { FormulaForm } from './formula-form.tsx';

/** Adds a line that is computed from the shown series. */
export function FormulaButton({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => !opened && close()}
      position="bottom-start"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          size={24}
          aria-label="Formula"
          title="Add a formula of these lines"
          disabled={view.series.length === 0 || lineCount(view) >= MOST_SERIES}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <IconMathFunction size={15} stroke={1.7} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="New formula">
        <FormulaForm
          view={view}
          onTake={(text) => {
            close();
            onChange(addFormula(view, text));
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
