import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { type Printing, printAt } from '#contract/kit/printing.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import { usePrintKey } from './use-print-key.ts';

/** The way from a detail to the screen that prints it, also by Ctrl+P; for whoever may print it. */
export function PrintButton({ printing, id }: { printing: Printing; id: number }) {
  return useAllowed(printing.access) && <OpenButton address={printAt(printing, id)} />;
}

function OpenButton({ address }: { address: string }) {
  const navigate = useNavigate();
  const open = () => void navigate(address);
  usePrintKey(open);
  return <Button onClick={open}>打印</Button>;
}
