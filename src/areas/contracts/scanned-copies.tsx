import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { contract } from '#contract/areas/contracts/contract.ts';
import type { Row } from '#src/engine/row.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { contractAt } from './addresses.ts';

const FilesDrawer = lazy(async () => ({
  default: (await import('#src/kit/desk/attachments/files-drawer.tsx')).FilesDrawer,
}));

/** Contracts by what has been scanned of them: looking at the copies, and adding to them. */
export function ScannedCopies({ above }: { above: ReactNode }) {
  const navigate = useNavigate();
  const [files, setFiles] = useState<Row | null>(null);
  return (
    <ListPage
      definition={contract}
      title="合同影像与品牌授权"
      columns={['contract_no', 'name', 'supplier_id', 'start_date', 'end_date', 'status']}
      onOpen={setFiles}
      rowActions={(row) => [
        { key: 'files', label: '合同影像', run: () => setFiles(row) },
        { key: 'view', label: '查看合同', run: () => void navigate(contractAt.detail(row.id)) },
      ]}
      slots={{
        above,
        aside: files && (
          <Suspense>
            <FilesDrawer
              definition={contract}
              id={files.id}
              title={`${contract.label} ${String(files.contract_no)}`}
              onClose={() => setFiles(null)}
            />
          </Suspense>
        ),
      }}
    />
  );
}
