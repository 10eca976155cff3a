import { Box, Skeleton } from '@mantine/core';
import { useFileSettings, useStorage } from '../api/index.ts';
import { CommandLine, CopyText, sizeText } from '../frame/index.ts';
import { GROUPS } from './groups.ts';

/** The data folder: where it is, how large its files are, and how to move it. */
export function FolderPart() {
  const folder = useFileSettings().data?.folder;
  const { data: storage } = useStorage();
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
      </div>
      <p className="sub">{sizes.join(' · ')}</p>
      <p>To move it, end Almanac, move the folder, and open it at its new place:</p>
      <CommandLine>{`almanac stop --data-dir "${folder}"\nmv "${folder}" NEW\nalmanac open --data-dir NEW`}</CommandLine>
    </Box>
  );
}
