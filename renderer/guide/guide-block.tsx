import { Anchor, Box, Code } from '@mantine/core';
import { Fragment } from 'react';
import { AddressLink, CopyText } from '../frame/index.ts';
import type { Block, Inline } from './types.ts';

/** A paragraph, list, table or program of the guide. Keys are places: what is drawn never changes. */
export function GuideBlock({ block }: { block: Block }) {
  switch (block.is) {
    case 'paragraph':
      return (
        <p>
          <Inlines of={block.of} />
        </p>
      );
    case 'code':
      return <Program text={block.text} />;
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={i}>
              <Inlines of={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return <Table {...block} />;
  }
}

function Program({ text }: { text: string }) {
  return (
    <Box className="well flex start" p="0 0.25rem 0 0.875rem" lh={1.5}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached with the keyboard */}
      <pre className="grow slides" tabIndex={0}>
        <code className="mono fine">{text}</code>
      </pre>
      <CopyText value={text} what="the text" />
    </Box>
  );
}

function Table({ head, rows, toRight }: Extract<Block, { is: 'table' }>) {
  const side = (column: number) => (toRight[column] ? 'to-right' : undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached with the keyboard
    <div className="slides" tabIndex={0}>
      <table className="data-table">
        <thead>
          <tr>
            {head.map((cell, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <th key={i} scope="col" className={side(i)}>
                <Inlines of={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={i}>
              {row.map((cell, j) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <td key={j} className={side(j)}>
                  <Inlines of={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Inlines({ of }: { of: readonly Inline[] }) {
  return of.map((one, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={i}>{typeof one === 'string' ? one : <Piece piece={one} />}</Fragment>
  ));
}

function Piece({ piece }: { piece: Exclude<Inline, string> }) {
  switch (piece.is) {
    case 'code':
      return (
        <Code className="breaks" bg="var(--line)">
          {piece.text}
        </Code>
      );
    case 'strong':
      return (
        <strong>
          <Inlines of={piece.of} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inlines of={piece.of} />
        </em>
      );
    case 'link':
      return piece.to.startsWith('/') ? (
        <Anchor component={AddressLink} to={piece.to} inherit underline="always">
          <Inlines of={piece.of} />
        </Anchor>
      ) : (
        <Anchor href={piece.to} target="_blank" rel="noreferrer" inherit underline="always">
          <Inlines of={piece.of} />
        </Anchor>
      );
  }
}
