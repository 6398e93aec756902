import { Passwords } from '#server/identity/passwords.ts';
import { leastCost } from '#tests/boot/passwords.ts';

/**
 * Passwords that judge as ever and keep the judgement to themselves until `goOn`: whoever is at the door has looked at the
 * account and has not opened anything yet.
 */
export class HeldPasswords extends Passwords {
  readonly #judged: (() => void)[] = [];
  #count = 0;
  #open = (): void => undefined;
  readonly #released = new Promise<void>((resolve) => {
    this.#open = resolve;
  });

  constructor() {
    super(leastCost);
  }

  override async matches(stored: string | null, password: string): Promise<boolean> {
    const right = await super.matches(stored, password);
    this.#count += 1;
    for (const tell of this.#judged.splice(0)) tell();
    await this.#released;
    return right;
  }

  /** Waits until a password has been judged. */
  async judged(): Promise<void> {
    if (this.#count === 0) await new Promise<void>((resolve) => this.#judged.push(resolve));
  }

  /** Hands out every judgement, those to come too. */
  goOn(): void {
    this.#open();
  }
}
