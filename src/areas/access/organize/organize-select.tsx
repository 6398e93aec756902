import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import type { OrganizeNode } from '#contract/areas/access/organize.ts';
import { answersTo, readyPinyin } from '#src/engine/answers-to.ts';
import { nothingWords } from '#src/kit/desk/kinds/nothing-words.ts';
import { type Branch, everyBranch } from '../tree/branch.ts';
import { useOrganisation } from './use-tree.ts';

interface OrganizeSelectProps {
  id: string;
  value: readonly number[];
  onChange(ids: number[]): void;
  many?: boolean;
  required?: boolean;
  disabled?: boolean;
  invalid?: boolean;
  describedBy?: string | undefined;
  placeholder?: string;
  /** Not offered, nor anything below it. */
  without?: number | undefined;
  /** Titles of ids that are outside what this person sees. */
  titles?: Readonly<Record<number, string>>;
}

/** Chooses organisations in their tree; what is out of use stands there and cannot be chosen. */
export function OrganizeSelect(props: OrganizeSelectProps) {
  const { id, value, onChange, many, required, disabled, invalid, describedBy, without, titles = {} } = props;
  const { roots, loading, failure } = useOrganisation();
  const known = useMemo(() => new Set([...everyBranch(roots)].map((branch) => branch.value.id)), [roots]);
  const offered = useMemo(() => entries(roots, without), [roots, without]);
  const unseen = value
    .filter((one) => !known.has(one))
    .map((one) => ({ value: one, title: titles[one] ?? `#${one}`, disabled: true }));
  return (
    <TreeSelect<number | number[] | null>
      id={id}
      treeData={[...unseen, ...offered]}
      value={many ? [...value] : (value[0] ?? null)}
      multiple={many ?? false}
      allowClear={!required}
      showSearch={{ filterTreeNode: (typed, { title }) => answersTo(String(title), typed) }}
      onFocus={() => void readyPinyin()}
      treeDefaultExpandedKeys={roots.map((branch) => branch.value.id)}
      treeNodeLabelProp="title"
      popupMatchSelectWidth={360}
      listHeight={320}
      placeholder={props.placeholder ?? '请选择'}
      notFoundContent={nothingWords({ loading, failure })}
      loading={loading}
      disabled={disabled ?? false}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-required={required}
      aria-describedby={describedBy}
      maxTagCount="responsive"
      onChange={(next) => onChange([next ?? []].flat())}
    />
  );
}

interface Entry {
  value: number;
  title: string;
  disabled: boolean;
  children: Entry[];
}

function entries(branches: readonly Branch<OrganizeNode>[], without: number | undefined): Entry[] {
  return branches
    .filter(({ value }) => value.id !== without)
    .map(({ value, children }) => ({
      value: value.id,
      title: value.status === 1 ? value.name : `${value.name}（停用）`,
      disabled: value.status !== 1,
      children: entries(children, without),
    }));
}
