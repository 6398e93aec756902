import { useNavigate } from 'react-router-dom';
import { allot } from '#contract/areas/allocation/allot.ts';
import type { Row } from '#src/engine/row.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { allotAt } from './addresses.ts';

/** Allots; each row leads to the desk where its next step is taken. */
export function Screen() {
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
    <ListPage definition={allot} newAt={allotAt.fresh} openAt={(row) => allotAt.detail(row.id)} rowActions={ways} />
  );
}
