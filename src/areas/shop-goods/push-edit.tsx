import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { spu } from '#contract/areas/goods/spu.ts';
import { goodsPush } from '#contract/areas/shop-goods/goods-push.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { limits } from '#contract/kit/limits.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useRead } from '#src/engine/use-read.ts';
import { LoadingFace } from '#src/kit/desk/faces.tsx';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { pushAt } from './addresses.ts';

/** What is pushed where: new, for the styles that the address names (`spu_ids=1,2`), or a push that is changed before it begins or pushed again. */
export function Screen() {
  const id = useRecordId();
  const named = useSearchParams()[0].get('spu_ids') ?? '';
  const ids = named.split(',').flatMap((text) => {
    const one = Number(text);
    return Number.isSafeInteger(one) && one > 0 ? [one] : [];
  });
  const asks = id === undefined && ids.length > 0;
  const read = useRead(spu, callsOf(spu).options, {
    input: { ids: ids.slice(0, limits.pageSizeMost), page_size: limits.pageSizeMost },
    when: asks,
  });
  const list = read.value?.list;
  const given = useMemo(
    () => (list ? { lines: list.map((one) => ({ spu_id: one.id, [titleKey('spu_id')]: one.title })) } : undefined),
    [list],
  );
  if (asks && read.loading) return <LoadingFace />;
  return (
    <FormPage
      key={id ?? `new-${named}`}
      definition={goodsPush}
      id={id}
      title={id === undefined ? '推送商品' : '编辑推送商品'}
      {...(given ? { given } : {})}
      listAt={pushAt.list}
      savedAt={(saved) => pushAt.detail(saved.id)}
      slots={{
        above: () => (
          <p className="desk-hint">
            商品的全部启用货品进入所选门店；内容留空的保持原样，新进入门店的商品默认下架。明细中填写的内容只用于该商品。
          </p>
        ),
      }}
    />
  );
}
