import { channelRecon } from '#contract/areas/cashier/channel-recon.ts';
import { channelReconLine } from '#contract/areas/cashier/channel-recon-line.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { ReconLines } from './recon-lines.tsx';

/** A day of a channel: its figures, and its lines by what came of matching them. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={channelRecon.label} />;
  return (
    <DetailPage
      key={id}
      definition={channelRecon}
      id={id}
      slots={{
        tabs: (recon) => [
          { key: 'lines', label: channelReconLine.label, children: <ReconLines key={recon.id} recon={recon} /> },
        ],
      }}
    />
  );
}
