import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useSaved, useSaveItem } from '../api/index.ts';
import { Dialog } from '../frame/index.ts';
import { type Board, boardsOf, freeName, newBoard } from '../tiles/index.ts';
import type { BoardFields } from './types.ts';

/** Asks what shall stand where two windows changed the same. Closing it keeps both: nothing is lost without a choice. */
export function ConflictDialog(props: {
  fields: BoardFields;
  conflict: { theirs: Board; takeTheirs: () => void; takeMine: () => void };
}) {
  const { fields, conflict } = props;
  const { theirs, takeTheirs, takeMine } = conflict;
  const boards = boardsOf(useSaved().data);
  const save = useSaveItem();
  const router = useRouter();
  const keepBoth = () =>
    save.mutate(newBoard(freeName(`${fields.name} (mine)`, boards), fields.content), {
      onSuccess: ({ item }) => {
        takeTheirs();
        router.history.push(`/board?id=${item.id}`);
      },
    });
  const time = `${theirs.changed_at.slice(11, 16)} UTC`;
  return (
    <Dialog
      title={
        theirs.deleted_at === null
          ? `Changed in another window at ${time}`
          : `Removed in another window at ${time}`
      }
      size={480}
      onClose={keepBoth}
    >
      <p>Both windows changed the same part of {fields.name}. What shall stand?</p>
      <div className="row wrap gap-8">
        <Button data-autofocus loading={save.isPending} onClick={keepBoth}>
          Keep both
        </Button>
        <Button variant="default" onClick={takeTheirs}>
          Take theirs
        </Button>
        <Button variant="default" onClick={takeMine}>
          Take mine
        </Button>
      </div>
      <p className="quiet fine">Keep both saves yours as a board of its own.</p>
      {save.isError && (
        <p className="error fine" role="alert">
          {save.error.message}
        </p>
      )}
    </Dialog>
  );
}
