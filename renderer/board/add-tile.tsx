import { Button } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { inDateStyle } from '../../service/calendar/dates.ts';
import type { BoardContent } from '../../service/contract/saved.ts';
import { seriesId, seriesTitle } from '../../service/datasets/series-choice.ts';
import { knownText, viewSearch } from '../../service/view/index.ts';
import type { View } from '../../service/view/types.ts';
import { useSaved } from '../api/index.ts';
import { Dialog, useScreens } from '../frame/index.ts';
import { SeriesSearch } from '../picker/index.ts';
import { MOST_TILES, withTile } from '../tiles/index.ts';
import { keptView, openingAddress, parseView } from '../view/index.ts';
import type { BoardChange } from './board-fields.ts';

/** Adds a tile: Explore's last chart, a saved view, or a series found by a search. */
export function AddTile(props: {
  content: BoardContent;
  edit: (change: BoardChange) => void;
  say: (text: string) => void;
  /** Sentences about the parts of a pasted address that the tile cannot show. */
  onProblems: (problems: readonly string[]) => void;
  onClose: () => void;
}) {
  const views = (useSaved().data ?? []).flatMap((item) =>
    item.kind === 'view' && item.deleted_at === null ? [item] : [],
  );
  const screens = useScreens().filter(({ loadTile }) => loadTile !== undefined);
  const kept = keptView();
  const last = kept && parseView(kept).view;
  const isFull = props.content.tiles.length >= MOST_TILES;
  const add = (title: string, address: string) => {
    props.edit((fields) => {
      const content = withTile(fields.content, title, address);
      return content ? { ...fields, content } : fields;
    });
    props.say(`${title} is added.`);
    props.onClose();
  };
  const addView = (view: View) => add(titleOf(view), `/explore?${new URLSearchParams(viewSearch(view))}`);
  return (
    <Dialog title="Add a tile" size={560} onClose={props.onClose}>
      {isFull ? (
        <p>A board has {MOST_TILES} tiles at most. Remove one first.</p>
      ) : (
        <>
          {last && last.series.length > 0 && (
            <Button
              variant="default"
              justify="flex-start"
              leftSection={<IconChartLine size={16} stroke={1.6} />}
              onClick={() => addView(last)}
            >
              <span className="cut">The chart of Explore: {titleOf(last)}</span>
            </Button>
          )}
          <section aria-label="A screen">
            <h3 className="label">A screen, with the newest numbers</h3>
            <div className="row wrap gap-6">
              {screens.map(({ path, title }) => (
                <Button key={path} variant="default" size="compact-sm" onClick={() => add(title, path)}>
                  {title}
                </Button>
              ))}
            </div>
          </section>
          {views.length > 0 && (
            <section aria-label="Saved views">
              <h3 className="label">Saved views</h3>
              <ul className="list column gap-4 scrolls" style={{ maxHeight: '12rem' }}>
                {views.map((view) => (
                  <li key={view.id}>
                    <Button
                      variant="default"
                      fullWidth
                      justify="flex-start"
                      onClick={() => add(view.name, openingAddress(view))}
                    >
                      <span className="cut">
                        {view.name}
                        {view.content.frozen && (
                          <span className="quiet">
                            , as known on {inDateStyle(knownText(view.content.frozen.as_of))}
                          </span>
                        )}
                      </span>
                    </Button>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section aria-label="A series">
            <h3 className="label">A series</h3>
            <SeriesSearch
              label="Search a series for the tile"
              placeholder="quits, DGS10, debt held by public"
              view={EMPTY}
              state="CA"
              onChoose={(choice) =>
                add(seriesTitle(choice), `/explore?${new URLSearchParams({ series: seriesId(choice) })}`)
              }
              onOpen={(view, problems) => {
                props.onProblems(problems);
                addView(view);
              }}
            />
          </section>
        </>
      )}
    </Dialog>
  );
}

const EMPTY: View = parseView({ series: '' }).view;

/** @returns the user's own title of a view, or the names of its first lines. */
function titleOf(view: View): string {
  if (view.heading.title !== undefined) return view.heading.title;
  const [first, second, ...more] = view.series.filter(({ hidden }) => !hidden);
  const names = [first, second].flatMap((one) => (one ? [one.style.name ?? seriesTitle(one.choice)] : []));
  return `${names.join(', ') || 'Chart'}${more.length > 0 ? ` and ${more.length} more` : ''}`;
}
