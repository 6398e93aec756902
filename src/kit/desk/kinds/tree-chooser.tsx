import { Cascader } from 'antd';
import { useMemo } from 'react';
import { answersTo, readyPinyin } from '#src/engine/answers-to.ts';
import { useWhole } from '#src/engine/list/use-whole.ts';
import { forestOf, pathsOf, type TreeNode } from '#src/engine/tree.ts';
import type { ChooserProps } from './chooser.tsx';
import { nothingWords } from './nothing-words.ts';

/** Several records of a tree, by their paths. Of each chosen path its leaf alone is kept (specification §5). */
export function TreeChooser({ definition, ids, onPick, ...shown }: Omit<ChooserProps, 'known' | 'many' | 'paste'>) {
  const { rows, loading, failure } = useWhole(definition);
  const roots = useMemo(() => forestOf(definition, rows), [definition, rows]);
  const paths = useMemo(() => pathsOf(roots), [roots]);
  const entries = useMemo(() => entriesOf(roots), [roots]);
  const pick = (picked: readonly (readonly (string | number | null)[])[], nodes: readonly (readonly Entry[])[]) =>
    onPick(picked.map((path, at) => ({ id: Number(path.at(-1)), title: nodes[at]?.at(-1)?.label ?? '', hint: null })));
  return (
    <Cascader<Entry>
      id={shown.id}
      multiple
      onFocus={() => void readyPinyin()}
      options={entries}
      // An id outside the tree (out of use, out of scope) stays chosen, under its number.
      value={ids.map((one) => paths.get(one) ?? [one])}
      showCheckedStrategy={Cascader.SHOW_CHILD}
      showSearch={{ filter: (typed, path) => path.some((entry) => answersTo(entry.label, typed)), limit: shownFound }}
      displayRender={(labels) => String(labels.at(-1) ?? '')}
      maxTagCount="responsive"
      allowClear
      placeholder={shown.placeholder ?? '请选择'}
      notFoundContent={nothingWords({ loading, failure })}
      loading={loading}
      disabled={shown.disabled ?? false}
      status={shown.invalid ? 'error' : ''}
      aria-invalid={shown.invalid}
      aria-describedby={shown.describedBy}
      aria-label={shown.label}
      aria-required={shown.required === true}
      autoFocus={shown.autoFocus ?? false}
      onChange={pick}
    />
  );
}

/** Found paths shown at once; who wants another types on. */
const shownFound = 50;

interface Entry {
  value: number;
  label: string;
  children: Entry[];
}

function entriesOf(nodes: readonly TreeNode[]): Entry[] {
  return nodes.map(({ id, title, children }) => ({ value: id, label: title, children: entriesOf(children) }));
}
