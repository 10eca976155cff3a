import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLayoutDashboard } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { loadCode } from '../api/index.ts';
import type { SearchAction } from '../picker/index.ts';

const AddDialog = lazy(async () => ({
  default: (await loadCode(() => import('./add-dialog.tsx'))).AddDialog,
}));

/**
 * 'Add to a board' for a screen; its dialog must be rendered outside the menu. @param tile returns the tile's
 * title and address at the moment of the click
 */
export function useAddToBoard(tile: () => { title: string; address: string }): {
  action: SearchAction;
  item: ReactNode;
  dialog: ReactNode;
} {
  const [isOpen, dialog] = useDisclosure(false);
  return {
    action: {
      id: 'add-to-board',
      title: 'Add to a board',
      detail: 'Chart',
      words: 'tile dashboard board save keep chart pin',
      run: dialog.open,
    },
    item: (
      <Menu.Item leftSection={<IconLayoutDashboard size={16} stroke={1.6} />} onClick={dialog.open}>
        Add to a board…
      </Menu.Item>
    ),
    dialog: isOpen && (
      <Suspense>
        <AddDialog tile={tile()} onClose={dialog.close} />
      </Suspense>
    ),
  };
}
