import { Segmented } from 'antd';
import { useLocation, useNavigate } from 'react-router-dom';
import { shopBillAt } from '../addresses.ts';

/** Between the bills of shops and the three ways they are cut. */
export function WaysOfCutting() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <Segmented
      aria-label="查看方式"
      value={pathname}
      options={[
        { value: shopBillAt.list, label: '按账单' },
        { value: '/finance/shopStore', label: '门店维度' },
        { value: '/finance/shopPeople', label: '人员维度' },
        { value: '/finance/shopAcount', label: '账户维度' },
      ]}
      onChange={(path) => void navigate(path)}
    />
  );
}
