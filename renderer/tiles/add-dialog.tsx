import { Button, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { freeName, namesOf, useSaved, useSaveItem } from '../api/index.ts';
import { Dialog } from '../frame/index.ts';
import { type Board, boardsOf, changedBoard, newBoard, useEmptyBoard, withTile } from './board-items.ts';
import { MOST_TILES } from './places.ts';

/** Chooses the board for a tile, or makes a new one. */
export function AddDialog(props: { tile: { title: string; address: string }; onClose: () => void }) {
  const { title, address } = props.tile;
  const items = useSaved().data;
  const boards = boardsOf(items);
  const empty = useEmptyBoard();
  const [name, setName] = useState<string>();
  const [message, setMessage] = useState('');
  const save = useSaveItem();
  const router = useRouter();
  const added = save.data?.state === 'saved' ? save.data.item : undefined;
  const addTo = (board: Board) => {
    const content = withTile(board.content, title, address);
    if (!content) return setMessage(`${board.name} has ${MOST_TILES} tiles, the most that a board can have.`);
    setMessage('');
    save.mutate(changedBoard(board, board.name, content), {
      // Another window changed the board's tiles: add to its version.
      onSuccess: ({ state, item }) => state === 'conflict' && item.kind === 'board' && addTo(item as Board),
    });
  };
  const addToNew = () => {
    const content = withTile(empty, title, address);
    if (content) save.mutate(newBoard(name?.trim() || freeName('New board', namesOf(items)), content));
  };
  return (
    <Dialog title="Add to a board" size={440} onClose={props.onClose}>
      {added ? (
        <div className="column gap-12">
          <p role="status">
            Added to <strong>{added.name}</strong>.
          </p>
          <div className="row gap-8">
            <Button
              data-autofocus
              onClick={() => {
                props.onClose();
                router.history.push(`/board?id=${added.id}`);
              }}
            >
              Open {added.name}
            </Button>
            <Button variant="default" onClick={props.onClose}>
              Stay here
            </Button>
          </div>
        </div>
      ) : (
        <div className="column gap-12">
          <p className="quiet fine">{title}</p>
          {boards.length > 0 && (
            <ul className="list column gap-4" aria-label="Boards">
              {boards.map((board) => (
                <li key={board.id}>
                  <Button
                    variant="default"
                    fullWidth
                    justify="space-between"
                    disabled={save.isPending}
                    rightSection={
                      <span className="quiet fine">
                        {board.content.tiles.length} {board.content.tiles.length === 1 ? 'tile' : 'tiles'}
                      </span>
                    }
                    onClick={() => addTo(board)}
                  >
                    {board.name}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <form
            className="flex gap-8"
            style={{ alignItems: 'flex-end' }}
            onSubmit={(event) => {
              event.preventDefault();
              addToNew();
            }}
          >
            <TextInput
              className="grow"
              label="A new board"
              maxLength={200}
              placeholder={freeName('New board', namesOf(items))}
              value={name ?? ''}
              data-autofocus={boards.length === 0 || undefined}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" loading={save.isPending}>
              Make and add
            </Button>
          </form>
          {(message !== '' || save.isError) && (
            <p className="error fine" role="alert">
              {message || save.error?.message}
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}
