import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { ownSecondFactorCall } from '#contract/areas/me/account.ts';
import { recoveryCodes } from '#contract/areas/me/second-factor.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { useRead } from '#src/engine/use-read.ts';
import { StatusTag } from '#src/kit/desk/status-tag.tsx';
import { account, Card } from './card.tsx';
import styles from './me.module.css';

const SetUpDialog = lazy(async () => ({ default: (await import('./set-up-dialog.tsx')).SetUpDialog }));
const DropDialog = lazy(async () => ({ default: (await import('./drop-dialog.tsx')).DropDialog }));

/** Where the second factor stands, and the ways to set it up, to another authenticator, and out of it. */
export function SecondFactorCard() {
  const reading = useRead(account, ownSecondFactorCall, { input: {} });
  const [open, setOpen] = useState<'setUp' | 'drop' | null>(null);
  const factor = reading.value;
  const on = Boolean(factor?.since);
  const close = () => {
    setOpen(null);
    reading.reload();
  };
  return (
    <Card
      title="两步验证"
      of={reading}
      extra={
        factor && (
          <StatusTag tone={on ? 'done' : factor.required ? 'refused' : 'idle'}>{on ? '已开启' : '未开启'}</StatusTag>
        )
      }
    >
      {factor && (
        <>
          <p className={styles.words}>
            {on
              ? `${printTime(factor.since ?? '')} 开启，还有 ${factor.recovery_left} 个恢复码可用（共 ${recoveryCodes} 个）。`
              : '登录时除密码外，再输入手机验证器上的 6 位数字。密码泄露了，别人也进不来。'}
            {factor.required && '您的角色要求使用两步验证。'}
          </p>
          <div className={styles.actions}>
            <Button type={on ? 'default' : 'primary'} onClick={() => setOpen('setUp')}>
              {on ? '更换验证器或恢复码' : '开启两步验证'}
            </Button>
            {on && !factor.required && <Button onClick={() => setOpen('drop')}>关闭</Button>}
          </div>
          <Suspense>
            {open === 'setUp' && <SetUpDialog on={on} onClose={close} />}
            {open === 'drop' && <DropDialog onClose={close} />}
          </Suspense>
        </>
      )}
    </Card>
  );
}
