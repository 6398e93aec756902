import { encodeEpc } from '#contract/areas/codes/epc.ts';

/** What the demonstration reader finds: sixty pieces of six goods, each with a number of its own. */
export function demoTags(): string[] {
  return Array.from({ length: 60 }, (_, at) =>
    encodeEpc({
      scheme: 'sgtin-96',
      filter: 1,
      company: '690123456',
      item: `0${String(100 + (at % 6))}`,
      serial: String(1 + at),
    }),
  );
}
