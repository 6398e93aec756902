import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import type { Access } from '#contract/kit/call.ts';
import { useMayOpen } from '#src/engine/places.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';

/** A way on from a document by another screen. */
export interface Onward {
  readonly label: string;
  readonly to: string;
  /** The key of what is done there; shown to whoever may open the screen where it is not told. */
  readonly access?: Access | undefined;
}

/** Buttons that lead on; `leads`: nothing else on the page does, and the first of them is what people press. */
export function OnwardButtons({ ways, leads }: { ways: readonly Onward[]; leads: boolean }) {
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  const mayUse = useMayUse();
  const open = ways.filter(({ to, access }) => mayOpen(to) && (access === undefined || mayUse(access)));
  return open.map(({ label, to }, index) => (
    <Button key={label} type={leads && index === 0 ? 'primary' : 'default'} onClick={() => void navigate(to)}>
      {label}
    </Button>
  ));
}
