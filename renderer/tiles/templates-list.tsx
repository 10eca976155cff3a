import { Box, Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { TEMPLATES, type Template } from './templates.ts';

/** Cards of boards or templates, as many side by side as have room. */
export const CARDS = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(15rem, 100%), 1fr))',
  gap: '0.75rem',
};

/** The boards to copy. */
export function TemplatesList(props: { isBusy: boolean; onCopy: (template: Template) => void }) {
  return (
    <ul className="list" style={CARDS}>
      {TEMPLATES.map((template) => (
        <Box component="li" key={template.name} className="card column gap-6" p="sm">
          <h3 className="heading">{template.name}</h3>
          <p className="fine">{template.note}</p>
          <p className="quiet fine">{template.tiles.map(([title]) => title).join(' · ')}</p>
          <Button
            variant="default"
            mt="auto"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconCopy size={15} stroke={1.6} />}
            disabled={props.isBusy}
            onClick={() => props.onCopy(template)}
          >
            Copy {template.name}
          </Button>
        </Box>
      ))}
    </ul>
  );
}
