import { Box, Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { usualShell } from '../../service/contract/shell.ts';
import { openDataFolder, useFileSettings, useStorage } from '../api/index.ts';
import { CommandLine, CopyText, sizeText } from '../frame/index.ts';
import { moveCommands } from './commands.ts';
import { GROUPS } from './groups.ts';

/** The data folder: where it is, how large its files are, and how to move it. The desktop app can open it. */
export function FolderPart() {
  const folder = useFileSettings().data?.folder;
  const { data: storage } = useStorage();
  const [isOpened, setOpened] = useState(true);
  const open = openDataFolder();
  if (folder === undefined) return <Skeleton height={120} m="sm" width="auto" />;
  const backUps = storage?.back_ups ?? [];
  const sizes = [
    ...(storage?.files.map(({ file, bytes }) => `${file} ${sizeText(bytes)}`) ?? []),
    ...(backUps.length > 0
      ? [`${backUps.length} back-ups ${sizeText(backUps.reduce((sum, { bytes }) => sum + bytes, 0))}`]
      : []),
  ];
  return (
    <Box p="0.75rem 1rem" className="column gap-8">
      <h2 className="heading">{GROUPS.folder}</h2>
      <div className="row gap-4">
        <code className="breaks">{folder}</code>
        <CopyText value={folder} what="path" />
        {open && (
          <Button variant="default" size="compact-sm" onClick={() => void open().then(setOpened)}>
            Open
          </Button>
        )}
      </div>
      {!isOpened && (
        <p className="error" role="alert">
          The system did not open it. Copy the path instead.
        </p>
      )}
      <p className="sub">{sizes.join(' · ')}</p>
      <p>To move it, end Almanac, move the folder, and open it at its new place:</p>
      <CommandLine>{moveCommands(folder, usualShell(navigator.platform))}</CommandLine>
    </Box>
  );
}
