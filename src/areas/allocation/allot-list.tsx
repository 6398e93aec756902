import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotCarton } from '#contract/areas/allocation/allot-carton.ts';
import { allotOut } from '#contract/areas/allocation/allot-out.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { type View, Views } from '#src/kit/desk/screen-views.tsx';
import { allotAt } from './addresses.ts';

/** Allots, and beside them the senders' parts of them and their cartons. */
export function Screen() {
  const [params] = useSearchParams();
  const mayUse = useMayUse();
  const mayOut = mayUse(allotOut.calls.list?.[1]);
  const view = mayOut ? params.get('view') : null;
  const above = mayOut && <Views open={openOf(view)} views={views} />;
  if (view !== 'out' && view !== 'cartons') return <Allots above={above} />;
  return view === 'out' ? <Outs above={above} /> : <Cartons above={above} />;
}

const openOf = (view: string | null): string =>
  view === 'out' ? allotAt.outs : view === 'cartons' ? allotAt.cartons : allotAt.list;

const views: readonly View[] = [
  { at: allotAt.list, words: allot.label },
  { at: allotAt.outs, words: allotOut.label },
  { at: allotAt.cartons, words: allotCarton.label },
];

/** Each row leads to the desk where its next step is taken. */
function Allots({ above }: { above: ReactNode }) {
  const navigate = useNavigate();
  const go = (address: string) => () => void navigate(address);
  const ways = ({ id, allowed }: Row) => {
    const open = new Set(allowed?.transitions ?? []);
    return [
      { key: 'view', label: '查看', run: go(allotAt.detail(id)) },
      ...(allowed?.edit ? [{ key: 'edit', label: '编辑', run: go(allotAt.edit(id)) }] : []),
      ...(open.has('send') ? [{ key: 'out', label: '调拨出库', run: go(allotAt.out(id)) }] : []),
      ...(open.has('accept') || open.has('sign')
        ? [{ key: 'in', label: '调拨入库', run: go(allotAt.receive(id)) }]
        : []),
    ];
  };
  return (
    <ListPage
      definition={allot}
      newAt={allotAt.fresh}
      openAt={(row) => allotAt.detail(row.id)}
      rowActions={ways}
      slots={{ above }}
    />
  );
}

function Outs({ above }: { above: ReactNode }) {
  return <ListPage definition={allotOut} openAt={(row) => allotAt.outDesk(row.id)} slots={{ above }} />;
}

function Cartons({ above }: { above: ReactNode }) {
  return <ListPage definition={allotCarton} openAt={(row) => allotAt.carton(row.id)} slots={{ above }} />;
}
