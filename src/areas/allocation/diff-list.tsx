import { useNavigate } from 'react-router-dom';
import { allotDiff } from '#contract/areas/allocation/allot-diff.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { diffAt } from './addresses.ts';

/** Differences of allots; each row leads to where its next step is taken. */
export function Screen() {
  const navigate = useNavigate();
  return (
    <ListPage
      definition={allotDiff}
      openAt={(row) => diffAt.detail(row.id)}
      rowActions={({ id, allowed }) => {
        const open = new Set(allowed?.transitions ?? []);
        return [
          { key: 'view', label: '查看', run: () => void navigate(diffAt.detail(id)) },
          ...(open.has('deal') ? [{ key: 'deal', label: '举证', run: () => void navigate(diffAt.deal(id)) }] : []),
          ...(open.has('audit') || open.has('decide')
            ? [{ key: 'judge', label: open.has('audit') ? '审核' : '判责', run: () => void navigate(diffAt.judge(id)) }]
            : []),
        ];
      }}
    />
  );
}
