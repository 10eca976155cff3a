import { Notice } from './notice.tsx';
import { TopBar } from './top-bar.tsx';

/** Stands in the place of a screen that a node of a team does not have, and says why. */
export function NotAtNode({ title, why }: { title: string; why: string }) {
  return (
    <>
      <TopBar title={title} datasets={[]} series={[]} lists={[]} />
      <main id="main" className="fill low" tabIndex={-1}>
        <Notice tone="note">{why}</Notice>
      </main>
    </>
  );
}
