import { Button, ConfigProvider, Form, Input, Layout, Menu, Select, Table, Tag } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import { useEffect, useState } from 'react';
import type { brand } from '#contract/areas/goods/brand.ts';
import type { Listed } from '#contract/kit/calls.ts';

type Row = Listed<typeof brand>;

/** A list as antd's own examples write it: menu, filters, table, pages. It asks for its rows once it is drawn, and knows no rights. */
export function List() {
  const [page, setPage] = useState({ page: 1, page_size: 20 });
  const [answer, setAnswer] = useState<{ list: Row[]; total: number } | null>(null);
  useEffect(() => {
    void ask(page).then(setAnswer);
  }, [page]);
  return (
    <ConfigProvider locale={zhCN}>
      <Layout style={{ minHeight: '100vh' }}>
        <Layout.Sider theme="light">
          <Menu mode="inline" defaultOpenKeys={['goods']} defaultSelectedKeys={['brand']} items={entries} />
        </Layout.Sider>
        <Layout.Content style={{ padding: 16 }}>
          <Form layout="inline" style={{ marginBottom: 16 }}>
            <Form.Item name="name" label="品牌名称">
              <Input />
            </Form.Item>
            <Form.Item name="status" label="状态">
              <Select style={{ width: 120 }} options={states} />
            </Form.Item>
            <Button type="primary">查询</Button>
          </Form>
          <Table<Row>
            rowKey="id"
            size="small"
            rowSelection={{}}
            loading={answer === null}
            dataSource={answer?.list ?? []}
            columns={columns}
            pagination={{
              current: page.page,
              pageSize: page.page_size,
              total: answer?.total ?? 0,
              showSizeChanger: true,
              onChange: (next, size) => setPage({ page: next, page_size: size }),
            }}
          />
        </Layout.Content>
      </Layout>
    </ConfigProvider>
  );
}

async function ask(input: object): Promise<{ list: Row[]; total: number }> {
  const response = await fetch('/api/erp/v1/brand/list', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-request-type': 'erp-web',
      authorization: localStorage.getItem('authorization') ?? '',
    },
    body: JSON.stringify(input),
  });
  const { result } = await response.json();
  return result;
}

const entries = [
  {
    key: 'goods',
    label: '商品管理',
    children: [
      { key: 'brand', label: '品牌列表' },
      { key: 'unit', label: '计量单位' },
      { key: 'sku', label: '商品列表' },
    ],
  },
  { key: 'stock', label: '仓储管理', children: [{ key: 'stockList', label: '库存列表' }] },
];

const states = [
  { value: 1, label: '启用' },
  { value: 0, label: '停用' },
];

const columns = [
  { title: '品牌名称', dataIndex: 'name', sorter: true },
  { title: '英文名', dataIndex: 'english_name' },
  { title: '首字母', dataIndex: 'initial' },
  { title: '国家/地区', dataIndex: 'country' },
  { title: '排序', dataIndex: 'order' },
  { title: '状态', dataIndex: 'status', render: (value: number) => <Tag>{value === 1 ? '启用' : '停用'}</Tag> },
  { title: '更新时间', dataIndex: 'updated_at' },
  {
    title: '操作',
    key: 'actions',
    render: () => (
      <Button type="link" size="small">
        编辑
      </Button>
    ),
  },
];
