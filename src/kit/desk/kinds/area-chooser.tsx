import { Cascader } from 'antd';
import { useMemo, useState } from 'react';
import { answersTo, readyPinyin } from '#src/engine/answers-to.ts';
import { type AreaNode, useAreas } from '#src/engine/use-areas.ts';
import { nothingWords } from './nothing-words.ts';

/** An area that was picked, with its names from the province down. */
export interface PickedArea {
  readonly code: string;
  readonly names: string;
}

interface AreaChooserProps {
  id: string;
  codes: readonly string[];
  /** Any of several, of whatever level: a filter. Otherwise one, and of its path the leaf alone is kept (specification §5). */
  many?: boolean;
  required?: boolean;
  disabled?: boolean | undefined;
  invalid?: boolean | undefined;
  describedBy?: string | undefined;
  label?: string | undefined;
  autoFocus?: boolean | undefined;
  onPick(areas: readonly PickedArea[]): void;
}

/** Chooses areas of the country step by step, or by a part of any name on the way, in letters or in pinyin. */
export function AreaChooser({ id, codes, many = false, onPick, ...shown }: AreaChooserProps) {
  // Asked for with the focus; what is chosen already wants its names at once.
  const [wanted, setWanted] = useState(codes.length > 0);
  const areas = useAreas(wanted || codes.length > 0);
  const entries = useMemo(() => areas.roots.map(entryOf), [areas.roots]);
  const common = {
    id,
    options: entries,
    onFocus: () => {
      setWanted(true);
      void readyPinyin();
    },
    showSearch: {
      filter: (typed: string, path: readonly Entry[]) => path.some((entry) => answersTo(entry.label, typed)),
      limit: shownFound,
    },
    placeholder: many ? '全部' : '请选择',
    notFoundContent: nothingWords(areas),
    loading: areas.loading,
    disabled: shown.disabled ?? false,
    status: shown.invalid ? ('error' as const) : ('' as const),
    'aria-invalid': shown.invalid,
    'aria-describedby': shown.describedBy,
    'aria-label': shown.label,
    'aria-required': shown.required === true,
    autoFocus: shown.autoFocus ?? false,
  };
  if (many)
    return (
      <Cascader<Entry>
        {...common}
        multiple
        maxTagCount="responsive"
        allowClear
        // A whole province is one entry, and not all its districts.
        showCheckedStrategy={Cascader.SHOW_PARENT}
        displayRender={(labels) => String(labels.at(-1) ?? '')}
        value={codes.map(areas.pathOf)}
        onChange={(paths) => onPick(paths.map(pickedAt(areas.nameOf)))}
      />
    );
  const [code] = codes;
  return (
    <Cascader<Entry>
      {...common}
      allowClear={!shown.required}
      displayRender={(labels) => labels.map(String).join(' ')}
      {...(code === undefined ? { value: [] } : { value: areas.pathOf(code) })}
      onChange={(path) => onPick((path?.length ?? 0) > 0 ? [pickedAt(areas.nameOf)(path)] : [])}
    />
  );
}

interface Entry {
  value: string;
  label: string;
  children?: Entry[];
}

const entryOf = ({ code, name, children }: AreaNode): Entry =>
  children.length === 0 ? { value: code, label: name } : { value: code, label: name, children: children.map(entryOf) };

const pickedAt =
  (nameOf: (code: string) => string | undefined) =>
  (path: readonly (string | number | null)[]): PickedArea => {
    const code = String(path.at(-1));
    return { code, names: nameOf(code) ?? code };
  };

/** Found paths shown at once; who wants another types on. */
const shownFound = 50;
