import { Box, Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiKeyLine } from '../../service/contract/access.ts';
import { Lines } from './lines.tsx';
import { RunIt } from './run-it.tsx';

/** A program with what a person does with it, a button that copies it, and one that sends its first request. */
export function ProgramPanel(props: {
  /** Of the tool: another one begins without the answer of the one before. Several panels of a page have different names. */
  name: string;
  /** What to do with it, and what it needs. */
  children: ReactNode;
  /** `undefined`: there is none here, and `children` say why. */
  text: string | undefined;
  /** Its first request: a path of the API, without a key. */
  path: string;
  /** `undefined`: a page that keeps none, and cannot send the request. */
  keys: readonly ApiKeyLine[] | undefined;
  isForFred?: boolean;
}) {
  const { name, children, text, path, keys, isForFred = false } = props;
  return (
    <Flex wrap="wrap" gap="md">
      <Box flex="1 1 16rem" className="column gap-8 shrink fine breaks">
        {children}
      </Box>
      {text !== undefined && (
        <Box flex="2 1 32rem" className="column gap-8 shrink">
          <Lines name={`Program: ${name}`} text={text} what="program" />
          {keys && <RunIt key={name} name={name} path={path} keys={keys} isForFred={isForFred} />}
        </Box>
      )}
    </Flex>
  );
}
