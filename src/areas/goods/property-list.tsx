import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { categoryProperty, propertyCalls } from '#contract/areas/goods/category-property.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { useRemoveAction } from '#src/kit/desk/list/remove-action.tsx';
import { propertyAt } from './addresses.ts';

/** Which attributes each category binds, and which values its styles may have. */
export function Screen() {
  const navigate = useNavigate();
  const mayBind = useMayUse()(propertyCalls.bind.access);
  const removal = useRemoveAction(categoryProperty);
  return (
    <ListPage
      definition={categoryProperty}
      rowActions={(row) =>
        mayBind
          ? [
              { key: 'options', label: '可选值', run: () => void navigate(propertyAt.options(row.id)) },
              { key: 'bind', label: '调整', run: () => void navigate(propertyAt.bind(row.category_id as number)) },
              ...removal.of(row),
            ]
          : []
      }
      slots={{
        above: removal.notice,
        extra: () =>
          mayBind && (
            <Button type="primary" onClick={() => void navigate(propertyAt.bind())}>
              关联属性
            </Button>
          ),
      }}
    />
  );
}
