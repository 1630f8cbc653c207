import { setMaxListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Gestures, HOLD, LONG } from "./gestures";
import type { Hands, Point } from "./gestures";

/** As much of an element as the controller looks at. */
class Stub extends EventTarget {
  closest = (): null => null;
}
const at = new Stub();
let root: Stub;
let clock: number;
let said: string[];
let pans: boolean;
let gestures: Gestures;

const where = ({ x, y }: Point): string => `${String(x)},${String(y)}`;
const hands: Hands = {
  takes: () => true,
  pans: () => pans,
  take: (_, point) => said.push(`take ${where(point)}`),
  move: (point) => said.push(`move ${where(point)}`),
  drop: (point) => said.push(`drop ${where(point)}`),
  home: () => said.push("home"),
  tap: () => said.push("tap"),
  press: () => said.push("press"),
  touch: () => undefined,
};

function send(target: EventTarget, type: string, more: object = {}): Event {
  const event = new Event(type, { cancelable: true });
  const usual = {
    pointerId: 1,
    pointerType: "touch",
    isPrimary: true,
    button: 0,
    clientX: 10,
    clientY: 10,
    detail: 1,
  };
  for (const [name, value] of Object.entries({ ...usual, target: at, timeStamp: clock, ...more }))
    Object.defineProperty(event, name, { value });
  target.dispatchEvent(event);
  return event;
}
function wait(ms: number): void {
  clock += ms;
  vi.advanceTimersByTime(ms);
}
const move = (x: number, y = 10, more: object = {}): Event =>
  send(window, "pointermove", { clientX: x, clientY: y, ...more });

// Node warns of the eleventh listener on one signal.
setMaxListeners(20);
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("Element", Stub);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { elementFromPoint: () => at }));
  [root, clock, said, pans] = [new Stub(), 1000, [], false];
  gestures = new Gestures(root as unknown as HTMLElement, hands);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a finger", () => {
  test("that holds and moves drags, and the click after it is swallowed", () => {
    send(root, "pointerdown");
    wait(HOLD);
    move(60);
    send(window, "pointerup", { clientX: 60 });
    send(root, "click");
    expect(said).toEqual(["take 10,10", "move 60,10", "drop 60,10"]);
    send(root, "pointerdown");
    send(window, "pointerup");
    send(root, "click");
    expect(said.at(-1)).toBe("tap");
  });

  test("prevents panning while it drags, and only then", () => {
    expect(send(root, "touchmove").defaultPrevented).toBe(false);
    send(root, "pointerdown");
    expect(send(root, "touchmove").defaultPrevented).toBe(false);
    wait(HOLD);
    expect(send(root, "touchmove").defaultPrevented).toBe(true);
  });

  test("that moves at once pans where there is something to pan", () => {
    pans = true;
    send(root, "pointerdown");
    move(10, 40);
    wait(HOLD);
    move(10, 80);
    expect(said).toEqual([]);
  });

  test("that moves at once drags where nothing pans", () => {
    send(root, "pointerdown");
    move(17);
    expect(said).toEqual([]);
    move(30);
    expect(said).toEqual(["take 10,10", "move 30,10"]);
  });

  test("that only rests for a moment taps, once", () => {
    send(root, "pointerdown");
    wait(HOLD + 50);
    send(window, "pointerup");
    send(root, "click");
    expect(said).toEqual(["take 10,10", "home", "tap"]);
  });

  test("that rests long presses", () => {
    send(root, "pointerdown");
    wait(LONG);
    send(window, "pointerup");
    expect(said.at(-1)).toBe("press");
  });

  test("is not disturbed by a second one", () => {
    send(root, "pointerdown");
    wait(HOLD);
    send(root, "pointerdown", { pointerId: 2, isPrimary: false });
    move(90, 10, { pointerId: 2 });
    send(window, "pointerup", { pointerId: 2 });
    move(50);
    expect(said).toEqual(["take 10,10", "move 50,10"]);
  });
});

test.each([
  ["pointercancel", () => send(window, "pointercancel")],
  ["blur", () => send(window, "blur")],
  ["hiding", () => send(document, "visibilitychange")],
  ["Escape", () => send(window, "keydown", { key: "Escape" })],
  [
    "the end of the turn",
    () => {
      gestures.cancel();
    },
  ],
])("%s brings the tile home", (_, happens) => {
  send(root, "pointerdown");
  wait(HOLD);
  move(60);
  happens();
  move(90);
  send(window, "pointerup");
  expect(said).toEqual(["take 10,10", "move 60,10", "home"]);
});

test("a mouse that rests long presses too, and a short rest is a click", () => {
  send(root, "pointerdown", { pointerType: "mouse" });
  wait(LONG - 50);
  send(window, "pointerup");
  expect(said).toEqual([]);
  send(root, "pointerdown", { pointerType: "mouse" });
  wait(LONG);
  send(window, "pointerup");
  expect(said).toEqual(["press"]);
});

test("a mouse drags at once after four pixels", () => {
  send(root, "pointerdown", { pointerType: "mouse" });
  move(13);
  wait(HOLD * 3);
  expect(said).toEqual([]);
  move(15);
  expect(said).toEqual(["take 10,10", "move 15,10"]);
});
