import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { tagCalls } from '#contract/areas/price-tags/tag-calls.ts';
import { templateType } from '#contract/areas/price-tags/tag-enums.ts';
import { tagTemplate } from '#contract/areas/price-tags/tag-template.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { LoadingFace } from '#src/kit/desk/faces.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { useSwitchActions } from '#src/kit/desk/list/switch-actions.tsx';
import { tagAt } from './addresses.ts';

const TemplateForm = lazy(async () => ({ default: (await import('./template-form.tsx')).TemplateForm }));
const PrintDesk = lazy(async () => ({ default: (await import('./print-desk.tsx')).PrintDesk }));

/** Templates of tags on one route: the list, with `id` or `new` the designer of one, with `desk` the printing of tags. */
export function Screen() {
  const [params] = useSearchParams();
  const id = useRecordId();
  if (params.has('desk'))
    return (
      <Suspense fallback={<LoadingFace />}>
        <PrintDesk />
      </Suspense>
    );
  if (id === undefined && !params.has('new')) return <Templates />;
  return (
    <Suspense fallback={<LoadingFace />}>
      <TemplateForm key={id ?? 'new'} id={id} />
    </Suspense>
  );
}

function Templates() {
  const navigate = useNavigate();
  const mayUse = useMayUse();
  const switches = useSwitchActions(tagTemplate);
  const mayEdit = mayUse(tagTemplate.calls.edit?.[1]);
  const mayPrint = mayUse(tagCalls.print.access);
  return (
    <ListPage
      definition={tagTemplate}
      title="价签管理"
      newAt={tagAt.fresh}
      {...(mayEdit ? { openAt: (row) => tagAt.edit(row.id) } : {})}
      rowActions={(row) => [
        ...(mayPrint && row.status === 1 && row.template_type === templateType.priceTag
          ? [{ key: 'print', label: '打印', run: () => void navigate(tagAt.desk(row.id)) }]
          : []),
        ...(mayEdit ? [{ key: 'edit', label: '设计', run: () => void navigate(tagAt.edit(row.id)) }] : []),
        ...switches.rowActions(row),
      ]}
      batchActions={({ selection }) => switches.batchActions(selection)}
      slots={{
        above: switches.notice,
        extra: () => mayPrint && <Button onClick={() => void navigate(tagAt.desk())}>打印价签</Button>,
      }}
    />
  );
}
