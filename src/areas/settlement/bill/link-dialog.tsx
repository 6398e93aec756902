import { Button, Modal, Table, Typography } from 'antd';
import { useState } from 'react';
import { type BillLink, billLinkCalls, billLinkDays } from '#contract/areas/settlement/bill-link-calls.ts';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import type { Fields } from '#contract/kit/field.ts';
import { integer } from '#contract/kit/kinds/number.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { freshToken } from '#src/engine/fresh-token.ts';
import type { Values } from '#src/engine/row.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useRead } from '#src/engine/use-read.ts';
import { Content } from '#src/kit/desk/faces.tsx';
import { FieldRow } from '#src/kit/desk/field-row.tsx';

const fields: Fields = {
  days: integer('有效天数', { required: true, least: 1, most: billLinkDays.most, initial: billLinkDays.first }),
};

/** Links of a bill: a new one for its supplier, told once, and what became of those before. */
export function LinkDialog({ bill, onClose }: { bill: { id: number; version: number }; onClose(): void }) {
  const [values, setValues] = useState<Values>({ days: billLinkDays.first });
  const [made, setMade] = useState<{ address: string; until: string }>();
  const [wrong, setWrong] = useState('');
  const links = useRead(checkBill, billLinkCalls.list, { input: { id: bill.id } });
  const adding = useCommand<{ id: number; expires_at: string }>(checkBill);
  const ending = useCommand<{ count: number }>(checkBill);
  const add = async () => {
    const token = freshToken();
    const sent = await adding.run(billLinkCalls.add, {
      id: bill.id,
      version: bill.version,
      days: Number(values.days),
      token,
    });
    setWrong(sent.ok ? '' : wordsOf(sent.failure));
    if (sent.ok) setMade({ address: `${location.origin}/login/bill#${token}`, until: sent.value.expires_at });
  };
  const end = async () => {
    const sent = await ending.run(billLinkCalls.end, { id: bill.id });
    setWrong(sent.ok ? '' : wordsOf(sent.failure));
    if (sent.ok) setMade(undefined);
  };
  const list = links.value?.list ?? [];
  return (
    <Modal open title="供应商链接" width={720} onCancel={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      {made ? (
        <>
          <p>{`链接只显示这一次，请现在发给供应商，有效至 ${printTime(made.until)}。`}</p>
          <Typography.Text code copyable aria-label="链接地址">
            {made.address}
          </Typography.Text>
        </>
      ) : (
        <>
          <p className="desk-hint">
            持有链接的人不用登录即可查看这一张对账单并代表供应商答复，请只发给供应商的对账人。
          </p>
          <FieldRow
            id="link-days"
            name="days"
            field={fields.days as Fields[string]}
            values={values}
            onChange={(key, value) => setValues((before) => ({ ...before, [key]: value }))}
            disabled={adding.running}
            autoFocus
          />
          <Button
            type="primary"
            disabled={!(Number(values.days) >= 1)}
            loading={adding.running}
            onClick={() => void add()}
          >
            {list.some(({ live }) => live) ? '生成新链接（原链接停用）' : '生成链接'}
          </Button>
        </>
      )}
      {wrong && (
        <p className="desk-wrong" role="alert">
          {wrong}
        </p>
      )}
      <Content of={links}>
        {list.length > 0 && (
          <Table<BillLink> size="small" rowKey="id" pagination={false} dataSource={list} columns={columns} />
        )}
        {list.some(({ live }) => live) && (
          <Button danger loading={ending.running} onClick={() => void end()}>
            停用链接
          </Button>
        )}
      </Content>
    </Modal>
  );
}

const stateOf = ({ live, answered_at }: BillLink): string => {
  if (answered_at) return `已答复 ${printTime(answered_at)}`;
  return live ? '有效' : '已失效';
};

const columns = [
  { title: '生成', render: (_: unknown, link: BillLink) => `${link.created_by_name} ${printTime(link.created_at)}` },
  { title: '有效至', render: (_: unknown, { expires_at }: BillLink) => printTime(expires_at) },
  {
    title: '打开',
    render: (_: unknown, { opened_count, opened_at }: BillLink) =>
      opened_at ? `${opened_count} 次，最近 ${printTime(opened_at)}` : '未打开',
  },
  { title: '状态', render: (_: unknown, link: BillLink) => stateOf(link) },
];
