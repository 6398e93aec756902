import { Button, Modal, Typography } from 'antd';
import { useId, useState } from 'react';
import { appTokenForm, openAppTokenCall } from '#contract/areas/ops/app-tokens.ts';
import type { Fields } from '#contract/kit/field.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { freshToken } from '#src/engine/fresh-token.ts';
import type { Values } from '#src/engine/row.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { FieldRow } from '#src/kit/desk/field-row.tsx';

const fields: Fields = appTokenForm;

/** A token for a till or a channel: made here, told once, and kept by the house as its hash alone. */
export function AppTokenDialog({ onClose }: { onClose(): void }) {
  const id = useId();
  const [token] = useState(freshToken);
  const [values, setValues] = useState<Values>({ days: appTokenForm.days.initial });
  const [wrong, setWrong] = useState('');
  const [until, setUntil] = useState<string>();
  const command = useCommand<{ id: number; expires_at: string }>({ name: 'session' });
  const ready = Object.keys(fields).every((name) => Boolean(values[name]));
  const open = async () => {
    const { username, name, days } = values;
    const asked = { username: String(username), name: String(name), days: Number(days), token };
    const sent = await command.run(openAppTokenCall, asked);
    setWrong(sent.ok ? '' : wordsOf(sent.failure));
    if (sent.ok) setUntil(sent.value.expires_at);
  };
  return (
    <Modal
      open
      title="新建应用令牌"
      onCancel={onClose}
      footer={
        until === undefined ? (
          <Button type="primary" disabled={!ready} loading={command.running} onClick={() => void open()}>
            生成
          </Button>
        ) : (
          <Button type="primary" onClick={onClose}>
            已保存，关闭
          </Button>
        )
      }
    >
      {until === undefined ? (
        Object.entries(fields).map(([name, field], index) => (
          <FieldRow
            key={name}
            id={`${id}-${name}`}
            name={name}
            field={field}
            values={values}
            onChange={(key, value) => setValues((before) => ({ ...before, [key]: value }))}
            disabled={command.running}
            autoFocus={index === 0}
          />
        ))
      ) : (
        <>
          <p>{`令牌只显示这一次，请现在交给对方保存，有效至 ${printTime(until)}。停用时在登录列表里退出它。`}</p>
          <Typography.Text code copyable aria-label="令牌">
            {token}
          </Typography.Text>
        </>
      )}
      <p className="desk-hint">令牌只能发给渠道账号，只能推送订单、支付与退款回执，数据范围与该账号相同。</p>
      {wrong && (
        <p className="desk-wrong" role="alert">
          {wrong}
        </p>
      )}
    </Modal>
  );
}
