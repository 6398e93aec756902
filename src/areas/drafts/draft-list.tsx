import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { draftDelete, draftState, spuDraft } from '#contract/areas/drafts/spu-draft.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useBulkAction } from '#src/kit/desk/bulk/use-bulk-action.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { usePressActions } from '#src/kit/desk/list/press-actions.tsx';

const FormDrawer = lazy(async () => ({ default: (await import('#src/kit/desk/form-drawer.tsx')).FormDrawer }));
const BulkPage = lazy(async () => ({ default: (await import('#src/kit/desk/bulk/bulk-page.tsx')).BulkPage }));

const at = '/shopstool/releaseShop';
const published = { status: draftState.published };
const isDraft = (row: Row): boolean => row.status === draftState.draft;
const presses = [{ key: 'delete', label: '删除', takes: true, when: isDraft }] as const;

/** Drafts of styles: filled in beside their list, and published; those that were picked (`ids`, `list`) are looked at first, each with what is missing. */
export function Screen() {
  const [params] = useSearchParams();
  if (!params.has('ids') && !params.has('list')) return <Drafts />;
  return (
    <Suspense>
      <BulkPage definition={spuDraft} title="发布商品" verb="发布" settled={published} listAt={at} />
    </Suspense>
  );
}

function Drafts() {
  const mayUse = useMayUse();
  const [open, setOpen] = useState<{ id?: number } | null>(null);
  const maySave = mayUse(spuDraft.calls.edit?.[1]);
  const removal = usePressActions([spuDraft], draftDelete, presses);
  const publish = useBulkAction(spuDraft, at, '发布');
  const edit = (row: Row) => setOpen({ id: row.id });
  return (
    <ListPage
      definition={spuDraft}
      title="批量发布商品"
      {...(maySave ? { onOpen: edit } : {})}
      rowActions={(row) => [
        ...(maySave && isDraft(row) ? [{ key: 'edit', label: '编辑', run: () => edit(row) }] : []),
        ...(isDraft(row) ? publish([row.id]) : []),
        ...removal.rowActions(row),
      ]}
      batchActions={({ selection }) => [
        ...publish(selection.rows.filter(isDraft).map(({ id }) => id)),
        ...removal.batchActions(selection),
      ]}
      slots={{
        above: removal.notice,
        extra: () =>
          maySave && (
            <Button type="primary" onClick={() => setOpen({})}>
              新建
            </Button>
          ),
        aside: open && (
          <Suspense>
            <FormDrawer definition={spuDraft} id={open.id} size={760} onClose={() => setOpen(null)}>
              {() => <p className="desk-hint">颜色、尺码每行一个；不填尺码即尺码组的全部尺码，不填颜色只发布商品。</p>}
            </FormDrawer>
          </Suspense>
        ),
      }}
    />
  );
}
