import { Button, Input, Pagination, Table } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { useDeferredValue, useMemo, useState } from 'react';
import { type ApiDocument, apiDocumentCall } from '#contract/areas/ops/api-document.ts';
import { useRead } from '#src/engine/use-read.ts';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { StatusTag } from '#src/kit/desk/status-tag.tsx';
import { saveFile } from '#src/platform/save-file.ts';
import { type ApiField, type ApiRow, rowsOf } from './api-rows.ts';
import styles from './ops.module.css';

/** 接口: every call of the server, its permission, what it takes and what it answers; the whole as an OpenAPI document. */
export function Screen() {
  const reading = useRead({ name: 'apiDocument' }, apiDocumentCall, { input: {} });
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text);
  const rows = useMemo(() => (reading.value ? rowsOf(reading.value, wanted) : []), [reading.value, wanted]);
  const [page, setPage] = useState(1);
  // What was typed since may have left fewer pages.
  const shown = Math.max(1, Math.min(page, Math.ceil(rows.length / pageSize)));
  return (
    <PageFrame
      title="接口"
      loading={reading.loading}
      failure={reading.failure}
      stale={reading.stale}
      onRetry={reading.reload}
    >
      <div className={styles.head}>
        <Input.Search
          allowClear
          aria-label="搜索接口"
          placeholder="路径、对象、权限"
          style={{ width: 280 }}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <span>共 {rows.length} 个</span>
        <Button onClick={() => reading.value && save(reading.value)}>下载 OpenAPI</Button>
      </div>
      <Table<ApiRow>
        rowKey="path"
        size="small"
        columns={columns}
        dataSource={rows.slice((shown - 1) * pageSize, shown * pageSize)}
        pagination={false}
        expandable={{ expandedRowRender: (row) => <Details row={row} /> }}
        scroll={{ x: 'max-content' }}
      />
      <Pagination
        align="end"
        size="small"
        current={shown}
        pageSize={pageSize}
        total={rows.length}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={setPage}
      />
    </PageFrame>
  );
}

const pageSize = 50;

const columns: ColumnsType<ApiRow> = [
  { title: '分组', dataIndex: 'group' },
  { title: '路径', dataIndex: 'path', render: (path: string) => <code>{path}</code> },
  { title: '对象', dataIndex: 'summary' },
  { title: '权限', dataIndex: 'permission', render: (key: string) => words[key] ?? <code>{key}</code> },
  {
    title: '类型',
    dataIndex: 'mutates',
    render: (mutates: boolean) => <StatusTag tone={mutates ? 'moving' : 'idle'}>{mutates ? '写入' : '读取'}</StatusTag>,
  },
];

const words: Readonly<Record<string, string>> = { login: '登录即可', public: '公开' };

function Details({ row }: { row: ApiRow }) {
  return (
    <div className={styles.cards}>
      <FieldTable title="请求" fields={row.input} />
      <FieldTable title="返回" fields={row.answer} />
    </div>
  );
}

function FieldTable({ title, fields }: { title: string; fields: readonly ApiField[] }) {
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      <table className={styles.table}>
        <tbody>
          {fields.map(({ name, type, required }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{type}</td>
              <td>{required ? '必填' : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {fields.length === 0 && <p className="desk-hint">没有说明</p>}
    </section>
  );
}

function save(document: ApiDocument): void {
  saveFile(new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }), 'openapi.json');
}
