import { Anchor, Box, Button } from '@mantine/core';
import { AddressLink } from '../frame/index.ts';
import { meantWords } from './find-settings.ts';

/** Says that nothing was changed, or that a search found nothing; then it offers what was probably meant, the groups again, and the guide. */
export function NothingFound(props: {
  text: string;
  values: Readonly<Record<string, unknown>>;
  /** '' clears the search. */
  onSearch: (text: string) => void;
}) {
  const { text, onSearch } = props;
  if (text === '')
    return (
      <Box component="p" className="quiet" p="1rem">
        Every setting has its default.
      </Box>
    );
  const meant = meantWords(text, props.values);
  return (
    <Box p="1rem" className="column gap-8">
      <p role="status">No setting is found by “{text}”.</p>
      <div className="row wrap gap-8">
        {meant !== undefined && (
          <Button variant="default" size="compact-sm" onClick={() => onSearch(meant)}>
            Search for “{meant}”
          </Button>
        )}
        <Button variant="default" size="compact-sm" onClick={() => onSearch('')}>
          Clear the search
        </Button>
      </div>
      <p className="quiet fine">
        Units, dates and lines of a chart are set at the chart. The{' '}
        <Anchor component={AddressLink} to="/guide/settings" underline="always" inherit>
          guide
        </Anchor>{' '}
        lists all settings; Ctrl-K finds everything else.
      </p>
    </Box>
  );
}
