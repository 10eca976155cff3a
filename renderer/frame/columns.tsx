/**
 * The widths of a table's columns, so that none moves when rows are loaded, sorted, changed or scrolled into sight.
 * @param props.widths a CSS length for each column; `undefined`: it shares what is left
 */
export function Columns({ widths }: { widths: readonly (string | undefined)[] }) {
  return (
    <colgroup>
      {widths.map((width, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
        <col key={i} style={width === undefined ? undefined : { width }} />
      ))}
    </colgroup>
  );
}
