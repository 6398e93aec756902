import { Button } from 'antd';
import { useState } from 'react';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { codeFile } from '#contract/areas/codes/code-file.ts';
import { codeFileLine } from '#contract/areas/codes/code-file-line.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { codeFileAt } from './addresses.ts';
import { UploadDialog } from './upload-dialog.tsx';

/** Files of codes on one route: the list with the upload, with `id` one of them, every row with what is wrong with it. */
export function Screen() {
  const id = useRecordId();
  const mayUse = useMayUse();
  const [uploading, setUploading] = useState(false);
  if (id !== undefined)
    return (
      <DetailPage
        key={id}
        definition={codeFile}
        id={id}
        names={facts}
        slots={{
          below: (record) => (
            <FixedList
              definition={codeFileLine}
              fixed={{ file_id: record.id }}
              filters={['status']}
              height={400}
              heading
            />
          ),
        }}
      />
    );
  return (
    <ListPage
      definition={codeFile}
      title="上传码文件"
      openAt={(row) => codeFileAt.detail(row.id)}
      slots={{
        extra: () =>
          mayUse(codeCalls.upload.access) && (
            <Button type="primary" onClick={() => setUploading(true)}>
              上传
            </Button>
          ),
        aside: uploading && <UploadDialog onClose={() => setUploading(false)} />,
      }}
    />
  );
}

const facts = [
  'file_type',
  'name',
  'code_order_id',
  'source_no',
  'total',
  'ok_count',
  'error_count',
  'checked_at',
  'expires_at',
  'created_by',
  'created_at',
  'cancel_reason',
];
