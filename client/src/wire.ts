/* Made from src/kameny/web/messages.py and the games by `npm run wire`. Do not edit. */

export type FromPhone = Hello | Act | Arrange | Deal | Reseat | Note | Ping;
export type ToPhone = Update | Answer | Arranged | Pong | Bye;
export type RummyAction = RummyLay | RummyDraw;
export type RummyEvent = RummyDealt | RummyLaid | RummyDrew | RummyPassed | RummyRanOut | RummyEnded;

/**
 * The first frame: which table, and by which token; without one, as a spectator.
 */
export interface Hello {
  type: "hello";
  code: string;
  token: string | null;
}
/**
 * Do this in this turn. `at`: when the finger did it, in the server's milliseconds as the phone knows them.
 */
export interface Act {
  type: "act";
  rid: string;
  turn: number;
  action: unknown;
  at: number;
}
/**
 * The table as this seat has arranged it, sent at every drop; null is the start of the turn.
 */
export interface Arrange {
  type: "draft";
  turn: number;
  draft: unknown;
  at: number;
}
/**
 * Start game `number` of the series, with this phone's nonce for its shuffle.
 */
export interface Deal {
  type: "deal";
  rid: string;
  number: number;
  nonce: string;
}
/**
 * Before the first game: let a computer take this free seat, or free it again (`None`).
 */
export interface Reseat {
  type: "reseat";
  rid: string;
  seat: number;
  player: string | null;
}
/**
 * Something private that a phone wants back when it returns, such as the order of its rack.
 */
export interface Note {
  type: "note";
  note: string;
}
/**
 * Answered at once; gives the phone the server's time and tells each that the other is there.
 */
export interface Ping {
  type: "ping";
  sent: number;
}
/**
 * The whole truth for this phone at `version`: newest wins, older ones are dropped.
 *
 * `events` are what led here from the version before, as this seat may see them; empty after a reconnect and
 * when only presence changed. `draft` is the acting seat's arranging as others may see it.
 */
export interface Update {
  type: "update";
  version: number;
  now: number;
  table: TableView;
  view: unknown;
  events: unknown[];
  draft: unknown;
  mine: Mine | null;
}
/**
 * The table and its series, the same for everyone but for `you`.
 *
 * `number` counts the games dealt; 0 is the waiting room. An act names the `turn` it is meant for. `results` are
 * the outcomes so far, `totals` their sums, `commitment` the SHA-256 of the secret that will shuffle the next game,
 * or shuffles the running one.
 */
export interface TableView {
  code: string;
  game: string;
  options: unknown;
  seats: SeatView[];
  you: number | null;
  number: number;
  over: boolean;
  turn: number;
  awaited: number[];
  results: Outcome[];
  totals: number[];
  commitment: string;
  proof: Proof | null;
  clock: ClockView | null;
  watching: number;
}
/**
 * A seat as everybody sees it: a person (`player` is None) or a computer; `here`: a phone is connected.
 */
export interface SeatView {
  name: string;
  player: string | null;
  taken: boolean;
  here: boolean;
}
/**
 * How one game ended: `points` by seat, the `winners`, and why (`reason` is a stable code).
 */
export interface Outcome {
  points: number[];
  winners: number[];
  reason: string;
}
/**
 * What lets anyone check a finished game's shuffle: SHA-256(`secret`) was the `commitment` before the deal.
 */
export interface Proof {
  number: number;
  commitment: string;
  secret: string;
  nonces: string[];
}
/**
 * The running deadline: the `count`-th of turn `turn`, `at` server milliseconds, `seconds` long.
 *
 * While no person is connected it is `paused`, and `at` is only where it stood.
 */
export interface ClockView {
  turn: number;
  count: number;
  at: number;
  seconds: number;
  paused: boolean;
}
/**
 * What only this seat gets back after a reconnect: its draft of this turn and its note.
 */
export interface Mine {
  draft: unknown;
  note: string | null;
}
/**
 * The answer to a `rid`: done at `version`, or `refused` with a code and what it is about.
 */
export interface Answer {
  type: "answer";
  rid: string;
  version: number;
  refused: string | null;
  detail: {
    [k: string]: unknown;
  };
}
/**
 * The acting seat has moved something; null is the start of the turn.
 */
export interface Arranged {
  type: "arranged";
  seat: number;
  turn: number;
  draft: unknown;
}
/**
 * The answer to a ping: its own stamp, and the server's time in milliseconds.
 */
