import { type ShelfOrder, shelfCall, shelved, shopGoods } from '#contract/areas/shop-goods/shop-goods.ts';
import { onlineShelf, shopShelf } from '#contract/areas/shop-goods/shop-shelf.ts';
import { type Press, type PressActions, usePressActions } from '#src/kit/desk/list/press-actions.tsx';

type Move = Press<ShelfOrder>;

/** 上架, 下架 of the shop's own shelf. */
export const shopMoves: readonly Move[] = [
  { key: 'on', label: '上架', input: { shelf_status: shelved.on }, when: (row) => row.shelf_status !== shelved.on },
  {
    key: 'off',
    label: '下架',
    input: { shelf_status: shelved.off },
    takes: true,
    when: (row) => row.shelf_status === shelved.on,
  },
  { key: 'sell', label: '开通线上', input: { is_online: 1 }, when: (row) => row.is_online !== true },
];

/** The same online. */
export const onlineMoves: readonly Move[] = [
  {
    key: 'online-on',
    label: '线上上架',
    input: { online_shelf_status: shelved.on },
    when: (row) => row.online_shelf_status !== shelved.on,
  },
  {
    key: 'online-off',
    label: '线上下架',
    input: { online_shelf_status: shelved.off },
    takes: true,
    when: (row) => row.online_shelf_status === shelved.on,
  },
  { key: 'unsell', label: '关闭线上', input: { is_online: 0 }, takes: true },
];

/** What may be done with goods of a shop by a press. */
export const useShelf = (moves: readonly Move[]): PressActions =>
  usePressActions([shopShelf, onlineShelf, shopGoods], shelfCall, moves);
