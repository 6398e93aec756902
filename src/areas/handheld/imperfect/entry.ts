import type { ImperfectReport } from '#contract/areas/purchasing/imperfect-report.ts';

/** A picture as it is kept until it is sent, and the op id under which it goes up, once however often it is tried. */
export interface KeptPicture {
  op_id: string;
  /** JPEG in base64. Text, and no blob: what is kept must go into the file for a dying tablet as well. */
  data: string;
}

/** What somebody found: the payload of an operation. */
export interface ImperfectPayload
  extends Pick<ImperfectReport, 'barcode' | 'source_type' | 'imperfect_type' | 'qty' | 'reason'> {
  picture: KeptPicture | null;
}
