import { Button, Input, Table } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type CategoryNode, category, categoryLevels } from '#contract/areas/goods/category.ts';
import { useWhole } from '#src/engine/list/use-whole.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { columnsOf } from '#src/kit/desk/columns.tsx';
import { EmptyFace } from '#src/kit/desk/faces.tsx';
import { type RowAction, RowActions } from '#src/kit/desk/list/row-actions.tsx';
import { useSwitchActions } from '#src/kit/desk/list/switch-actions.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';

/** The category tree, three levels: add below, edit, switch on and off, and how many goods hang where. */
export function Screen() {
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  const whole = useWhole(category, keyword === '' ? {} : { keyword });
  const roots = whole.rows as unknown as readonly CategoryNode[];
  const navigate = useNavigate();
  const mayUse = useMayUse();
  const switches = useSwitchActions(category);
  const mayAdd = mayUse(category.calls.add?.[1]);
  const mayEdit = mayUse(category.calls.edit?.[1]);
  const go = (query: string) => void navigate(`/shops/categaryAdd${query}`);

  const actionsOf = (node: CategoryNode): RowAction[] => [
    ...(mayAdd && node.level < categoryLevels
      ? [{ key: 'add', label: '新增下级', run: () => go(`?parent_id=${node.id}`) }]
      : []),
    ...(mayEdit ? [{ key: 'edit', label: '编辑', run: () => go(`?id=${node.id}`) }] : []),
    ...switches.rowActions({ ...node }),
  ];

  return (
    <PageFrame
      title={category.label}
      extra={
        <>
          <Input.Search
            className="desk-line-filter"
            allowClear
            placeholder="分类名称/分类编码"
            aria-label="关键字"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onSearch={(words) => setKeyword(words.trim())}
          />
          {mayAdd && (
            <Button type="primary" onClick={() => go('')}>
              新建
            </Button>
          )}
        </>
      }
      loading={whole.loading}
      failure={whole.failure}
      stale={whole.stale}
      onRetry={whole.reload}
    >
      {switches.notice}
      <div className="desk-table">
        <Table<CategoryNode>
          // A search opens what it found: the default is read once, so each question is a table of its own.
          key={keyword}
          size="small"
          rowKey="id"
          dataSource={withoutEmpty(roots)}
          pagination={false}
          tableLayout="fixed"
          scroll={{ x: 1040 }}
          expandable={{ defaultExpandAllRows: keyword !== '', indentSize: 22 }}
          locale={{ emptyText: <EmptyFace /> }}
          columns={[
            { key: 'name', title: '分类名称', dataIndex: 'name', width: 280, ellipsis: true },
            ...columnsOf(category, ['code']).map((column) => ({
              key: column.name,
              title: column.label,
              width: 180,
              render: (_value: unknown, node: CategoryNode) => column.render({ ...node }),
            })),
            {
              key: 'children',
              title: '下级',
              width: 80,
              align: 'end',
              className: 'desk-figure',
              render: (_value, node) => node.children?.length ?? 0,
            },
            {
              key: 'spu_count',
              title: '商品数',
              dataIndex: 'spu_count',
              width: 96,
              align: 'end',
              className: 'desk-figure',
            },
            ...columnsOf(category, ['order', 'tax_rate_bp', 'status']).map((column) => ({
              key: column.name,
              title: column.label,
              width: column.width,
              align: column.align ?? ('start' as const),
              render: (_value: unknown, node: CategoryNode) => column.render({ ...node }),
            })),
            {
              key: '操作',
              title: '操作',
              width: 190,
              render: (_value, node) => <RowActions actions={actionsOf(node)} />,
            },
          ]}
        />
      </div>
    </PageFrame>
  );
}

// An empty list of children would still get a handle to open it.
function withoutEmpty(nodes: readonly CategoryNode[]): CategoryNode[] {
  return nodes.map(
    ({ children, ...node }) =>
      ({ ...node, ...(children.length > 0 ? { children: withoutEmpty(children) } : {}) }) as CategoryNode,
  );
}
