import { Skeleton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { LoadFailed, Screen } from '../frame/index.ts';
import { BoardList } from './board-list.tsx';
import { BoardView } from './board-view.tsx';
import { datasetsOf } from './shared-days.ts';
import { useBoard } from './use-board.ts';

const route = getRouteApi('/board');

/** A board, or the list of boards. */
export function BoardScreen() {
  const { id } = route.useSearch();
  return id === undefined ? (
    <Screen datasets={[]}>
      <BoardList />
    </Screen>
  ) : (
    <OneBoard key={id} id={id} />
  );
}

function OneBoard({ id }: { id: string }) {
  const board = useBoard(id);
  const { fields } = board;
  return (
    <Screen datasets={fields ? datasetsOf(fields.content) : []} isLoading={board.isLoading}>
      {fields ? (
        <BoardView board={board} fields={fields} />
      ) : board.isLoading ? (
        <Skeleton height="100%" role="img" aria-label="Loading the board" />
      ) : board.error ? (
        <LoadFailed onRetry={board.reload}>The boards could not be loaded: {board.error.message}</LoadFailed>
      ) : (
        <BoardList isGone />
      )}
    </Screen>
  );
}
