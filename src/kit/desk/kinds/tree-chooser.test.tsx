// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { organize } from '#contract/areas/access/organize.ts';
import { category } from '#contract/areas/goods/category.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { references } from '#contract/kit/kinds/reference.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '../test-bench.tsx';
import { controlsOf } from './controls.ts';

function show(target: AnyDefinition, value: readonly number[]) {
  const bench = createBench();
  const node = (id: number, parent: number | null, name: string, children: unknown[] = []) => ({
    id,
    parent_id: parent,
    name,
    status: 1,
    children,
  });
  const tops = node(2, 1, '上装', [node(3, 2, '短袖'), node(4, 2, '背心')]);
  const list = [node(1, null, '女装', [tops]), node(5, null, '童鞋')];
  bench.on('/v1/category/list', { result: { list, total: 5, capped: false } });
  const heard: unknown[] = [];
  const field = references(() => target, '分类');
  const { Input } = controlsOf(field);
  renderDesk(
    <Input
      id="probe"
      name="ids"
      field={field}
      value={value}
      record={{}}
      label="分类"
      onChange={(next) => heard.push(next)}
    />,
    { bench },
  );
  return { bench, heard };
}

// It loads when the first of them is shown; how long that takes is no matter of these tests.
beforeAll(() => import('./tree-chooser.tsx'));

describe('references to a tree', () => {
  it('keep the leaf of each chosen path', async () => {
    const { heard } = show(category, [5]);
    await userEvent.type(await screen.findByRole('combobox'), 'dx');
    await userEvent.click(await screen.findByText('女装 / 上装 / 短袖'));
    expect(heard).toEqual([[5, 3]]);
  });

  it('are searched for like any others by who may not read the tree', async () => {
    const { bench } = show(organize, []);
    await userEvent.click(await screen.findByRole('combobox'));
    expect(bench.calls('/v1/organize/index')).toEqual([]);
    expect(screen.getByRole('button', { name: '粘贴' })).toBeDefined();
  });
});
