/**
 * A growing list of whole numbers below 2^31 that takes four bytes for each: places of a text, of which a large document
 * has millions.
 */
export class Numbers {
  length = 0;
  private held = new Int32Array(8);

  push(number: number): void {
    if (this.length === this.held.length) {
      const before = this.held;
      this.held = new Int32Array(before.length * 2);
      this.held.set(before);
    }
    this.held[this.length] = number;
    this.length += 1;
  }

  /** The number at a place of the list; there must be one. */
  at(place: number): number {
    return this.held[place]!;
  }

  set(place: number, number: number): void {
    this.held[place] = number;
  }
}
