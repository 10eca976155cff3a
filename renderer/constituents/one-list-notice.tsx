import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCan } from '../api/index.ts';
import { IMPORT_FILE, Notice } from '../frame/index.ts';

/** Says that what was asked for needs two lists, and leads to the import of another. */
export function OneListNotice() {
  const canImport = useCan('import');
  return (
    <Notice
      tone="note"
      action={
        canImport && (
          <Anchor component={Link} to="/data" hash={IMPORT_FILE} inherit>
            Import an older list
          </Anchor>
        )
      }
    >
      One list is held. {canImport ? 'Import' : 'The team can import'} an older one, with its date, to see
      changes.
    </Notice>
  );
}
