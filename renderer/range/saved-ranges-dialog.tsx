import { ActionIcon, Box, Button, CloseButton, Group, Modal, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { inDateStyle } from '../../service/calendar/dates.ts';
import type { RangeChoice } from '../../service/view/types.ts';
import { readRange } from './presets.ts';
import { LONGEST_RANGE_NAME, MOST_SAVED, rangeWords, type useSavedRanges } from './saved-ranges.ts';

/** Saves the range on the screen under a name, and removes saved ones. */
export function SavedRangesDialog(props: {
  isOpen: boolean;
  onClose: () => void;
  choice: RangeChoice;
  ranges: ReturnType<typeof useSavedRanges>;
}) {
  const { isOpen, onClose, choice, ranges } = props;
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size="sm"
      lockScroll={false}
      // The menu item that opened it is gone by then, so the menu puts the focus back.
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label="Your ranges">
        <Modal.Body p="md">
          {/* No Modal.Header: it would be a second banner of the page. */}
          <Group justify="space-between" mb="xs">
            <h2 className="large">Your ranges</h2>
            <CloseButton aria-label="Close" onClick={onClose} />
          </Group>
          <NameForm
            key={rangeWords(choice)}
            choice={choice}
            taken={ranges.saved.map(({ name }) => name)}
            onSave={(name) => {
              ranges.save(name, choice);
              onClose();
            }}
          />
          {ranges.saved.length > 0 && (
            <Box
              component="ul"
              className="list ruled gap-2"
              display="grid"
              mt="0.75rem"
              pt="0.5rem"
              aria-label="Saved ranges"
            >
              {ranges.saved.map(({ name, range }) => (
                <li key={name} className="row gap-12">
                  <span className="cut grow one-line">{name}</span>
                  <span className="quiet fine one-line">{inDateStyle(rangeWords(readRange(range, [])))}</span>
                  <ActionIcon aria-label={`Remove ${name}`} onClick={() => ranges.remove(name)}>
                    <IconTrash size={16} stroke={1.6} />
                  </ActionIcon>
                </li>
              ))}
            </Box>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function NameForm(props: { choice: RangeChoice; taken: readonly string[]; onSave: (name: string) => void }) {
  const { choice, taken } = props;
  const [typed, setTyped] = useState(rangeWords(choice));
  const name = typed.trim();
  const isFull = taken.length >= MOST_SAVED && !taken.includes(name);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '' && !isFull) props.onSave(name);
      }}
    >
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          data-autofocus
          style={{ flex: 1 }}
          label="Name of the range on the screen"
          value={typed}
          maxLength={LONGEST_RANGE_NAME}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" disabled={name === '' || isFull}>
          {taken.includes(name) ? 'Replace' : 'Save'}
        </Button>
      </Group>
      <Text fz="xs" c="dimmed" mt={4}>
        {isFull
          ? `${MOST_SAVED} ranges are saved, and no more can be: remove one first.`
          : `${inDateStyle(rangeWords(choice))}. Kept on this computer.`}
      </Text>
    </form>
  );
}
