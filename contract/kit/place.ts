/** Which record an address shall show. */
export interface Addressed {
  readonly id: number;
  /** Its number; for a barcode that of the goods. */
  readonly no: string;
}

/** Where the records of a definition are looked at. Texts alone, so that a screen can know the places of all areas. */
export interface Place {
  readonly list: `/${string}`;
  /** `{id}` and `{no}` stand for those of the record. */
  readonly record: `/${string}`;
  /** The definition whose list the screen is, where it is not that of the record: its key is asked for besides. */
  readonly screenOf?: string;
}

/** Places by the name of their definition. */
export type Places = Readonly<Record<string, Place>>;

/** The address that shows one record. */
export function recordAt({ record }: Place, { id, no }: Addressed): `/${string}` {
  return record.replace(/\{(id|no)\}/g, (_, name) => encodeURIComponent(name === 'id' ? id : no)) as `/${string}`;
}

/** The address of the list, with these filters as an address carries them. */
export function listAt({ list }: Place, filters: Readonly<Record<string, string | number>> = {}): `/${string}` {
  const asked = Object.entries(filters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  // A screen that shows several lists says in its address which.
  return `${list}${asked && (list.includes('?') ? '&' : '?')}${asked}`;
}
