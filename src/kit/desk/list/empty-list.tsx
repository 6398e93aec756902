import { Button } from 'antd';
import { EmptyFace } from '../faces.tsx';

interface EmptyListProps {
  /** Something was asked for: there may be more under other conditions. */
  asked: boolean;
  onClear(): void;
  /** Where a new one is made, for those who may. */
  onNew: (() => void) | undefined;
}

/** A list without rows, and the way on: other conditions, or the first record. */
export function EmptyList({ asked, onClear, onNew }: EmptyListProps) {
  if (asked) {
    return (
      <EmptyFace words="没有符合条件的数据">
        <Button onClick={onClear}>清空条件</Button>
      </EmptyFace>
    );
  }
  return <EmptyFace>{onNew && <Button onClick={onNew}>新建</Button>}</EmptyFace>;
}
