import { coupon } from '#contract/areas/coupons/coupon.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { couponAt } from './addresses.ts';

/** A kind of coupon: what it takes off by its type, of what, how long, how many. */
export function Screen() {
  const id = useRecordId();
  return (
    <FormPage
      key={id ?? 'new'}
      definition={coupon}
      id={id}
      listAt={couponAt.list}
      savedAt={(saved) => couponAt.detail(saved.id)}
      slots={{ above: () => <p className="desk-hint">门店、分类和品牌留空表示全部可用；不可用货品始终排除。</p> }}
    />
  );
}
