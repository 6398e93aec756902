import { texts } from '../../kit/kinds/text.ts';

/** Which pieces, where they have codes: by their numbers or their tags. */
export const codesAsked = texts('唯一码或EPC', { most: 5000 });
