/** A clock that stands still until it is moved to the next thing that was asked for. Milliseconds. */
export class VirtualClock {
  now = Date.UTC(2025, 2, 3, 8);
  private waiting: { at: number; order: number; run: () => void }[] = [];
  private order = 0;

  /** Runs something once, later; the answer takes it back. */
  after(ms: number, run: () => void): () => void {
    const entry = { at: this.now + Math.max(0, ms), order: (this.order += 1), run };
    const place = this.waiting.findIndex((other) => other.at > entry.at);
    this.waiting.splice(place < 0 ? this.waiting.length : place, 0, entry);
    return () => {
      this.waiting = this.waiting.filter((other) => other !== entry);
    };
  }

  /** Moves to the next moment up to `limit` and runs what is due first; false when there is none. */
  step(limit: number): boolean {
    const [next] = this.waiting;
    if (!next || next.at > limit) return false;
    this.waiting.shift();
    this.now = Math.max(this.now, next.at);
    next.run();
    return true;
  }
}
