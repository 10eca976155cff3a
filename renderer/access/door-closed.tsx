import { Box, Button } from '@mantine/core';
import { findSetting } from '../../service/contract/check-setting.ts';
import type { FileSettingName } from '../../service/contract/settings.ts';
import { useSetSettings, useSettings } from '../api/index.ts';
import { Notice } from '../frame/index.ts';

/** Settings that let programs in by a door of their own. */
type DoorSetting = Extract<FileSettingName, 'assistants' | 'fred_clients'>;

/** @returns whether a door is closed; false until the settings are known. */
export function useIsClosed(name: DoorSetting): boolean {
  return useSettings()?.[name] === false;
}

/** Says that a door is closed, and opens it. @param props.children what is not answered meanwhile */
export function DoorClosed({ name, children }: { name: DoorSetting; children: string }) {
  const set = useSetSettings();
  const title = findSetting(name)?.title ?? name;
  return (
    <Box p="0 1rem 0.875rem">
      <Notice
        tone="note"
        action={
          <Button
            variant="default"
            size="compact-sm"
            loading={set.isPending}
            onClick={() => set.mutate({ [name]: true })}
          >
            Switch on
          </Button>
        }
      >
        {`“${title}” is switched off in Settings: ${children}`}
        {set.error && ` It was not switched on: ${set.error.message}`}
      </Notice>
    </Box>
  );
}
