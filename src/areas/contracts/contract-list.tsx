import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { contract } from '#contract/areas/contracts/contract.ts';
import { contractsImport } from '#contract/areas/contracts/imports.ts';
import { useMayOpen } from '#src/engine/places.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { contractAt } from './addresses.ts';

/** Contracts by supplier, type, term and state, and the way to each of them. */
export function Screen() {
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  const mayImport = useMayUse()(contractsImport.access);
  return (
    <ListPage
      definition={contract}
      newAt={contractAt.fresh}
      openAt={(row) => contractAt.detail(row.id)}
      rowActions={(row) => [
        { key: 'view', label: '查看', run: () => void navigate(contractAt.detail(row.id)) },
        ...(row.allowed?.edit
          ? [{ key: 'edit', label: '编辑', run: () => void navigate(contractAt.edit(row.id)) }]
          : []),
      ]}
      slots={{
        extra: () =>
          mayImport &&
          mayOpen(contractAt.imports) && <Button onClick={() => void navigate(contractAt.imports)}>导入</Button>,
      }}
    />
  );
}
