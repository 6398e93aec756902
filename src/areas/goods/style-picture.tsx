import type { PictureSize } from '#contract/areas/goods/pictures.ts';
import { useBlobAddress } from '#src/engine/use-blob-address.ts';
import { useGoodsPicture, useMainPicture } from '#src/engine/use-goods-picture.ts';
import { useOnceInView } from '#src/kit/desk/attachments/use-once-in-view.ts';
import styles from './pictures.module.css';

/** A picture of goods, brought once it comes into view. */
export function StylePicture({ id, side, alt }: { id: string; side: PictureSize; alt: string }) {
  const { place, seen } = useOnceInView();
  const address = useBlobAddress(useGoodsPicture(id, side, seen));
  return (
    <span ref={place} className={styles.picture}>
      {address && <img src={address} alt={alt} decoding="async" draggable={false} />}
    </span>
  );
}

/** The main picture of a style in a row; nothing where it has none. */
export function MainPicture({ styleId, alt }: { styleId: number; alt: string }) {
  const { place, seen } = useOnceInView();
  const id = useMainPicture('spu', styleId, seen);
  return (
    <span ref={place} className={styles.inRow}>
      {id && <StylePicture id={id} side={96} alt={alt} />}
    </span>
  );
}
