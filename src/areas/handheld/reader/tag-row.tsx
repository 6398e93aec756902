import { barcodeOf, decodeEpc, keyOfEpc } from '#contract/areas/codes/epc.ts';
import { CardRow } from '#src/kit/hand/card.tsx';
import type { ReadTag } from '#src/reader/uhf/tag-list.ts';

/** One tag: which goods it says it is on, its number, and how well it was heard. */
export function TagRow({ tag }: { tag: ReadTag }) {
  const epc = decodeEpc(tag.epc);
  const goods = epc && epc.scheme !== 'sscc-96' ? `${barcodeOf(keyOfEpc(epc))} · ${epc.serial}` : null;
  return (
    <CardRow
      title={goods ?? (epc ? `箱 ${keyOfEpc(epc)}` : tag.epc)}
      text={[goods !== null || epc ? tag.epc : '不是 GS1 标签', tag.rssi === null ? '' : `${tag.rssi} dBm`]
        .filter(Boolean)
        .join(' · ')}
    />
  );
}
