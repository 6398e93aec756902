import { Button, Input } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { fieldOf, filterNamesOf, searchLabels } from '#contract/kit/base-fields.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { limits } from '#contract/kit/limits.ts';
import { shownNames } from '#contract/kit/mask.ts';
import { CallFailed, wordsOf } from '#src/engine/failure.ts';
import type { ListState } from '#src/engine/list/list-address.ts';
import { useKeptFilters } from '#src/engine/list/use-kept-filters.ts';
import type { Values } from '#src/engine/row.ts';
import { useSeen } from '#src/engine/use-seen.ts';
import { toast } from '../../notice.ts';
import { controlsOf } from '../kinds/controls.ts';
import { lookOf } from '../kinds/index.ts';
import { inFirstRow } from './filter-room.ts';

interface FilterBarProps {
  definition: AnyDefinition;
  state: ListState;
  onAsk(change: Partial<ListState>): void;
  /** Filters to offer, in this order; the definition's by default. */
  names?: readonly string[] | undefined;
}

/** The filters of a list, generated from the definition: 查询, 重置, one row until 展开; Enter asks. */
export function FilterBar({ definition: declared, state, onAsk, names: wanted }: FilterBarProps) {
  const definition = useSeen(declared);
  const names = shownNames(definition, wanted ?? definition.list.filters);
  const id = useId();
  const asked = JSON.stringify([state.keyword, state.filters]);
  const [draft, setDraft] = useState({ asked, keyword: state.keyword, filters: state.filters });
  // The address changed under the bar (back, a link): what was typed gives way, for good.
  const now = draft.asked === asked ? draft : { asked, keyword: state.keyword, filters: state.filters };
  if (now !== draft) setDraft(now);
  const kept = useKeptFilters(now.filters);
  const [keeping, setKeeping] = useState(false);
  const shownFilters = kept.shown(now.filters);
  const hasHidden = names.length > inFirstRow;
  const [open, setOpen] = useState(() =>
    filterNamesOf(definition, names.slice(inFirstRow)).some((name) => state.filters[name] !== undefined),
  );
  const shown = open ? names : names.slice(0, inFirstRow);
  const set = (change: Values) => setDraft({ ...now, filters: defined({ ...now.filters, ...change }) });

  const ask = async () => {
    const keyword = now.keyword.trim();
    if (!kept.isLong(now.filters)) return onAsk({ keyword, filters: now.filters });
    setKeeping(true);
    try {
      onAsk({ keyword, filters: await kept.keep(now.filters) });
    } catch (problem) {
      if (!(problem instanceof CallFailed)) throw problem;
      toast(wordsOf(problem.failure), 'bad');
    } finally {
      setKeeping(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!keeping) void ask();
  };
  const reset = () => {
    const nothing = { keyword: '', filters: {} };
    // What was typed and not asked yet goes, too.
    setDraft({ asked, ...nothing });
    onAsk(nothing);
  };

  return (
    <form className="desk-filters" role="search" aria-label="查询条件" onSubmit={submit}>
      {definition.list.search.length > 0 && (
        <div className="desk-filter">
          <label htmlFor={`${id}-keyword`}>关键字</label>
          <Input
            id={`${id}-keyword`}
            allowClear
            autoComplete="off"
            maxLength={limits.name}
            placeholder={searchLabels(definition).join('/')}
            value={now.keyword}
            onChange={(event) => setDraft({ ...now, keyword: event.target.value })}
          />
        </div>
      )}
      {shown.map((name) => {
        const field = fieldOf(definition, name);
        const { Filter } = controlsOf(field);
        const { wideFilter } = lookOf(field);
        return (
          <div key={name} className={wideFilter ? 'desk-filter desk-filter-wide' : 'desk-filter'}>
            <label htmlFor={`${id}-${name}`}>{field.label}</label>
            <Filter id={`${id}-${name}`} name={name} field={field} values={shownFilters} onChange={set} />
          </div>
        );
      })}
      <div className="desk-filter-buttons">
        <Button type="primary" htmlType="submit" loading={keeping}>
          查询
        </Button>
        <Button onClick={reset}>重置</Button>
        {hasHidden && (
          <Button type="text" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? '收起' : '展开'}
          </Button>
        )}
      </div>
    </form>
  );
}

function defined(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
}
