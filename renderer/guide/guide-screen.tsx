import { PAGES } from 'virtual:guide';
import { Notice, Screen, useScreenPage } from '../frame/index.ts';
import styles from './guide.module.css';
import { GuideContents } from './guide-contents.tsx';
import { GuideText } from './guide-text.tsx';

/** The guide: its contents and a search on the left, a page of it beside them. */
export function GuideScreen() {
  const name = useScreenPage();
  const found = PAGES.findIndex(({ id }) => id === name);
  const at = Math.max(found, 0);
  return (
    <Screen datasets={[]}>
      <div className={styles.guide}>
        <GuideContents pages={PAGES} shown={PAGES[at]?.id ?? ''} />
        <div>
          {name !== undefined && found < 0 && (
            <Notice tone="note">The guide has no page “{name}”. This is its first one.</Notice>
          )}
          <GuideText pages={PAGES} at={at} />
        </div>
      </div>
    </Screen>
  );
}
