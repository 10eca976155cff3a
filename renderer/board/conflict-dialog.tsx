import { useRouter } from '@tanstack/react-router';
import { freeName, namesOf, useSaved, useSaveItem } from '../api/index.ts';
import { ConflictDialog } from '../frame/index.ts';
import { type Board, boardBeside } from '../tiles/index.ts';
import type { BoardFields } from './types.ts';

/** Asks what shall stand where two windows changed the same. Closing it keeps both: nothing is lost without a choice. */
export function BoardConflict(props: {
  fields: BoardFields;
  conflict: { theirs: Board; takeTheirs: () => void; takeMine: () => void };
}) {
  const { fields, conflict } = props;
  const items = useSaved().data;
  const save = useSaveItem();
  const router = useRouter();
  const keepBoth = () =>
    save.mutate(boardBeside(conflict.theirs, freeName(fields.name, namesOf(items)), fields.content), {
      onSuccess: ({ item }) => {
        conflict.takeTheirs();
        router.history.push(`/board?id=${item.id}`);
      },
    });
  return (
    <ConflictDialog
      theirs={conflict.theirs}
      isBusy={save.isPending}
      failure={save.error?.message}
      onBoth={keepBoth}
      onTheirs={conflict.takeTheirs}
      onMine={conflict.takeMine}
      onClose={keepBoth}
    />
  );
}
