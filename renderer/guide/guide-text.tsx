import { Anchor, Box, Code } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { Fragment, useEffect, useRef } from 'react';
import { AddressLink, CopyText, ShortcutGroups } from '../frame/index.ts';
import { type Block, type GuidePage, type Inline, partAddress } from './find-parts.ts';
import styles from './guide.module.css';

/** The page that lists the keys. They come from the table of screens, which the guide's build cannot read. */
const KEYS_PAGE = 'shortcuts';

/** A page of the guide, with links to the previous and next one. */
export function GuideText({ pages, at }: { pages: readonly GuidePage[]; at: number }) {
  const page = pages[at];
  const box = useRef<HTMLElement>(null);
  const { hash, key } = useLocation({ select: ({ hash, state }) => ({ hash, key: state.key }) });
  // A link to the part that is already shown scrolls to it again, because its history entry has a new key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page or history key means to scroll
  useEffect(() => {
    const heading = hash === '' ? null : box.current?.querySelector<HTMLElement>(`#${CSS.escape(hash)}`);
    if (heading) {
      heading.scrollIntoView();
      heading.focus({ preventScroll: true });
    } else box.current?.closest('main')?.scrollTo(0, 0);
  }, [page, hash, key]);
  if (!page) return undefined;
  return (
    <article ref={box} className={styles.text}>
      {page.parts.map(({ id, title, blocks }, i) => (
        <section key={id} aria-label={title}>
          {i === 0 ? (
            <h2>{title}</h2>
          ) : (
            <h3 id={id} tabIndex={-1}>
              {title}
            </h3>
          )}
          {blocks.map((block, j) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a part never change
            <GuideBlock key={j} block={block} />
          ))}
        </section>
      ))}
      {page.id === KEYS_PAGE && (
        <Box fz="sm" mt="lg">
          <ShortcutGroups />
        </Box>
      )}
      <Box component="nav" aria-label="Pages" className="row spread ruled" mt="2.5rem" pt="md">
        <PageLink page={pages[at - 1]} word="Previous" />
        <PageLink page={pages[at + 1]} word="Next" />
      </Box>
    </article>
  );
}

function PageLink({ page, word }: { page: GuidePage | undefined; word: string }) {
  return (
    <span>
      {page && (
        <Anchor component={AddressLink} to={partAddress(page.id, '')} inherit>
          <span className="quiet fine block">{word}</span>
          {page.title}
        </Anchor>
      )}
    </span>
  );
}

/** A paragraph, list, table or program. Indices are keys, since the content never changes. */
function GuideBlock({ block }: { block: Block }) {
  switch (block.is) {
    case 'paragraph':
      return (
        <p>
          <Inlines content={block.content} />
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
              <Inlines content={item} />
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach a scrolling region */}
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach a scrolling region
    <div className="slides" tabIndex={0}>
      <table className="data-table">
        <thead>
          <tr>
            {head.map((cell, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <th key={i} scope="col" className={side(i)}>
                <Inlines content={cell} />
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
                  <Inlines content={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Inlines({ content }: { content: readonly Inline[] }) {
  return content.map((one, i) => (
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
          <Inlines content={piece.content} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inlines content={piece.content} />
        </em>
      );
    case 'link':
      return piece.to.startsWith('/') ? (
        <Anchor component={AddressLink} to={piece.to} inherit underline="always">
          <Inlines content={piece.content} />
        </Anchor>
      ) : (
        <Anchor href={piece.to} target="_blank" rel="noreferrer" inherit underline="always">
          <Inlines content={piece.content} />
        </Anchor>
      );
  }
}
