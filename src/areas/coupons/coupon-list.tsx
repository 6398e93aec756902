import { useSearchParams } from 'react-router-dom';
import { coupon } from '#contract/areas/coupons/coupon.ts';
import { couponNote } from '#contract/areas/coupons/user-coupon.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { type View, Views } from '#src/kit/desk/screen-views.tsx';
import { couponAt } from './addresses.ts';

/** Kinds of coupons, and beside them the codes that orders came with and that could not be taken. */
export function Screen() {
  const notes = useSearchParams()[0].get('view') === 'notes';
  if (!notes)
    return (
      <ListPage
        definition={coupon}
        newAt={couponAt.fresh}
        openAt={(row) => couponAt.detail(row.id)}
        slots={{ above: <Views open={couponAt.list} views={views} /> }}
      />
    );
  return (
    <ListPage
      definition={couponNote}
      title="核券异常"
      slots={{ above: <Views open={couponAt.notes} views={views} /> }}
    />
  );
}

const views: readonly View[] = [
  { at: couponAt.list, words: coupon.label },
  { at: couponAt.notes, words: couponNote.label },
];
