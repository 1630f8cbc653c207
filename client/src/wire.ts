/* Made from src/kameny/web/messages.py and the games by `npm run wire`. Do not edit. */

export type FromPhone = Hello | Act | Arrange | Deal | Part | Reseat | StandIn | Leave | React | Note | Ping;
export type ToPhone = Update | Answer | Arranged | Told | Reacted | Misread | Pong | Bye;
export type RummyAction = RummyLay | RummyDraw | RummyRedeal;
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
 * Start game `number` of the table, with this phone's nonce for its shuffle.
 *
 * `series` begins a new series, with all totals at zero; where the last series is over that goes without saying.
 */
export interface Deal {
  type: "deal";
  rid: string;
  number: number;
  nonce: string;
  series: boolean;
}
/**
 * A phone's part in the shuffle of game `number`, sent once the game before is over. The first one counts.
 */
export interface Part {
  type: "part";
  number: number;
  nonce: string;
}
/**
 * Before the first game: let a computer take this seat, or free it (`None`).
 *
 * A person's seat is given up this way only after a minute without a phone.
 */
export interface Reseat {
  type: "reseat";
  rid: string;
  seat: number;
  player: string | null;
}
/**
 * Let a computer play for a person whose phone has been gone for a minute, until it is back.
 */
export interface StandIn {
  type: "stand_in";
  rid: string;
  seat: number;
  player: string;
}
/**
 * Leave the table: a computer plays one's seat at once; before the first game the seat becomes free.
 *
 * All phones of the seat are told goodbye. Coming back takes the seat back, total included.
 */
export interface Leave {
  type: "leave";
  rid: string;
  player: string;
}
/**
 * Show the others one of a few pictures for a moment.
 */
