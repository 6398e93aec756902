import { expect, it } from 'vitest';
import { captchaAnswer, captchaImage } from './captcha-image.ts';

it('an answer has five letters that nobody takes for one another', () => {
  const seen = new Set(Array.from({ length: 500 }, () => captchaAnswer()));
  expect(seen.size).toBeGreaterThan(490);
  for (const answer of seen) expect(answer).toMatch(/^[2-9ACEFHKLNPRTUXY]{5}$/);
});

it('a picture is small, never the same, and does not spell its answer', () => {
  const pictures = Array.from({ length: 50 }, () => captchaImage('ACEFH'));
  expect(new Set(pictures).size).toBe(50);
  for (const picture of pictures) {
    expect(picture.length).toBeLessThan(3000);
    expect(picture).not.toMatch(/ACEFH|<text|script/);
    expect(picture).toMatch(/^<svg xmlns="[^"]+" [^<]+><rect [^<]+\/><path d="[MQ0-9. -]+" [^<]+\/><\/svg>$/);
  }
});
