import type { Field } from '#contract/kit/field.ts';
import type { KindRenderer } from '../kind-renderer.ts';
import { areaCodeLook } from './area-code.tsx';
import { choiceLook, choicesLook, flagLook, wordLook } from './choice.ts';
import { moneyLook } from './money.tsx';
import { figureLook, quantityLook } from './number.tsx';
import { pictureLook } from './picture.tsx';
import { referenceLook, referencesLook } from './reference.tsx';
import { proseLook, textLook } from './text.ts';
import { textsLook } from './texts.ts';
import { dateLook, timeLook } from './time.ts';

/** Look by the kind's name: with `controls` the one place where the two faces of a kind meet. */
export const looks: Readonly<Record<string, KindRenderer>> = {
  text: textLook,
  prose: proseLook,
  texts: textsLook,
  integer: figureLook,
  quantity: quantityLook,
  rate: figureLook,
  discount: figureLook,
  money: moneyLook,
  choice: choiceLook,
  word: wordLook,
  choices: choicesLook,
  words: choicesLook,
  flag: flagLook,
  date: dateLook,
  time: timeLook,
  reference: referenceLook,
  references: referencesLook,
  picture: pictureLook,
  mobile: { ...textLook, width: 124 },
  areaCode: areaCodeLook,
};

/** The look of a field. */
export function lookOf(field: Field): KindRenderer {
  const look = looks[field.kind.name];
  if (!look) throw new Error(`field kind ${field.kind.name} has no look on the desk`);
  return look;
}
