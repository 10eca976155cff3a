import { Anchor, Box } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { usePublisherKeys } from '../api/index.ts';
import { GROUPS } from './groups.ts';

const STATES = {
  absent: 'no key',
  present: 'a key is set',
  lost: 'the key cannot be read',
  environment: 'from the environment',
} as const;

/** Whether there are keys of publishers. They are set where all keys are: in API access. */
export function KeysPart() {
  const { data, error } = usePublisherKeys();
  return (
    <Box p="0.75rem 1rem" className="column gap-8">
      <h2 className="heading">{GROUPS.keys}</h2>
      {error && <p className="error">Their state could not be loaded. {error.message}</p>}
      <table className="data-table" aria-label={GROUPS.keys}>
        <tbody>
          {data?.keys.map(({ publisher, state }) => (
            <tr key={publisher}>
              <th scope="row">{publisher}</th>
              <td>{STATES[state]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <Anchor component={Link} to="/access" underline="always" inherit>
          Set them in API access
        </Anchor>
        . A key is never shown, and sent to its publisher only.
      </p>
    </Box>
  );
}
