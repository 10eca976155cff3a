import { Tabs } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** A part of a side panel. */
export type SideSection = { id: string; title: string; content: ReactNode };

/**
 * The parts of a side panel: one below the other where there is room, else one at a time, chosen by tabs.
 * @param props.isStacked whether there is room.
 */
export function SideSections(props: { label: string; sections: readonly SideSection[]; isStacked: boolean }) {
  const { sections } = props;
  const id = useId();
  if (props.isStacked)
    return sections.map((section) => (
      <section key={section.id} aria-labelledby={`${id}${section.id}`}>
        <h2 id={`${id}${section.id}`} className="heading">
          {section.title}
        </h2>
        {section.content}
      </section>
    ));
  return (
    // A tab's content is computed when somebody opens it.
    <Tabs defaultValue={sections[0]?.id ?? null} keepMounted={false}>
      <Tabs.List aria-label={props.label} mb={8}>
        {sections.map((section) => (
          <Tabs.Tab key={section.id} value={section.id} py={7} px={12}>
            {section.title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {sections.map((section) => (
        <Tabs.Panel key={section.id} value={section.id}>
          {section.content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
