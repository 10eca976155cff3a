import { Notice } from './notice.tsx';

/** Says who imports where the data are a team's. @param props.id so that links to the controls which it replaces lead here */
export function TeamLine({
  address,
  id,
  refused,
}: {
  address: string;
  id?: string;
  refused?: string | undefined;
}) {
  return (
    <section id={id} tabIndex={-1} aria-label="A team’s data">
      <Notice tone={refused === undefined ? 'note' : 'failure'}>
        {refused !== undefined && `${refused} was not taken. `}
        The data come from the team at {address}; import and refresh there.
      </Notice>
    </section>
  );
}
