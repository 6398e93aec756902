import { Button, Modal } from 'antd';
import { copy } from '#src/kit/copy.ts';
import './staff.css';

/** A password that somebody is to be given, and for which account. */
export interface GivenPassword {
  readonly username: string;
  readonly password: string;
}

/** A first password after saving, the only time it can be seen: what the person needs to sign in, to copy. */
export function FirstPassword({ given, onClose }: { given: GivenPassword; onClose(): void }) {
  const rows = [
    ['地址', location.origin],
    ['账号', given.username],
    ['初始密码', given.password],
  ] as const;
  return (
    <Modal
      open
      width={480}
      title="交给本人"
      // Lost for good once it is closed: only a button closes it.
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={[
        <Button
          key="copy"
          onClick={() => void copy(rows.map(([name, value]) => `${name}：${value}`).join('\n'))}
          aria-label="复制"
        >
          复制
        </Button>,
        <Button key="done" type="primary" onClick={onClose}>
          已交给本人
        </Button>,
      ]}
    >
      <p>密码只显示这一次，请当面或经可靠渠道交给本人；首次登录必须修改。</p>
      <dl className="staff-given">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
