/**
 * Two tabs of one device at one seat: one plays, the other says so. The tabs settle it among themselves, and a tab
 * that gave way comes back only on a tap, so that they never fight.
 */
import { randomHex } from "./device";

/** A seat that a tab has, by its code: the earlier claim keeps it. `took`: a person said so, the others give way. */
interface Claim {
  code: string;
  tab: string;
  at: number;
  took: boolean;
}
interface Held {
  code: string;
  /** The tab that asked. */
  to: string;
}

/** Whoever hears of a claim later than this was asleep, and is not the one that a person looks at. */
const PROMPT = 1000;

export class Tabs {
  readonly #channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("kameny.tabs");
  #claim: Claim;

  /** Claims the seat at this table; `gaveWay` is called when another tab of this device has it. */
  constructor(
    code: string,
    private readonly gaveWay: () => void,
    took = false,
  ) {
    this.#claim = { code, tab: randomHex(), at: Date.now(), took };
    if (!this.#channel) return;
    this.#channel.onmessage = ({ data }: MessageEvent<Claim | Held>) => {
      if (data.code === code) this.#hear(data);
    };
    this.#channel.postMessage(this.#claim);
  }

  close(): void {
    this.#channel?.close();
  }

  #hear(said: Claim | Held): void {
    if ("to" in said) {
      if (said.to === this.#claim.tab) this.#giveWay();
    } else if (said.took || Date.now() - said.at > PROMPT || earlier(said, this.#claim)) this.#giveWay();
    else this.#channel?.postMessage({ code: said.code, to: said.tab } satisfies Held);
  }

  #giveWay(): void {
    this.close();
    this.gaveWay();
  }
}

function earlier(one: Claim, other: Claim): boolean {
  return one.at < other.at || (one.at === other.at && one.tab < other.tab);
}
