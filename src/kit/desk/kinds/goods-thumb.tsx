import { useBlobAddress } from '#src/engine/use-blob-address.ts';
import { type Pictured, useGoodsPicture, useMainPicture } from '#src/engine/use-goods-picture.ts';
import { useOnceInView } from '../attachments/use-once-in-view.ts';

/** What goods look like, beside their number; an empty place where there is no picture, so that numbers stay below one another. */
export function GoodsThumb({ of, id }: { of: Pictured; id: number }) {
  const { place, seen } = useOnceInView();
  const picture = useMainPicture(of, id, seen);
  const address = useBlobAddress(useGoodsPicture(picture ?? undefined, 96, seen));
  return (
    <span ref={place} className="desk-thumb">
      {address && <img src={address} alt="" decoding="async" draggable={false} />}
    </span>
  );
}
