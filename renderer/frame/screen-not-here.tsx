import { Notice } from './notice.tsx';
import { TopBar } from './top-bar.tsx';

/** Stands in the place of a screen for which the service lets the page do too little, and says why. */
export function ScreenNotHere({ title, why }: { title: string; why: string }) {
  return (
    <>
      <TopBar title={title} datasets={[]} series={[]} lists={[]} />
      <main id="main" className="fill low" tabIndex={-1}>
        <Notice tone="note">{why}</Notice>
      </main>
    </>
  );
}
