import { Button, Tabs } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { contractBrandAuth } from '#contract/areas/contracts/contract-brand-auth.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { ScannedCopies } from './scanned-copies.tsx';

const FormDrawer = lazy(async () => ({ default: (await import('#src/kit/desk/form-drawer.tsx')).FormDrawer }));
const FilesDrawer = lazy(async () => ({
  default: (await import('#src/kit/desk/attachments/files-drawer.tsx')).FilesDrawer,
}));

/** The papers of contracts: authorisations of brands with their days and copies, and the scanned copies of contracts. */
export function Screen() {
  const [shown, setShown] = useState<string>('auth');
  const [form, setForm] = useState<{ id?: number } | null>(null);
  const [files, setFiles] = useState<Row | null>(null);
  const mayUse = useMayUse();
  const tabs = (
    <Tabs
      size="small"
      activeKey={shown}
      onChange={setShown}
      items={[
        { key: 'auth', label: contractBrandAuth.label },
        { key: 'scans', label: '合同影像' },
      ]}
    />
  );
  if (shown === 'scans') return <ScannedCopies above={tabs} />;
  const mayEdit = mayUse(contractBrandAuth.calls.edit?.[1]);
  return (
    <ListPage
      definition={contractBrandAuth}
      title="合同影像与品牌授权"
      onOpen={setFiles}
      rowActions={(row) => [
        ...(mayEdit ? [{ key: 'edit', label: '编辑', run: () => setForm({ id: row.id }) }] : []),
        { key: 'files', label: '授权影像', run: () => setFiles(row) },
      ]}
      slots={{
        above: tabs,
        extra: () =>
          mayUse(contractBrandAuth.calls.add?.[1]) && (
            <Button type="primary" onClick={() => setForm({})}>
              新建
            </Button>
          ),
        aside: (
          <Suspense>
            {form && <FormDrawer definition={contractBrandAuth} id={form.id} onClose={() => setForm(null)} />}
            {files && (
              <FilesDrawer
                definition={contractBrandAuth}
                id={files.id}
                title={`${contractBrandAuth.label} ${String(files[titleKey('supplier_id')] ?? '')} ${String(files[titleKey('brand_id')] ?? '')}`}
                onClose={() => setFiles(null)}
              />
            )}
          </Suspense>
        ),
      }}
    />
  );
}
