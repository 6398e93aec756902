import { useId } from 'react';
import { useSearchParams } from 'react-router-dom';
import { category } from '#contract/areas/goods/category.ts';
import { categoryProperty, propertyCalls } from '#contract/areas/goods/category-property.ts';
import { reference } from '#contract/kit/kinds/reference.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useRead } from '#src/engine/use-read.ts';
import { Content, EmptyFace } from '#src/kit/desk/faces.tsx';
import { FieldRow } from '#src/kit/desk/field-row.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { BindTable } from './bind-table.tsx';

const chosen = reference(() => category, '分类', { required: true });

/** Which attributes the styles of a category have: those of the categories above it, and what it binds itself. */
export function Screen() {
  const id = useId();
  const categoryId = useRecordId('category_id');
  const [, setParams] = useSearchParams();
  return (
    <PageFrame title="关联属性">
      <FieldRow
        id={id}
        name="category_id"
        field={chosen}
        values={{ category_id: categoryId ?? null }}
        onChange={(_name, value) => setParams(value ? { category_id: String(value) } : {}, { replace: true })}
        autoFocus={categoryId === undefined}
      />
      {categoryId === undefined ? (
        <EmptyFace words="先选择分类" />
      ) : (
        <Bindings key={categoryId} categoryId={categoryId} />
      )}
    </PageFrame>
  );
}

function Bindings({ categoryId }: { categoryId: number }) {
  const keys = useRead(categoryProperty, propertyCalls.keys, { input: { category_id: categoryId } });
  return (
    <Content of={keys}>
      {keys.value && <BindTable key={JSON.stringify(keys.value)} categoryId={categoryId} keys={keys.value.list} />}
    </Content>
  );
}
