import { useBlobAddress } from '#src/engine/use-blob-address.ts';
import { useGoodsPicture, useMainPicture } from '#src/engine/use-goods-picture.ts';
import styles from './goods-picture.module.css';

/** What goods look like, large enough to be told from others at arm's length; nothing where there is no picture, and none without network. */
export function GoodsPicture({ sku, alt }: { sku: number; alt: string }) {
  const picture = useMainPicture('sku', sku, true);
  const address = useBlobAddress(useGoodsPicture(picture ?? undefined, 320, true));
  return address ? <img className={styles.picture} src={address} alt={alt} decoding="async" draggable={false} /> : null;
}