export interface Pong {
  type: "pong";
  sent: number;
  now: number;
}
/**
 * The socket closes now, for this reason; a phone that reconnects would hear the same.
 */
export interface Bye {
  type: "bye";
  refused: string;
  detail: {
    [k: string]: unknown;
  };
}
/**
 * `POST /api/tables`: open a table. Whoever opens it joins like everyone else.
 */
export interface OpenTable {
  game: string;
  seats: SeatSetup[];
  options: unknown;
}
/**
 * A seat of a new table: a computer by the name of its player, or free for a person (`None`).
 */
export interface SeatSetup {
  player: string | null;
}
/**
 * The code to join by, and the commitment that was made before any nonce was known.
 */
export interface TableOpened {
  code: string;
  commitment: string;
}
/**
 * `POST /api/tables/{code}/join`: take a free seat, or come back to one's own; the same token, the same seat.
 */
export interface Join {
  name: string;
  token: string;
  nonce: string;
}
/**
 * The seat that was taken.
 */
export interface Joined {
  seat: number;
}
/**
 * `GET /api/tables/{code}/invite`: the link that opens the table on another phone. Its QR code: `invite.svg`.
 */
export interface Invite {
  link: string;
}
/**
 * The body of an HTTP refusal.
 */
export interface Problem {
  refused: string;
  detail: {
    [k: string]: unknown;
  };
}
/**
 * The rules of one table. The defaults are the Czech page's.
 */
export interface RummyOptions {
  jokers: number;
  opening: 0 | 30 | 40 | 50;
  clock: "120" | "30" | "45" | "60" | "off" | "table";
}
/**
 * End the turn with the whole table looking like this.
 */
export interface RummyLay {
  kind: "lay";
  sets: string[][];
}
/**
 * Take one tile, or pass where the pool is empty; the turn ends.
 */
export interface RummyDraw {
  kind: "draw";
}
/**
 * The table as the acting seat has arranged it so far: every tile of the table and some of its own.
 */
export interface RummyDraft {
  sets: string[][];
}
/**
 * The game begins. `lots`: the tiles drawn for the first turn of a series, as (seat, tile).
 */
export interface RummyDealt {
  kind: "dealt";
  options: RummyOptions;
  opener: number;
  lots: [number, string][];
  hands: string[][];
  pool: string[];
}
/**
 * The seat put `tiles` from its rack on the table, which now is `sets`; its turn is over.
 *
 * `by` the seat's own `hand`; by the `clock`, which found a legal draft; or by the `rescue` after the third
 * expiry, which keeps finished sets of own tiles.
 */
export interface RummyLaid {
  kind: "laid";
  seat: number;
  tiles: string[];
  sets: string[][];
  by: "clock" | "hand" | "rescue";
}
/**
 * The seat drew a tile, which only it may see, and its turn is over.
 */
export interface RummyDrew {
  kind: "drew";
  seat: number;
  tile: string | null;
}
/**
 * The seat's turn is over; nothing was laid and nothing drawn.
 */
export interface RummyPassed {
  kind: "passed";
  seat: number;
  by: "clock" | "hand";
}
/**
 * The hourglass ran out for the `count`-th time; the seat `took` a tile if the pool had one.
 */
export interface RummyRanOut {
  kind: "ran_out";
  seat: number;
  count: number;
  took: boolean;
  tile: string | null;
}
/**
 * The game is over; all racks are open now.
 */
export interface RummyEnded {
  kind: "ended";
  outcome: Outcome;
}
/**
 * The game as one seat (`you`) or a spectator sees it. `rack` is in fixed order, `pool` a count.
 */
export interface RummyView {
  you: number | null;
  options: RummyOptions;
  opener: number;
  lots: [number, string][];
  turn: number;
  seat: number;
  rack: string[];
  fresh: string[];
  counts: number[];
  table: string[][];
  stands: string[][];
  pool: number;
  opened: boolean[];
  glass: RummyHourglass;
  took: boolean;
  passes: number;
  last: (RummyLaid | RummyDrew | RummyPassed) | null;
  outcome: Outcome | null;
  racks: string[][];
}
/**
 * `limit` seconds from expiry to expiry (`None`: no clock), and how often it `ran` out this turn.
 */
export interface RummyHourglass {
  limit: number | null;
  ran: number;
}
