/** The play screen's state: the seat as reactive state, and what its gestures cause outside of it. */

import { tick, untrack } from "svelte";
import type { Table } from "../../table.svelte";
import { chime, clack } from "../../ui/sound";
import type { Answer, RummyEvent, RummyView, TableView, Update } from "../../wire";
import { refusalText, t } from "../../words";
import type { Aim } from "./aim";
import { laidOf } from "./draft";
import type { Draft } from "./draft";
import { pinned } from "./jokers";
import type { Pins } from "./jokers";
import { verdict } from "./judge";
import { asDraft, Memory, noteOf } from "./memory";
import { FADES, newsOf, soundOf } from "./news";
import type { Say } from "./news";
import { cascade, glide, look, pulse } from "./paint";
import type { Glide } from "./paint";
import * as rack from "./rack";
import * as seats from "./seat";
import type { Seat } from "./seat";
import { told } from "./tale";
import type { Sets, Tiles } from "./tiles";

export interface Entry {
  readonly id: number;
  readonly event: RummyEvent;
}

const LOG = 40;
const NOTE_PAUSE = 400;

/** How the game began, from a view of its first turn. */
const dealtOf = ({ options, opener, lots }: RummyView): RummyEvent => ({
  kind: "dealt",
  options,
  opener,
  lots,
  hands: [],
  pool: [],
  turn: 1,
  redealt: null,
});

export class Hand {
  view = $state.raw() as RummyView;
  table = $state.raw() as TableView;
  seat = $state.raw() as Seat;
  /** What a finger is carrying, and what is under it. */
  held = $state.raw<Tiles>([]);
  aimed = $state.raw<Aim | null>(null);
  /** Draw was tapped while own tiles lie. */
  asking = $state(false);
  sending = $state(false);
  /** Said until the next gesture, or for some seconds. */
  saying = $state.raw<{ readonly text: Say; readonly warns: boolean } | null>(null);
  /** The last turn is shown until one's next touch. */
  seen = $state(false);
  log = $state.raw<readonly Entry[]>([]);
  /** For ears only. */
  told = $state("");
  /** Counts own turns that ended; the board is packed anew then. */
  round = $state(0);
  root: HTMLElement | null = null;

