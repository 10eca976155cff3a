import { useElementSize } from '@mantine/hooks';

const ROW = 22;
const NAME = { width: '100%', maxWidth: 0, padding: 0, fontWeight: 400, textAlign: 'start' } as const;
const NUMBER = { paddingLeft: '0.875rem', textAlign: 'right', fontVariantNumeric: 'tabular-nums' } as const;
const LINE = { height: ROW, borderTop: '1px solid var(--line)' } as const;

/** A board tile's table, with as many rows as fit. @param props.rows the row's name, then its cells */
export function TileTable({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  const { ref, height } = useElementSize();
  const room = Math.max(1, Math.floor(height / ROW) - 1);
  // The last line shows the number of hidden rows.
  const shown = rows.length > room ? rows.slice(0, Math.max(1, room - 1)) : rows;
  return (
    <div ref={ref} className="fill low" style={{ overflow: 'hidden' }}>
      <table className="fine one-line full-width">
        <thead>
          <tr className="quiet" style={{ height: ROW }}>
            {head.map((text, at) => (
              <th
                key={text}
                scope="col"
                className={at === 0 ? 'cut' : 'medium'}
                style={at === 0 ? NAME : NUMBER}
              >
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(([name, ...texts]) => (
            <tr key={name} style={LINE}>
              <th scope="row" className="cut" style={NAME}>
                {name}
              </th>
              {texts.map((text, at) => (
                <td key={head[at + 1]} style={NUMBER}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
          {shown.length < rows.length && (
            <tr style={LINE}>
              <td colSpan={head.length} className="quiet">
                and {rows.length - shown.length} more
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

/** A table's column widths (CSS; `undefined` shares the rest), so that columns stay put when rows change. */
export function Columns({ widths }: { widths: readonly (string | undefined)[] }) {
  return (
    <colgroup>
      {widths.map((width, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
        <col key={i} style={width === undefined ? undefined : { width }} />
      ))}
    </colgroup>
  );
}