export interface React {
  type: "react";
  rid: string;
  reaction: "bravo" | "hurry" | "laugh" | "oops" | "think" | "wow";
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
 * `number` counts the games dealt at this table; 0 is the waiting room. An act names the `turn` it is meant for.
 * `series` counts the series, `played` its finished games, `totals` their sums; `results` are its last outcomes.
 * `series_over` is how the series ended, once it has; `past` are the ones before it. `commitment` is the SHA-256 of
 * the secret that will shuffle the next game, or shuffles the running one.
 */
export interface TableView {
  code: string;
  game: string;
  options: unknown;
  terms: Terms;
  seats: SeatView[];
  you: number | null;
  number: number;
  over: boolean;
  turn: number;
  awaited: number[];
  series: number;
  played: number;
  results: Outcome[];
  totals: number[];
  series_over: Finished | null;
  past: Finished[];
  commitment: string;
  proof: Proof | null;
  clock: ClockView | null;
  watching: number;
}
/**
 * How long a series goes on, how fast computers play, and whether others see a turn being arranged.
 *
 * A series ends after `games` games, or after the game in which a total reaches `target` points; with neither
 * it is endless. Not both.
 */
export interface Terms {
  games: number | null;
  target: number | null;
  pace: "quick" | "slow" | "usual";
  live: boolean;
}
/**
 * A seat as everybody sees it: a person (`player` is None) or a computer; `here`: a phone is connected.
 *
 * `stand_in` is the computer that plays for an absent person. `away` is since when (server milliseconds) a person's
 * seat has been without a phone.
 */
export interface SeatView {
  name: string;
  player: string | null;
  taken: boolean;
  here: boolean;
  stand_in: string | null;
  away: number | null;
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
 * A series that is over: its number, how many games it had, the totals and who won (a tie is shared).
 */
export interface Finished {
  number: number;
  games: number;
  totals: number[];
  winners: number[];
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
 * Something happened at a seat that everybody hears of once; `by` is the seat that did it, if another did.
 *
 * `new_code`: somebody was shown a code that opens this seat on another phone. `moved`: that was done.
 * `stood_in`: a computer plays it now. `back`: its person plays again.
 */
export interface Told {
  type: "told";
  what: "back" | "joined" | "left" | "moved" | "new_code" | "stood_in";
  seat: number;
  by: number | null;
}
/**
 * A seat shows a reaction.
 */
export interface Reacted {
  type: "reacted";
  seat: number;
  reaction: "bravo" | "hurry" | "laugh" | "oops" | "think" | "wow";
}
/**
 * A frame that could not be read, or that has no `rid` to be answered by, and why nothing came of it.
 */
export interface Misread {
  type: "misread";
  refused: string;
  detail: {
    [k: string]: unknown;
  };
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
 * The socket closes now, for this reason; a phone that reconnects would hear the same, but after `STOPPING`.
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
  terms: Terms;
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
 *
 * `seat` names one that a computer holds: a newcomer may take it at any time, with its total.
 */
export interface Join {
  name: string;
  token: string;
  nonce: string;
  seat: number | null;
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
 * `POST /api/tables/{code}/pass`: a code that opens a seat on another phone, once.
 *
 * One's own seat (to move), or that of a person who is away (their phone is dead); all are told.
 */
export interface AskPass {
  token: string;
  seat: number;
}
/**
 * The one-time code of a seat, the link with it, its QR code as an SVG, and until when it is good.
 */
export interface Pass {
  code: string;
  link: string;
  svg: string;
  until: number;
}
/**
 * `POST /api/tables/{code}/claim`: this phone has the seat of this one-time code from now on.
 */
export interface Claim {
  pass_code: string;
  token: string;
}
/**
 * `POST /api/mine`: how one's tables stand, for the home screen.
 */
export interface AskCards {
  /**
   * @maxItems 12
   */
  tables:
    | []
    | [CardKey]
    | [CardKey, CardKey]
    | [CardKey, CardKey, CardKey]
    | [CardKey, CardKey, CardKey, CardKey]
    | [CardKey, CardKey, CardKey, CardKey, CardKey]
    | [CardKey, CardKey, CardKey, CardKey, CardKey, CardKey]
    | [CardKey, CardKey, CardKey, CardKey, CardKey, CardKey, CardKey]
    | [CardKey, CardKey, CardKey, CardKey, CardKey, CardKey, CardKey, CardKey]
    | [CardKey, CardKey, CardKey, CardKey, CardKey, CardKey, CardKey, CardKey, CardKey]
    | [CardKey, CardKey, CardKey, CardKey, CardKey, CardKey, CardKey, CardKey, CardKey, CardKey]
    | [CardKey, CardKey, CardKey, CardKey, CardKey, CardKey, CardKey, CardKey, CardKey, CardKey, CardKey]
    | [
        CardKey,
        CardKey,
        CardKey,
        CardKey,
        CardKey,
        CardKey,
        CardKey,
        CardKey,
        CardKey,
        CardKey,
        CardKey,
        CardKey
      ];
}
/**
 * A table and one's key to it.
 */
export interface CardKey {
  code: string;
  token: string;
}
/**
 * The answer to `AskCards`, in its order.
 */
export interface Cards {
  tables: Card[];
}
/**
 * How a table stands: `seats` and who is `awaited`. `you` None: the key opens no seat there (any more).
 */
export interface Card {
  code: string;
  game: string;
  options: unknown;
  you: number | null;
  seats: SeatView[];
  number: number;
  over: boolean;
  awaited: number[];
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
  official: boolean;
  playing_on: boolean;
  joker: "exchange" | "free";
  redeal: boolean;
}
/**
 * End the turn with the whole table looking like this.
 *
 * `stands` says what newly laid jokers shall stand for where a set can be read in two ways; it matters only under
 * `exchange`, and what is left out is read as it lies.
 */
export interface RummyLay {
  kind: "lay";
  sets: string[][];
  stands: [string, string][];
}
/**
 * Take one tile, or pass where the pool is empty; the turn ends.
 */
export interface RummyDraw {
  kind: "draw";
}
/**
 * Have the tiles dealt anew, by the table's option; also while another seat is on turn.
 */
export interface RummyRedeal {
  kind: "redeal";
}
/**
 * The table as the acting seat has arranged it so far: every tile of the table and some of its own.
 */
export interface RummyDraft {
  sets: string[][];
  stands: [string, string][];
}
/**
 * The game begins. `lots`: the tiles drawn for the first turn of a series, as (seat, tile).
 *
 * `redealt`: the seat that had the tiles dealt anew; then the game goes on with turn `turn`.
 */
export interface RummyDealt {
  kind: "dealt";
  options: RummyOptions;
  opener: number;
  lots: [number, string][];
  hands: string[][];
  pool: string[];
  turn: number;
  redealt: number | null;
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
  stands: [string, string][];
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
  redeal: boolean;
  racks: string[][];
}
/**
 * `limit` seconds from expiry to expiry (`None`: no clock), and how often it `ran` out this turn.
 */
export interface RummyHourglass {
  limit: number | null;
  ran: number;
}
/** The games' seats, computers and presets, the usual one first. */
export const FACTS = {
  rummy: {
    seats: { least: 2, most: 4 },
    players: ["calm", "exact"],
    presets: {
      page: {
        options: {
          jokers: 2,
          opening: 30,
          clock: "table",
          official: false,
          playing_on: false,
          joker: "free",
          redeal: false,
        },
        terms: { games: null, target: null, pace: "usual", live: true },
        player: null,
      },
      official: {
        options: {
          jokers: 2,
          opening: 30,
          clock: "60",
          official: true,
          playing_on: false,
          joker: "exchange",
          redeal: false,
        },
        terms: { games: null, target: null, pace: "usual", live: true },
        player: null,
      },
      quick: {
        options: {
          jokers: 2,
          opening: 30,
          clock: "30",
          official: false,
          playing_on: false,
          joker: "free",
          redeal: false,
        },
        terms: { games: 1, target: null, pace: "usual", live: true },
        player: null,
      },
      children: {
        options: {
          jokers: 2,
          opening: 0,
          clock: "off",
          official: false,
          playing_on: false,
          joker: "free",
          redeal: false,
        },
        terms: { games: null, target: null, pace: "usual", live: true },
        player: "calm",
      },
    },
  },
} as const;
