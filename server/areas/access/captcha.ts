import { createHash, randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { CaptchaAnswer, ChangePasswordRequest } from '#contract/areas/access/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { AddressLimit } from '#server/identity/address-limit.ts';
import { guessesSoFar } from '#server/identity/guesses.ts';
import type { Origin } from '#server/kit/call-context.ts';
import { captchaAnswer, captchaImage } from './captcha-image.ts';
import type { SignInDeps } from './sign-in.ts';

/** What a picture is asked with. The login's form has no place for one (specification §2): its waits are its guard. */
export const captchaInput = z.strictObject({ scene: z.enum(['login', 'changePwd'], '请选择场景') });

type Scene = z.infer<typeof captchaInput>['scene'];

/** The two fields of a form that carries an answer. */
export const captchaShape = {
  captcha_id: z.uuid('验证码有误').optional(),
  captcha: z.string('验证码有误').trim().max(16, '验证码有误').optional(),
};

/** Seconds a picture serves. */
const captchaSeconds = 120;

/** Wrong guesses after which the change of password asks for a picture (decision 0014). */
const freeGuesses = 3;

/** Makes a picture. `asked` counts those an address gets: 20 a minute, since anybody may ask. */
export async function makeCaptcha(
  deps: SignInDeps,
  { scene }: { scene: Scene },
  { origin, asked }: { origin: Origin; asked: AddressLimit },
): Promise<CaptchaAnswer> {
  const now = deps.clock.now();
  asked.take(origin.ip, now);
  const answer = captchaAnswer();
  const id = randomUUID();
  const expires = new Date(now.getTime() + captchaSeconds * 1000).toISOString();
  await sql`
    with gone as (delete from captcha where expires_at < ${now.toISOString()})
    insert into captcha (id, scene, answer_hash, expires_at) values (${id}, ${scene}, ${hashOf(id, answer)}, ${expires})`.execute(
    deps.db,
  );
  return { captcha_id: id, image_base64: Buffer.from(captchaImage(answer)).toString('base64'), expire_at: expires };
}

/**
 * Refuses a change of password without a right answer where too many guesses were wrong, at the account or from the
 * address: 请输入验证码 when there is none, 验证码有误 when it is wrong, old or used. Every answer uses its picture up.
 */
export async function refuseWithoutCaptcha(
  deps: SignInDeps,
  input: ChangePasswordRequest,
  origin: Origin,
): Promise<void> {
  const now = deps.clock.now();
  const { failures, blocked } = await guessesSoFar(deps.db, { username: input.username, device: origin.device, now });
  // Nobody reads a picture in order to be told to wait.
  if (blocked || Math.max(failures, deps.addresses.failuresOf(origin.ip, now)) < freeGuesses) return;
  const { captcha_id: id, captcha: answer } = input;
  if (!id || !answer) throw new Refusal('invalid', '请输入验证码', 'captcha');
  if (!(await takeCaptcha(deps.db, { id, answer, scene: 'changePwd', now })))
    throw new Refusal('invalid', '验证码有误', 'captcha');
}

async function takeCaptcha(
  db: Kysely<unknown>,
  { id, answer, scene, now }: { id: string; answer: string; scene: Scene; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ right: boolean }>`
    delete from captcha where id = ${id}::uuid
    returning answer_hash = ${hashOf(id, answer.toUpperCase())} and scene = ${scene} and expires_at > ${now.toISOString()} as right`.execute(
    db,
  );
  return rows[0]?.right === true;
}

// The id salts it: two pictures with one answer look different in the table.
function hashOf(id: string, answer: string): Buffer {
  return createHash('sha256').update(`${id}:${answer}`).digest();
}
