import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';
import { levelOf, tileColour } from './level.ts';
import type { MapMember } from './members.ts';
import { treemapLayout } from './tile-layout.ts';

/** The map as a drawing that nobody touches, for a tile of a board. */
export function MapDrawing({ rows, isEqual }: { rows: readonly MapMember[]; isEqual: boolean }) {
  const { ref, width, height } = useElementSize();
  const { tiles, heads } = useMemo(
    () => treemapLayout(rows, { width, height }, isEqual),
    [rows, width, height, isEqual],
  );
  return (
    <div ref={ref} className="fill low" style={{ overflow: 'hidden' }} data-map>
      <svg
        width={width}
        height={height}
        fontSize={11}
        fill="var(--mantine-color-text)"
        className="block"
        aria-hidden="true"
      >
        {heads.map(({ sector, x, y, width: wide }) => (
          <text key={sector} x={x + 1} y={y + 13} fontSize={11} fontWeight={550}>
            {cut(sector, wide)}
          </text>
        ))}
        {tiles.map((tile) => {
          const { row, label, x, y, width: wide, height: tall } = tile;
          const { background, color } = tileColour(levelOf(row));
          return (
            <g key={row.key}>
              <rect
                x={x}
                y={y}
                width={Math.max(0, wide - 1)}
                height={Math.max(0, tall - 1)}
                rx={1.5}
                fill={background}
                {...(row.was === 'new' && { stroke: 'var(--accent-text)', strokeWidth: 1.5 })}
              />
              {label && (
                <text
                  x={x + wide / 2}
                  y={y + tall / 2 + 4}
                  textAnchor="middle"
                  fontSize={label.size}
                  fontWeight={550}
                  fill={color}
                >
                  {label.text}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** Pixels of a letter of a sector's name, at most. */
const LETTER = 7;

function cut(name: string, width: number): string {
  const room = Math.floor(width / LETTER);
  return name.length <= room ? name : `${name.slice(0, Math.max(1, room - 1))}…`;
}