  readonly mine = $derived(this.seat.mine && !this.sending);
  readonly minimum = $derived<number>(this.view.options.opening);
  readonly picked = $derived(this.held.length ? this.held : this.seat.lifted);
  readonly #shown = $derived.by<Draft>(() => {
    if (this.seat.mine) return seats.now(this.seat);
    const { arranged } = this.line;
    const draft =
      arranged?.turn === this.view.turn && arranged.seat === this.view.seat ? asDraft(arranged.draft) : null;
    return (this.view.outcome === null && draft) || { sets: this.view.table, stands: [] };
  });
  /** The table as it is shown: one's own draft, another's arranging, or as it lies. */
  readonly sets = $derived<Sets>(this.#shown.sets);
  /** What its jokers stand for, where they are not read as they lie. */
  readonly pins = $derived<Pins>(pinned(this.seat.places, this.#shown.sets, this.#shown.stands));
  /** Tiles that were laid in this turn, by whoever's it is. */
  readonly fresh = $derived(new Set(laidOf(this.sets, this.view.table)));
  /** What the last player laid. */
  readonly last = $derived(
    new Set(!this.seen && this.view.last?.kind === "laid" ? this.view.last.tiles : []),
  );
  readonly order = $derived.by<Tiles>(() => {
    const shown = seats.shown(this.seat);
    const { aimed, held } = this;
    if (aimed?.kind !== "rack" || !held.every((tile) => shown.includes(tile))) return shown;
    return rack.moved(shown, shown, held, aimed.at);
  });

  readonly #memory: Memory;
  #fading: ReturnType<typeof setTimeout> | undefined;
  #noting: ReturnType<typeof setTimeout> | undefined;
  #entries = 0;
  /** Whoever cancels what a finger is doing. */
  stop: () => void = () => undefined;

  constructor(readonly line: Table) {
    this.#memory = new Memory(line.code);
    const { update } = line;
    if (!update) throw new Error("a hand is made when the table is there");
    this.view = update.view as RummyView;
    this.table = update.table;
    this.seat = this.#back(seats.follow(null, this.view, this.table.number), update);
    const event = this.view.last ?? dealtOf(this.view);
    this.log = [{ id: this.#entries++, event }];
    if (event.kind === "dealt") this.say(() => told(event, this.table), false, FADES);
  }

  destroy(): void {
    clearTimeout(this.#fading);
    if (this.#noting === undefined) return;
    clearTimeout(this.#noting);
    this.line.note(noteOf(this.seat.game, this.seat.order));
  }

  /** News from the server. */
  adopt(update: Update): void {
    const view = update.view as RummyView | null;
    if (!view || (view === this.view && update.table === this.table)) return;
    this.#moving({ others: true, source: null }, () => {
      const before = this.seat;
      const seat = seats.follow(before, view, update.table.number);
      const over = before.turn !== seat.turn || before.game !== seat.game || before.mine !== seat.mine;
      if (over || view.glass.ran > before.ran) this.stop();
      if (over) {
        this.asking = false;
        this.sending = false;
        this.seen = before.mine;
        if (before.mine || before.game !== seat.game) this.round++;
      }
      this.view = view;
      this.table = update.table;
      this.seat = update.mine ? this.#back(seat, update) : seat;
      (update.events as RummyEvent[]).forEach((event) => {
        this.#hear(event);
      });
      if (over && seat.mine) {
        chime();
        this.tell([this.told, t("rummy:note.turn")].filter(Boolean).join(". "));
      }
    });
  }

  /** Another's arranging has changed; the tiles that move glide. */
  watch(): void {
    if (!this.seat.mine) this.#moving({ others: true, source: null }, () => undefined);
  }

  /** A gesture: the seat becomes another, and what follows from that is done. */
  change(make: (seat: Seat) => Seat): void {
    if (this.sending) return;
    const tiles = this.picked;
    const { draft } = this.seat;
    this.#moving({ others: false, source: null }, () => {
      const before = this.seat;
      const seat = make(before);
      this.seat = seat;
      this.asking = false;
      if (seat.said) this.#hitch(seat.said);
      else this.hush();
      if (seat.draft !== before.draft || seat.stands !== before.stands) this.#arranged();
      if (seat.order !== before.order) this.#ordered();
    });
    if (this.seat.draft !== draft) void tick().then(() => this.root && pulse(this.root, tiles));
  }

  /** What a finger carries, and where to, without changing anything yet. */
  carry(held: Tiles, aimed: Aim | null): void {
    if (held === this.held && JSON.stringify(aimed) === JSON.stringify(this.aimed)) return;
    const shifts = aimed?.kind === "rack" || this.aimed?.kind === "rack";
    const set = (): void => {
      this.held = held;
      this.aimed = aimed;
    };
    if (shifts) this.#moving({ others: false, source: null }, set);
    else set();
  }

  /** Ends the turn, or says why it cannot end and returns the first set it is about. */
  async done(): Promise<number | null> {
    if (this.sending) return null;
    const why = verdict(this.seat);
    if (why) {
      this.seat = seats.refuse(this.seat, why.sets);
      this.say(() => refusalText(why.code, { ...why }), true);
      return why.sets[0] ?? null;
    }
    const answer = await this.#act({ kind: "lay", ...seats.now(this.seat) });
    const sets = answer?.detail["sets"];
    if (!answer || !Array.isArray(sets)) return null;
    this.seat = seats.refuse(this.seat, sets as number[]);
    return (sets as number[])[0] ?? null;
  }

  /** Takes a tile, or passes; asks first if own tiles lie. */
  async draw(sure: boolean): Promise<void> {
    if (this.sending) return;
    if (!this.seat.mine) {
      this.say(() => refusalText("not_your_turn"), true);
      return;
    }
    this.asking = !sure && seats.laid(this.seat).length > 0;
    if (!this.asking) await this.#act({ kind: "draw" });
  }

  /** Has the tiles dealt anew, by three pairs. */
  async redeal(): Promise<void> {
    if (!this.sending) await this.#act({ kind: "redeal" });
  }

  /** Says it until the next gesture, or for so many milliseconds. */
  say(text: Say, warns = false, stays = 0): void {
    clearTimeout(this.#fading);
    this.saying = { text, warns };
    this.tell(text());
    if (stays) this.#fading = setTimeout(() => (this.saying = null), stays);
  }

  hush(): void {
    this.saying = null;
  }

  /** Says it to ears; the same text twice in a row is said once. */
  tell(text: string): void {
    this.told = text.replaceAll(/<\/?b>/g, "");
  }

  async #act(action: object): Promise<Answer | null> {
    this.seat = seats.putBack(this.seat);
    this.hush();
    this.sending = true;
    const answer = await this.line.act(this.view.turn, action);
    this.sending = false;
    if (answer.refused === null) return null;
    const { refused, detail } = answer;
    this.say(() => refusalText(refused, detail), true);
    return answer;
  }

  #back(seat: Seat, { mine }: Update): Seat {
    const draft = this.#memory.draft(seat.game, seat.turn) ?? asDraft(mine?.draft);
    const next = seats.restore(seat, draft, this.#memory.order(seat.game, mine?.note ?? null));
    // The server may not have heard of what was kept here.
    if (next.past !== seat.past) this.line.arrange(next.turn, seats.now(next));
    return next;
  }

  #arranged(): void {
    const { game, turn } = this.seat;
    const draft = seats.now(this.seat);
    this.#memory.keepDraft({ game, turn, draft });
    this.line.arrange(turn, seats.changed(this.seat) ? draft : null);
    clack();
  }

  #ordered(): void {
    const { game, order } = this.seat;
    this.#memory.keepOrder(game, order);
    clearTimeout(this.#noting);
    this.#noting = setTimeout(() => {
      this.#noting = undefined;
      this.line.note(noteOf(game, order));
    }, NOTE_PAUSE);
  }

  #hitch(hitch: seats.Hitch): void {
    this.say(() => t(`rummy:hitch.${hitch}`), true);
  }

  #hear(event: RummyEvent): void {
    if (event.kind === "dealt") this.log = [];
    if (event.kind === "ended") void tick().then(() => this.root && cascade(this.root));
    if (event.kind !== "ended") this.log = [...this.log, { id: this.#entries++, event }].slice(-LOG);
    soundOf(event, this.view.you);
    const news = newsOf(event, this.table);
    if (news) this.say(news.text, news.warns, news.stays);
  }

  /** Lets what this changes glide from where it was seen. */
  #moving(how: Glide, make: () => void): void {
    const { root } = this;
    const before = root ? look(root) : null;
    const focus = root?.contains(document.activeElement)
      ? document.activeElement?.getAttribute("data-tile")
      : null;
    untrack(make);
    if (!root || !before) return;
    void tick().then(() => {
      glide(root, before, { ...how, source: how.source ?? this.#source() });
      // A tile that moved to another set is another node; the focus goes by its id.
      if (focus && !root.contains(document.activeElement))
        root.querySelector<HTMLElement>(`[data-tile="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    });
  }

  /** Where tiles come from that nobody saw before: the last player's chip, or the bag. */
  #source(): DOMRect | null {
    const { last, you } = this.view;
    const from =
      last?.kind === "laid" && last.seat !== you
        ? `[data-seat="${String(last.seat)}"] [data-from]`
        : "[data-pool]";
    return this.root?.querySelector(from)?.getBoundingClientRect() ?? null;
  }
}
