/** The server's time on this phone: the offset of the fastest of the last answers is the most exact one. */

const KEPT = 8;

export class Offset {
  #samples: { trip: number; offset: number }[] = [];
  #rough: number | null = null;

  /** The answer to a ping: sent and received by this phone's clock, stamped `server` in between. */
  sample(sent: number, server: number, received: number): void {
    const trip = received - sent;
    if (trip < 0) return;
    this.#samples = [...this.#samples, { trip, offset: server - (sent + received) / 2 }].slice(-KEPT);
  }

  /** A stamp without a known trip, good enough until the first ping is answered. */
  stamp(server: number, received: number): void {
    this.#rough = server - received;
  }

  /** The phone slept or its clock was set: old samples say nothing any more. */
  forget(): void {
    this.#samples = [];
    this.#rough = null;
  }

  get value(): number {
    if (this.#samples.length === 0) return this.#rough ?? 0;
    return this.#samples.reduce((best, each) => (each.trip < best.trip ? each : best)).offset;
  }
}
