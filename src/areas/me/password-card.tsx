import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { Card } from './card.tsx';
import styles from './me.module.css';

/** The way to another password: the same page that the sign-in leads to. */
export function PasswordCard() {
  const navigate = useNavigate();
  return (
    <Card title="密码" extra={<Button onClick={() => void navigate('/login/changePassword?r=%2Fme')}>修改密码</Button>}>
      <p className={styles.words}>
        至少 {limits.passwordLeast} 个字符；设置两步验证后 {limits.passwordLeastWithFactor}{' '}
        个即可。修改后其他设备会立即退出。
      </p>
    </Card>
  );
}
