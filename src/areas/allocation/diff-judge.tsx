import { DiffStep } from './diff-step.tsx';

/** Whether what both ends say is enough; then what became of the pieces and who answers for them. */
export function Screen() {
  return <DiffStep title="调拨差异审核" names={['audit', 'decide']} closed="此差异单现在不能由您审核或判责" />;
}
