import type { AnyDefinition } from '#contract/kit/definition.ts';
import { documentCalls, waitingFilter } from '#contract/kit/document-calls.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { limits } from '#contract/kit/limits.ts';
import type { ListView } from '#src/engine/list/use-list.ts';
import type { Values } from '#src/engine/row.ts';
import { useRead } from '#src/engine/use-read.ts';
import styles from './status-tabs.module.css';

interface StatusTabsProps {
  definition: AnyDefinition;
  list: Pick<ListView<unknown>, 'state' | 'asked' | 'change'>;
}

/**
 * How many documents stand in each state and how many wait for this person, of those that the list would show without asking for either; one
 * of them is looked at alone.
 */
export function StatusTabs({ definition, list: { state, asked, change } }: StatusTabsProps) {
  const { status: _status, [waitingFilter]: _waiting, sort: _sort, ...others } = asked;
  const stat = useRead(definition, documentCalls(definition)?.statusStat, { input: others }).value;
  const { [waitingFilter]: waits, status, ...filters } = state.filters;
  const chosen = waits ? waitingFilter : status === undefined ? every : onlyOf(status);
  const look = (more: Values) => change({ filters: { ...filters, ...more } });
  const states = Object.entries(definition.states ?? {})
    .map(([code, [label]]) => ({ code, label, count: countOf(stat?.list, code) }))
    .filter(({ code, count }) => count > 0 || code === chosen)
    .toSorted((one, other) => lastOf(one.code) - lastOf(other.code));
  return (
    <div className={styles.tabs} role="group" aria-label="按状态查看">
      <Choice words="全部" pressed={chosen === every} onChoose={() => look({})} />
      {((stat?.waiting ?? 0) > 0 || waits !== undefined) && (
        <Choice
          words="等我处理"
          count={stat?.waiting ?? 0}
          pressed={chosen === waitingFilter}
          onChoose={() => look({ [waitingFilter]: 1 })}
        />
      )}
      {states.map(({ code, label, count }) => (
        <Choice
          key={code}
          words={label}
          count={count}
          pressed={chosen === code}
          onChoose={() => look({ status: Number(code) })}
        />
      ))}
    </div>
  );
}

interface ChoiceProps {
  words: string;
  count?: number;
  pressed: boolean;
  onChoose(): void;
}

function Choice({ words, count, pressed, onChoose }: ChoiceProps) {
  return (
    <button type="button" className={styles.tab} aria-pressed={pressed} onClick={onChoose}>
      {words}
      {count !== undefined && (
        <span className={styles.count}>{`${grouped(count)}${count >= limits.totalCap ? '+' : ''}`}</span>
      )}
    </button>
  );
}

const every = 'all';

const countOf = (list: readonly { status: number; count: number }[] | undefined, code: string): number =>
  list?.find(({ status }) => status === Number(code))?.count ?? 0;

const onlyOf = (status: unknown): string => [status].flat().join(',');

// What came to nothing stands last.
const lastOf = (code: string): number => (Number(code) < 0 ? 1 : 0);
