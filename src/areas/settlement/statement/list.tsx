import { useNavigate } from 'react-router-dom';
import { statement } from '#contract/areas/settlement/statement.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { statementAt } from '../addresses.ts';

/** Statements, and their department audit in batches. */
export function Screen() {
  const navigate = useNavigate();
  return (
    <ListPage
      definition={statement}
      newAt={statementAt.fresh}
      openAt={(row) => statementAt.detail(row.id)}
      rowActions={(row) => [
        { key: 'view', label: '查看', run: () => void navigate(statementAt.detail(row.id)) },
        ...(row.allowed?.transitions.includes('departmentAudit')
          ? [{ key: 'audit', label: '审核', run: () => void navigate(statementAt.audit(row.id)) }]
          : []),
        ...(row.allowed?.edit
          ? [{ key: 'edit', label: '编辑', run: () => void navigate(statementAt.edit(row.id)) }]
          : []),
      ]}
    />
  );
}
