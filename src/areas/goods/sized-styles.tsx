import { sizedStyle } from '#contract/areas/goods/measures.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { measureAt } from './addresses.ts';

/** Which styles have pieces of a size, or of a run: the address filters. */
export function Screen() {
  return (
    <ListPage definition={sizedStyle} title="尺码关联商品" openAt={(row) => measureAt.show(row.spu_id as number)} />
  );
}
