import { Box } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconFileImport } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type CSSProperties, useRef, useState } from 'react';
import { useCan, useHandOverFile } from '../api/index.ts';

/** A drop goes to what lies below. */
const OVER: CSSProperties = {
  zIndex: 400,
  background: 'color-mix(in srgb, var(--page) 82%, transparent)',
  outline: '2px dashed var(--accent-text)',
  outlineOffset: '-0.75rem',
  pointerEvents: 'none',
};

/** Shown over the window while a file is dragged over it. */
export function DropTarget({ isOver }: { isOver: boolean }) {
  if (!isOver) return null;
  return (
    <Box pos="fixed" inset={0} p="xl" className="center" style={OVER} aria-hidden>
      <Box className="card row gap-14" maw="36rem" p="1.25rem 1.5rem">
        <IconFileImport size={28} stroke={1.5} color="var(--accent-text)" style={{ flex: 'none' }} />
        <div>
          <div className="heading">Drop to import</div>
          <div className="quiet">You see what is in the file first; nothing is stored before you say so.</div>
        </div>
      </Box>
    </Box>
  );
}

/**
 * Opens files that are dropped anywhere in the window in Data's import. Without this the browser would leave the app and open them.
 * Over an open dialog, or where files cannot be imported, a drop does nothing.
 * @returns whether files that would be taken are over the window.
 */
export function useDroppedFiles(): boolean {
  const router = useRouter();
  const handOver = useHandOverFile();
  const canTake = useCan('computer');
  const [isOver, setOver] = useState(false);
  // An image of the page that is dragged looks like a file.
  const isOwn = useRef(false);
  const drag = ({ type }: DragEvent): void => {
    isOwn.current = type === 'dragstart';
  };
  const take = (event: DragEvent): void => {
    const { dataTransfer } = event;
    if (!dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    const isTaken = canTake && !isOwn.current && document.querySelector('[aria-modal="true"]') === null;
    dataTransfer.dropEffect = isTaken ? 'copy' : 'none';
    setOver(isTaken && event.type === 'dragover');
    const files = [...dataTransfer.files];
    if (!isTaken || event.type !== 'drop' || files[0] === undefined) return;
    handOver({ name: files[0].name, files });
    if (router.state.location.pathname !== '/data') router.history.push('/data');
  };
  useWindowEvent('dragstart', drag);
  useWindowEvent('dragend', drag);
  useWindowEvent('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false));
  useWindowEvent('dragover', take);
  useWindowEvent('drop', take);
  return isOver;
}
