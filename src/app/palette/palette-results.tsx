import { useEffect, useRef } from 'react';
import { StateTag } from '#src/kit/state-tag.tsx';
import styles from './palette.module.css';
import { mayBeNumber, type Ranked } from './screens.ts';
import type { Finding } from './use-found.ts';

interface ResultsProps {
  text: string;
  found: Finding;
  screens: readonly Ranked[];
  /** Which of all, records first, Enter would open. */
  chosen: number;
  onGo: (path: string) => void;
}

/** What the palette found: records, then screens. */
export function PaletteResults({ text, found, screens, chosen, onGo }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, text]);
  const option = (at: number, path: string) => ({
    id: `palette-${at}`,
    role: 'option',
    'aria-selected': at === chosen,
    tabIndex: -1,
    className: styles.option,
    onClick: () => onGo(path),
  });
  const first = found.list.length;
  return (
    <>
      <Word text={text} found={found} count={first + screens.length} />
      <div ref={list} id="palette-results" role="listbox" aria-label="结果" className={styles.results} tabIndex={-1}>
        {first > 0 && (
          <div role="group" aria-label="单据与货品">
            <p aria-hidden="true">单据与货品</p>
            {found.list.map(({ label, no, name, state, route }, at) => (
              <div key={route} {...option(at, route)}>
                <span className={styles.kind}>{label}</span>
                <b>{no}</b>
                <span className={styles.aside}>{name}</span>
                {state && <StateTag tone={state.tone}>{state.label}</StateTag>}
              </div>
            ))}
          </div>
        )}
        {screens.length > 0 && (
          <div role="group" aria-label="界面">
            <p aria-hidden="true">界面</p>
            {screens.map(({ screen, marked }, at) => (
              <div key={screen.path} {...option(first + at, screen.path)}>
                <Name name={screen.name} marked={marked} />
                <span className={styles.aside}>{screen.group}</span>
              </div>
            ))}
          </div>
        )}
      </div>
    </>
  );
}

/** What there is to say beside the list: looking, nothing there, no network. */
function Word({ text, found, count }: { text: string; found: Finding; count: number }) {
  const looking = mayBeNumber(text) && !found.settled;
  const words = looking
    ? '正在查找…'
    : found.offline
      ? '当前离线：只能打开界面，单据和条码要联网后查找'
      : found.words || (text !== '' && count === 0 ? `没有找到“${text}”` : '');
  return (
    <div role="status" className={styles.word}>
      {words}
      {found.words !== '' && !found.offline && (
        <button type="button" className="button-plain" onClick={found.retry}>
          再试一次
        </button>
      )}
    </div>
  );
}

function Name({ name, marked }: { name: string; marked: Ranked['marked'] }) {
  if (!marked) return <span>{name}</span>;
  const [from, to] = marked;
  return (
    <span>
      {name.slice(0, from)}
      <mark>{name.slice(from, to + 1)}</mark>
      {name.slice(to + 1)}
    </span>
  );
}
