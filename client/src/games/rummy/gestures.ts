/**
 * One pointer controller for touch, pen and mouse. It knows elements and points, no tiles.
 *
 * A tap is the browser's own click, so that keyboards and screen readers tap too; here only holds and drags
 * are made, and the click after them is swallowed.
 */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Hands {
  /** Whether something can be taken up here. */
  takes(at: Element, point: Point, touch: boolean): boolean;
  /** Whether a finger that moves here pans, so that dragging needs a hold first. */
  pans(at: Element): boolean;
  /** Take it up; what it was is remembered until `drop` or `home`. */
  take(at: Element, point: Point, touch: boolean): void;
  move(point: Point): void;
  drop(point: Point): void;
  /** Put back what was taken, as if nothing had happened. */
  home(): void;
  tap(at: Element, point: Point | null): void;
  /** A long press that never moved. */
  press(at: Element, point: Point, touch: boolean): void;
  /** Any touch at all, before anything else. */
  touch(): void;
}

export const HOLD = 160;
export const LONG = 420;
export const SLOP = 8;
export const MOUSE_SLOP = 4;

type Phase =
  | { readonly name: "idle" }
  | {
      readonly name: "down" | "held" | "dragging";
      readonly id: number;
      readonly at: Element;
      readonly from: Point;
      readonly touch: boolean;
      readonly since: number;
    };

export class Gestures {
  #phase: Phase = { name: "idle" };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #swallow = false;
  /** Where the last touch really was. */
  #point: Point | null = null;
  readonly #ears = new AbortController();

  constructor(
    private readonly root: HTMLElement,
    private readonly hands: Hands,
  ) {
    const { signal } = this.#ears;
    const on = <E extends Event>(
      target: EventTarget,
      names: string,
      hear: (event: E) => void,
      options: AddEventListenerOptions = {},
    ): void => {
      for (const name of names.split(" "))
        target.addEventListener(name, hear as EventListener, { signal, ...options });
    };
    // It must be there before the touch begins, and able to prevent panning once something is held.
    on(root, "touchmove", this.#touchmove, { passive: false });
    on(root, "pointerdown", this.#down);
    on(window, "pointermove", this.#move);
    on(window, "pointerup", this.#up);
    on(window, "pointercancel", this.#cancel);
    on(window, "blur pagehide", this.cancel);
    on(document, "visibilitychange", this.cancel);
    on(window, "keydown", this.#key, { capture: true });
    on(root, "click", this.#click, { capture: true });
    on(root, "contextmenu dragstart", (event) => {
      event.preventDefault();
    });
  }

  get busy(): boolean {
    return this.#phase.name === "held" || this.#phase.name === "dragging";
  }

  /** Whatever is under way ends, and what was taken goes home. */
  cancel = (): void => {
    const { busy } = this;
    this.#idle();
    if (!busy) return;
    this.#swallow = true;
    this.hands.home();
  };

  destroy(): void {
    this.cancel();
    this.#ears.abort();
  }

  #idle(): void {
    clearTimeout(this.#timer);
    this.#phase = { name: "idle" };
  }

  #touchmove = (event: TouchEvent): void => {
    if (this.busy && event.cancelable) event.preventDefault();
  };

  #down = (event: PointerEvent): void => {
    if (this.#phase.name !== "idle") return;
    this.#swallow = false;
    this.hands.touch();
    if (event.button !== 0 || !event.isPrimary) return;
    const touch = event.pointerType !== "mouse";
    const from = { x: event.clientX, y: event.clientY };
    this.#point = from;
    // Browsers move a touch to the next button within 10 px; what is meant is found by the point itself.
    const at = document.elementFromPoint(from.x, from.y);
    if (!at || !this.hands.takes(at, from, touch)) return;
    this.#phase = { name: "down", id: event.pointerId, at, from, touch, since: event.timeStamp };
    if (touch) this.#timer = setTimeout(this.#hold, HOLD);
  };

  #hold = (): void => {
    if (this.#phase.name !== "down") return;
    this.#phase = { ...this.#phase, name: "held" };
    this.hands.take(this.#phase.at, this.#phase.from, true);
  };

  #move = (event: PointerEvent): void => {
    const phase = this.#phase;
    if (phase.name === "idle" || event.pointerId !== phase.id) return;
    const point = { x: event.clientX, y: event.clientY };
    const far = Math.hypot(point.x - phase.from.x, point.y - phase.from.y);
    if (phase.name === "down") {
      if (far <= (phase.touch ? SLOP : MOUSE_SLOP)) return;
      if (phase.touch && this.hands.pans(phase.at)) {
        this.#idle();
        return;
      }
      clearTimeout(this.#timer);
      this.#phase = { ...phase, name: "dragging" };
      this.hands.take(phase.at, phase.from, phase.touch);
    } else if (phase.name === "held") {
      if (far <= SLOP) return;
      this.#phase = { ...phase, name: "dragging" };
    }
    this.hands.move(point);
  };

  #up = (event: PointerEvent): void => {
    const phase = this.#phase;
    if (phase.name === "idle" || event.pointerId !== phase.id) return;
    this.#idle();
    const long = event.timeStamp - phase.since >= LONG;
    // A mouse takes nothing before it moves; a short press of it is a click, which comes by itself.
    if (phase.name === "down" && (phase.touch || !long)) return;
    // A phone may or may not send a click after a hold; it has been answered here.
    this.#swallow = true;
    if (phase.name === "dragging") {
      this.hands.drop({ x: event.clientX, y: event.clientY });
      return;
    }
    if (phase.name === "held") this.hands.home();
    if (long) this.hands.press(phase.at, phase.from, phase.touch);
    else this.hands.tap(phase.at, phase.from);
  };

  #cancel = (event: PointerEvent): void => {
    if (this.#phase.name !== "idle" && event.pointerId === this.#phase.id) this.cancel();
  };

  #key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.busy) return;
    event.stopPropagation();
    this.cancel();
  };

  #click = (event: MouseEvent): void => {
    if (this.#swallow) {
      this.#swallow = false;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const { target } = event;
    if (!(target instanceof Element) || isOther(target)) return;
    const point = event.detail ? this.#point : null;
    this.#point = null;
    const at = point && document.elementFromPoint(point.x, point.y);
    // A click by key has no place.
    if (point && at) {
      if (!isOther(at)) this.hands.tap(at, point);
    } else this.hands.tap(target, event.detail ? { x: event.clientX, y: event.clientY } : null);
  };
}

/** A button with a meaning of its own, which hears the click itself. */
const isOther = (at: Element): boolean => at.closest("button:not([data-tile]), a") !== null;
