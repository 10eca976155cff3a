import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { isTeamPage } from '../api/index.ts';
import { IMPORT_FILE, Notice } from '../frame/index.ts';

/** Says that what was asked for needs two lists, and leads to the import of another. */
export function OneListNotice() {
  return (
    <Notice
      tone="note"
      action={
        !isTeamPage() && (
          <Anchor component={Link} to="/data" hash={IMPORT_FILE} inherit>
            Import an older list
          </Anchor>
        )
      }
    >
      {isTeamPage()
        ? 'The team has one list. Changes show when it has another.'
        : 'One list is held. Import an older one, with its date, to see changes.'}
    </Notice>
  );
}
