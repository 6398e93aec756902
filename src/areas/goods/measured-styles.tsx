import { useNavigate } from 'react-router-dom';
import { measureCalls, measuredStyle, mostTables } from '#contract/areas/goods/measures.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { measureAt } from './addresses.ts';

/** Styles and whether their measures are known; several are chosen and filled in together. */
export function Screen() {
  const navigate = useNavigate();
  const maySave = useMayUse()(measureCalls.save.access);
  return (
    <ListPage
      definition={measuredStyle}
      title="商品尺码表"
      openAt={({ id }) => measureAt.show(id)}
      rowActions={({ id }) =>
        maySave ? [{ key: 'edit', label: '维护', run: () => void navigate(measureAt.edit([id])) }] : []
      }
      batchActions={({ selection: { ids } }) =>
        maySave
          ? [
              {
                key: 'edit',
                label: '批量维护',
                disabled: ids.length > mostTables,
                run: () => void navigate(measureAt.edit(ids)),
              },
            ]
          : []
      }
    />
  );
}
