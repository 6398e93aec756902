import type { Kind } from '../field.ts';
import { areaCodeKind } from './area-code.ts';
import { choiceKind, choicesKind, flagKind, wordKind, wordsKind } from './choice.ts';
import { mobileKind } from './mobile.ts';
import { moneyKind } from './money.ts';
import { discountKind, integerKind, quantityKind, rateKind } from './number.ts';
import { pictureKind } from './picture.ts';
import { referenceKind, referencesKind } from './reference.ts';
import { proseKind, textKind, textsKind } from './text.ts';
import { dateKind, timeKind } from './time.ts';

/** Every field kind there is. A law test holds that each has its look and its storage. */
export const kinds: readonly Kind<unknown>[] = [
  textKind,
  proseKind,
  textsKind,
  integerKind,
  quantityKind,
  rateKind,
  discountKind,
  moneyKind,
  choiceKind,
  wordKind,
  choicesKind,
  wordsKind,
  flagKind,
  dateKind,
  timeKind,
  referenceKind,
  referencesKind,
  pictureKind,
  mobileKind,
  areaCodeKind,
];
