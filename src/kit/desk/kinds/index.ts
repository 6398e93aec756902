import type { Field } from '#contract/kit/field.ts';
import type { Look } from '../look.ts';
import { areaCodeLook } from './area-code.tsx';
import { choiceLook, flagLook, wordLook } from './choice.tsx';
import { choicesLook, wordsLook } from './choices.tsx';
import { mobileLook } from './mobile.tsx';
import { moneyLook } from './money.tsx';
import { discountLook, integerLook, quantityLook, rateLook } from './number.tsx';
import { pictureLook } from './picture.tsx';
import { referenceLook, referencesLook } from './reference.tsx';
import { proseLook, textLook } from './text.tsx';
import { textsLook } from './texts.tsx';
import { dateLook, timeLook } from './time.tsx';

/** Look by the kind's name: the one place where the two faces of a kind meet. */
export const looks: Readonly<Record<string, Look>> = {
  text: textLook,
  prose: proseLook,
  texts: textsLook,
  integer: integerLook,
  quantity: quantityLook,
  rate: rateLook,
  discount: discountLook,
  money: moneyLook,
  choice: choiceLook,
  word: wordLook,
  choices: choicesLook,
  words: wordsLook,
  flag: flagLook,
  date: dateLook,
  time: timeLook,
  reference: referenceLook,
  references: referencesLook,
  picture: pictureLook,
  mobile: mobileLook,
  areaCode: areaCodeLook,
};

/** The look of a field. */
export function lookOf(field: Field): Look {
  const look = looks[field.kind.name];
  if (!look) throw new Error(`field kind ${field.kind.name} has no look on the desk`);
  return look;
}
