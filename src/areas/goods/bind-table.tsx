import { Button, Checkbox, InputNumber, Table } from 'antd';
import { useState } from 'react';
import { attributeKey } from '#contract/areas/goods/attribute.ts';
import {
  categoryProperty,
  type PropertyItem,
  type PropertyKey,
  propertyCalls,
} from '#contract/areas/goods/category-property.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useDirtyGuard } from '#src/engine/use-dirty-guard.ts';
import { LeaveDialog } from '#src/kit/desk/leave-dialog.tsx';
import { useToast } from '#src/kit/desk/toast.ts';

type Items = ReadonlyMap<number, PropertyItem>;

const kinds = attributeKey.fields.kind.choices ?? {};
const inputs = attributeKey.fields.input_type.choices ?? {};

/** What a category binds itself, by ticking; what it has from above is said beside it. */
export function BindTable({ categoryId, keys }: { categoryId: number; keys: readonly PropertyKey[] }) {
  const may = useMayUse()(propertyCalls.bind.access);
  const toast = useToast();
  const command = useCommand<{ count: number }>(categoryProperty);
  const [before] = useState<Items>(() => ownOf(keys));
  const [items, setItems] = useState<Items>(before);
  const dirty = JSON.stringify([...items]) !== JSON.stringify([...before]);
  const held = useDirtyGuard(dirty);
  const still = !may || command.running || command.unknown;
  const put = (key: PropertyKey, change: Partial<PropertyItem> | null) =>
    setItems((now) => {
      const next = new Map(now);
      if (change === null) next.delete(key.id);
      else next.set(key.id, { ...(now.get(key.id) ?? fresh(key, now)), ...change });
      return next;
    });
  const save = async () => {
    const sent = await (command.unknown
      ? command.retry()
      : command.run(propertyCalls.bind, { category_id: categoryId, items: [...items.values()] }));
    if (sent.ok) toast.good('保存成功');
  };
  return (
    <>
      <Table<PropertyKey>
        size="small"
        rowKey="id"
        dataSource={[...keys]}
        pagination={false}
        tableLayout="fixed"
        columns={[
          {
            key: 'own',
            title: '绑定',
            width: 64,
            render: (_value, key) => (
              <Checkbox
                aria-label={`绑定${key.name}`}
                checked={items.has(key.id)}
                disabled={still}
                onChange={({ target }) => put(key, target.checked ? {} : null)}
              />
            ),
          },
          { key: 'name', title: '属性名称', dataIndex: 'name', width: 200, ellipsis: true },
          { key: 'code', title: '属性编码', dataIndex: 'code', width: 140, ellipsis: true },
          { key: 'kind', title: '属性类别', width: 110, render: (_value, key) => kinds[key.kind] },
          { key: 'input', title: '录入方式', width: 96, render: (_value, key) => inputs[key.input_type] },
          {
            key: 'required',
            title: '是否必填',
            width: 96,
            render: (_value, key) => (
              <Checkbox
                aria-label={`${key.name}必填`}
                checked={items.get(key.id)?.is_required ?? (key.binding?.is_required && !key.binding.own) ?? false}
                disabled={still || !items.has(key.id)}
                onChange={({ target }) => put(key, { is_required: target.checked })}
              />
            ),
          },
          {
            key: 'order',
            title: '排序',
            width: 110,
            render: (_value, key) => (
              <InputNumber
                aria-label={`${key.name}排序`}
                size="small"
                min={0}
                max={9999}
                precision={0}
                value={items.get(key.id)?.order ?? null}
                disabled={still || !items.has(key.id)}
                onChange={(order) => put(key, { order: order ?? 0 })}
              />
            ),
          },
          {
            key: 'from',
            title: '说明',
            render: (_value, key) => (key.binding && !key.binding.own && !items.has(key.id) ? '来自上级分类' : ''),
          },
        ]}
      />
      {command.failure && (
        <p className="desk-wrong" role="alert">
          {wordsOf(command.failure)}
        </p>
      )}
      {may && (
        <Button type="primary" disabled={!dirty} loading={command.running} onClick={() => void save()}>
          {command.unknown ? '重试' : '保存'}
        </Button>
      )}
      {held && <LeaveDialog held={held} />}
    </>
  );
}

function ownOf(keys: readonly PropertyKey[]): Items {
  return new Map(
    keys.flatMap(({ id, binding }) =>
      binding?.own ? [[id, { key_id: id, is_required: binding.is_required, order: binding.order }] as const] : [],
    ),
  );
}

// A new one stands last, and is as the category above has it.
const fresh = ({ id, binding }: PropertyKey, now: Items): PropertyItem => ({
  key_id: id,
  is_required: binding?.is_required ?? false,
  order: Math.max(0, ...[...now.values()].map(({ order }) => order)) + 1,
});
