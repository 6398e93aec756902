import { type ReactNode, useRef } from 'react';
import { type ShelfOrder, shelfCall, shelved, shopGoods } from '#contract/areas/shop-goods/shop-goods.ts';
import { onlineShelf, shopShelf } from '#contract/areas/shop-goods/shop-shelf.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Selection } from '#src/engine/list/use-selection.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import type { RowAction } from '#src/kit/desk/list/row-actions.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { UnknownOutcome } from '#src/kit/desk/unknown-outcome.tsx';
import { ask, tell } from '#src/kit/notice.ts';
import type { Sent } from '#src/wire/sent.ts';

/** What may be done with goods of a shop: what it is called, what it asks for, and the rows that it changes something of. */
interface Move {
  readonly key: string;
  readonly label: string;
  readonly order: Omit<ShelfOrder, 'ids'>;
  /** Takes something from customers: asked about first. */
  readonly takes?: true;
  when(row: Row): boolean;
}

/** 上架, 下架 of the shop's own shelf. */
export const shopMoves: readonly Move[] = [
  { key: 'on', label: '上架', order: { shelf_status: shelved.on }, when: (row) => row.shelf_status !== shelved.on },
  {
    key: 'off',
    label: '下架',
    order: { shelf_status: shelved.off },
    takes: true,
    when: (row) => row.shelf_status === shelved.on,
  },
  { key: 'sell', label: '开通线上', order: { is_online: 1 }, when: (row) => row.is_online !== true },
];

/** The same online. */
export const onlineMoves: readonly Move[] = [
  {
    key: 'online-on',
    label: '线上上架',
    order: { online_shelf_status: shelved.on },
    when: (row) => row.online_shelf_status !== shelved.on,
  },
  {
    key: 'online-off',
    label: '线上下架',
    order: { online_shelf_status: shelved.off },
    takes: true,
    when: (row) => row.online_shelf_status === shelved.on,
  },
  { key: 'unsell', label: '关闭线上', order: { is_online: 0 }, takes: true, when: () => true },
];

/** Actions of a row, of the picked rows, and the notice of an outcome that nobody knows. */
export function useShelf(moves: readonly Move[]): {
  rowActions(row: Row): RowAction[];
  batchActions(selection: Selection): RowAction[];
  readonly notice: ReactNode;
} {
  const may = useMayUse()(shelfCall.access);
  const command = useCommand<{ count: number }>([shopShelf, onlineShelf, shopGoods]);
  const toast = useToast();
  const done = useRef<(() => void) | undefined>(undefined);
  const say = (sent: Sent<{ count: number }>) => {
    if (sent.ok) toast.good('操作成功');
    // A refusal has to be read; that of a missing permission is told by the wire.
    else if (sent.failure.kind === 'refused') void tell(wordsOf(sent.failure));
    if (sent.ok) done.current?.();
  };
  const run = async ({ order, takes, label }: Move, rows: readonly Row[], named: string) => {
    if (takes && !(await ask(`${label}${named}？`, { danger: true }))) return;
    say(await command.run(shelfCall, { ids: rows.map(({ id }) => id), ...order }));
  };
  const action = (move: Move, rows: readonly Row[], { named, then }: { named: string; then?: () => void }) => ({
    key: move.key,
    label: move.label,
    danger: move.takes === true,
    disabled: command.running || command.unknown,
    run: () => {
      done.current = then;
      void run(move, rows, named);
    },
  });
  return {
    rowActions: (row) =>
      may
        ? moves.filter((move) => move.when(row)).map((move) => action(move, [row], { named: `“${String(row.name)}”` }))
        : [],
    batchActions: ({ rows, clear }) =>
      moves.flatMap((move) => {
        const meant = rows.filter((row) => move.when(row));
        return may && meant.length > 0
          ? [action(move, meant, { named: `已选${meant.length}项`, then: clear })]
          : [];
      }),
    notice: command.unknown ? (
      <UnknownOutcome
        failure={command.failure}
        running={command.running}
        onRetry={() => void command.retry().then(say)}
        onGiveUp={command.giveUp}
      />
    ) : null,
  };
}
