import { Anchor, Box, Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { shownDate } from '../../service/calendar/dates.ts';
import { localTime } from '../../service/calendar/zone.ts';
import type { BoardContent } from '../../service/contract/saved.ts';
import { freeName, namesOf, newId, useSaved, useSaveItem } from '../api/index.ts';
import { HelpLink, LoadFailed, Notice } from '../frame/index.ts';
import {
  boardSummary,
  boardsOf,
  CARDS,
  copyOf,
  newBoard,
  TemplatesList,
  useEmptyBoard,
} from '../tiles/index.ts';

/** All boards, and those to copy. @param props.isGone somebody asked for a board that there is not */
export function BoardList({ isGone = false }: { isGone?: boolean }) {
  const { data: items, error, refetch } = useSaved();
  const boards = boardsOf(items);
  const save = useSaveItem();
  const empty = useEmptyBoard();
  const router = useRouter();
  const make = (name: string, content: BoardContent, note?: string) =>
    save.mutate(newBoard(freeName(name, namesOf(items)), content, note), {
      onSuccess: ({ item }) => router.history.push(`/board?id=${item.id}`),
    });
  return (
    <div className="scrolls" style={{ height: '100%' }}>
      <Box className="column gap-16" maw="72rem" p="md">
        {isGone && (
          <Notice tone="note">
            There is no such board: it was removed, or the link is of another computer.
          </Notice>
        )}
        {save.isError && <Notice tone="failure">The board could not be saved: {save.error.message}</Notice>}
        <section aria-labelledby="boards-own">
          <div className="row spread gap-12" style={{ marginBottom: '0.5rem' }}>
            <div className="row gap-4">
              <h2 id="boards-own" className="large strong">
                Your boards
              </h2>
              <HelpLink to="/guide/boards" about="boards" />
            </div>
            <Button
              leftSection={<IconPlus size={15} stroke={1.7} />}
              loading={save.isPending}
              onClick={() => make('New board', empty)}
            >
              New board
            </Button>
          </div>
          {items === undefined ? (
            error ? (
              <LoadFailed onRetry={() => void refetch()}>
                Your boards could not be loaded: {error.message}
              </LoadFailed>
            ) : (
              <Skeleton height={88} />
            )
          ) : boards.length === 0 ? (
            <p className="quiet">
              None yet. Copy one of those below, begin an empty one, or take a chart of Explore: Take away,
              Add to a board.
            </p>
          ) : (
            <ul className="list" style={CARDS}>
              {boards.map(({ id, name, note, content, changed_at: at }) => (
                <Box component="li" key={id} className="card column gap-4" p="sm">
                  <Anchor
                    className="heading"
                    inherit
                    fw={600}
                    renderRoot={(root) => <Link {...root} to="/board" search={{ id }} />}
                  >
                    {name}
                  </Anchor>
                  <p className="quiet fine">{boardSummary(content)}</p>
                  {note !== '' && <p className="fine">{note}</p>}
                  <p className="quiet fine">
                    Changed <time dateTime={at}>{shownDate(localTime(at).date)}</time>
                  </p>
                </Box>
              ))}
            </ul>
          )}
        </section>
        <section aria-labelledby="boards-copy">
          <h2 id="boards-copy" className="large strong" style={{ marginBottom: '0.5rem' }}>
            To copy
          </h2>
          <TemplatesList
            isBusy={save.isPending}
            onCopy={(template) => make(template.name, copyOf(template, empty, newId), template.note)}
          />
        </section>
      </Box>
    </div>
  );
}
