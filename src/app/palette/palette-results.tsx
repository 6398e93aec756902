import { useEffect, useRef } from 'react';
import { StateTag } from '#src/kit/state-tag.tsx';
import styles from './palette.module.css';
import { isSought, type Ranked } from './screens.ts';
import type { Target, TargetGroup } from './targets.ts';
import type { Finding } from './use-found.ts';

interface ResultsProps {
  text: string;
  found: Finding;
  groups: readonly TargetGroup[];
  /** Which of all, group by group, Enter would take. */
  chosen: number;
  onGo: (target: Target) => void;
}

/** What the palette found, group by group. */
export function PaletteResults({ text, found, groups, chosen, onGo }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, text]);
  const option = (at: number, target: Target) => ({
    id: `palette-${at}`,
    role: 'option',
    'aria-selected': at === chosen,
    tabIndex: -1,
    className: styles.option,
    onClick: () => onGo(target),
  });
  const all = groups.flatMap(({ targets }) => targets);
  return (
    <>
      <Word text={text} found={found} count={all.length} />
      <div ref={list} id="palette-results" role="listbox" aria-label="结果" className={styles.results} tabIndex={-1}>
        {groups.map(({ name, targets }) => (
          <div key={name} role="group" aria-label={name}>
            <p aria-hidden="true">{name}</p>
            {targets.map((target) => {
              const at = all.indexOf(target);
              return (
                <div key={target.key} {...option(at, target)}>
                  <Line target={target} />
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </>
  );
}

function Line({ target }: { target: Target }) {
  if (target.kind === 'action') return <Name name={target.action.name} marked={target.marked} />;
  if (target.kind === 'screen') {
    const { screen, marked } = target.ranked;
    return (
      <>
        <Name name={screen.name} marked={marked} />
        <span className={styles.aside}>{screen.group}</span>
      </>
    );
  }
  const { label, no, name, state } = target.found;
  return (
    <>
      <span className={styles.kind}>{label}</span>
      <b>{no}</b>
      <span className={styles.aside}>{name}</span>
      {state && <StateTag tone={state.tone}>{state.label}</StateTag>}
    </>
  );
}

/** What there is to say beside the list: looking, nothing there, no network. */
function Word({ text, found, count }: { text: string; found: Finding; count: number }) {
  const looking = isSought(text) && !found.settled;
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
