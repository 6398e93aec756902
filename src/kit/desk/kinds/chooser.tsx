import { Select } from 'antd';
import { type ReactNode, useState } from 'react';
import type { Option } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import type { Values } from '#src/engine/row.ts';
import { NamesPaste } from '../paste/names-paste.tsx';
import { named } from './named.tsx';
import { nothingWords } from './nothing-words.ts';
import { useFilterKeys } from './use-filter-keys.ts';
import { useTypedOptions } from './use-typed-options.ts';

export interface ChooserProps {
  id: string;
  definition: AnyDefinition;
  ids: readonly number[];
  /** Options whose titles came with the record. */
  known: readonly Option[];
  /** Filters of what is offered. */
  among?: Values | undefined;
  many?: boolean;
  /** Stands in a filter bar: Enter picks, and the next one asks. */
  asks?: boolean;
  /** Names may be pasted; for several only. */
  paste?: boolean;
  placeholder?: string;
  disabled?: boolean | undefined;
  invalid?: boolean | undefined;
  required?: boolean | undefined;
  describedBy?: string | undefined;
  label?: string | undefined;
  autoFocus?: boolean | undefined;
  onPick(options: readonly Option[]): void;
}

/**
 * Chooses records: searched on the server as one types; ids without a title are asked for by id. `many` may be
 * chosen, and their names pasted.
 */
export function Chooser({
  id,
  definition,
  ids,
  known,
  among,
  many,
  asks,
  paste,
  placeholder,
  disabled,
  invalid,
  required,
  describedBy,
  label,
  autoFocus,
  onPick,
}: ChooserProps) {
  // The options are asked for with the focus; their list opens by a press or a key.
  const [open, setOpen] = useState(false);
  const keys = useFilterKeys();
  const { open: listOpen, setOpen: setListOpen } = keys;
  const [picked, setPicked] = useState<readonly Option[]>(none);
  const told = byId([...known, ...picked]);
  const untold = ids.filter((one) => !told.has(one));
  const typed = useTypedOptions(definition, { ids: untold, open, among, onHit: (option) => take(option) });
  const { options, chosen, loading, failure, kept } = typed;
  const all = byId([...ids.flatMap((one) => told.get(one) ?? []), ...chosen, ...options]);
  const offered = open ? options : [...all.values()];
  const shown = ids.map((one) => ({ value: one, label: titleOf(one, all) }));
  const choose = (next: readonly number[], from: ById) => {
    // An id without a title is not remembered as a told one: its title is asked for on.
    // What was typed has been answered.
    typed.type('');
    setPicked(next.flatMap((one) => from.get(one) ?? []));
    onPick(next.map((one) => from.get(one) ?? { id: one, title: titleOf(one, from), hint: null }));
  };
  const add = (found: readonly Option[]) =>
    choose([...ids, ...found.map((option) => option.id)], byId([...all.values(), ...found]));
  const take = (hit: Option) => {
    if (!many) setListOpen(false);
    if (disabled || ids.includes(hit.id)) return;
    if (many) add([hit]);
    else choose([hit.id], byId([hit]));
  };
  const select = (
    <Select<{ value: number; label: ReactNode } | { value: number; label: ReactNode }[]>
      id={id}
      labelInValue
      // Tab takes what is active: nothing, as long as nothing is typed.
      defaultActiveFirstOption={typed.keyword.trim() !== ''}
      showSearch={{ filterOption: false, searchValue: typed.keyword, onSearch: typed.type }}
      {...(many ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
      allowClear={!required}
      placeholder={placeholder ?? '请选择'}
      value={many ? shown : (shown[0] ?? null)}
      options={offered.map((option) => ({ value: option.id, label: option.title, hint: option.hint }))}
      optionRender={(option) => named(String(option.data.label), option.data.hint)}
      notFoundContent={nothingWords({ loading, failure })}
      loading={loading && open}
      popupRender={(menu) => (
        <>
          {kept && <KeptNote {...kept} />}
          {menu}
        </>
      )}
      popupMatchSelectWidth={false}
      disabled={disabled ?? false}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      aria-label={label}
      aria-required={required}
      autoFocus={autoFocus ?? false}
      open={listOpen}
      onOpenChange={(next) => {
        setListOpen(next);
        if (!next) typed.giveUp();
      }}
      onInputKeyDown={(event) => {
        if (asks) keys.keyDown(event);
        if (!event.isPropagationStopped()) typed.keyDown(event);
      }}
      onFocus={() => setOpen(true)}
      onBlur={() => {
        setOpen(false);
        typed.type('');
      }}
      onChange={(next) => {
        if (asks) keys.picked();
        choose(
          [next ?? []].flat().map(({ value }) => value),
          all,
        );
      }}
    />
  );
  if (!paste) return select;
  return (
    <div className="desk-with-paste">
      {select}
      <NamesPaste definition={definition} chosen={ids} disabled={disabled} onFound={add} />
    </div>
  );
}

/** Says that the options are those kept on this device, and of when. */
function KeptNote({ takenAt, expired }: { takenAt: number; expired: boolean }) {
  return (
    <div className="desk-kept" role="status">
      离线数据，取于 {printTime(new Date(takenAt).toISOString())}
      {expired && '，已过期'}
    </div>
  );
}

type ById = ReadonlyMap<number, Option>;

// Pasted names choose thousands at once.
const byId = (options: readonly Option[]): ById => new Map(options.map((option) => [option.id, option]));

const titleOf = (id: number, options: ById): string => options.get(id)?.title ?? `#${id}`;

const none: readonly Option[] = [];
