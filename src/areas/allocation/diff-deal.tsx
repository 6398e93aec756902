import { DiffStep } from './diff-step.tsx';

/** What one end of a difference says, with its evidence. */
export function Screen() {
  return <DiffStep title="调拨差异处理" names={['deal']} closed="此差异单现在不能由您举证" />;
}
