/** Motion, after the fact: the DOM is already right, and tiles glide from where they were seen last. */

export interface Seen {
  readonly rects: ReadonlyMap<string, DOMRect>;
}

const EASE = "cubic-bezier(.2,.8,.2,1)";
const OWN = 180;
const OTHERS = 260;
const STAGGER = 25;
const CAP = 600;
const CLICK = 140;
const HOP = 320;
const WAVE = 1200;

const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

const tilesOf = (root: ParentNode): NodeListOf<HTMLElement> =>
  root.querySelectorAll<HTMLElement>("[data-tile]");

/** What glides is the picture; the button under it lies in its place at once, so a quick finger finds it there. */
const pictureOf = (tile: HTMLElement): Element => tile.querySelector(".tile") ?? tile;

/** Where every tile is seen now, even in mid-glide; a ghost counts more than the place it left. */
export function look(root: ParentNode): Seen {
  const rects = new Map<string, DOMRect>();
  for (const tile of tilesOf(root))
    rects.set(tile.dataset["tile"] ?? "", pictureOf(tile).getBoundingClientRect());
  for (const ghost of document.querySelectorAll<HTMLElement>("[data-ghost]"))
    rects.set(ghost.dataset["ghost"] ?? "", ghost.getBoundingClientRect());
  return { rects };
}

export interface Glide {
  /** Somebody else moved them: slower, one after the other. */
  readonly others: boolean;
  /** Where tiles come from that were not seen before. */
  readonly source: DOMRect | null;
}

const gliding = new Set<Animation>();

/** Lets every tile that is elsewhere now glide there. Input is never blocked, a new glide starts from mid-way. */
export function glide(root: ParentNode, before: Seen, { others, source }: Glide): void {
  if (still()) return;
  for (const old of gliding) old.cancel();
  gliding.clear();
  // All is measured before anything moves: reading and writing in turns would lay out the page for every tile.
  const moves = [...tilesOf(root)].flatMap((tile) => {
    const from = before.rects.get(tile.dataset["tile"] ?? "") ?? source;
    if (!from?.width) return [];
    const picture = pictureOf(tile);
    const to = picture.getBoundingClientRect();
    const [x, y, size] = [from.left - to.left, from.top - to.top, from.width / to.width];
    const there = !to.width || (Math.abs(x) < 1 && Math.abs(y) < 1 && Math.abs(size - 1) < 0.02);
    return there ? [] : [{ picture, from: `translate(${x}px, ${y}px) scale(${size})` }];
  });
  moves.forEach(({ picture, from }, nth) => {
    const animation = picture.animate(
      [
        { transform: from, transformOrigin: "0 0", zIndex: 5 },
        { transform: "none", transformOrigin: "0 0", zIndex: 5 },
      ],
      {
        duration: others ? OTHERS : OWN,
        delay: others ? Math.min(nth * STAGGER, CAP - OTHERS) : 0,
        easing: EASE,
        fill: "backwards",
      },
    );
    gliding.add(animation);
    animation.onfinish = () => gliding.delete(animation);
  });
}

/** A small "click" of these tiles, when they have come to lie. */
export function pulse(root: ParentNode, tiles: readonly string[]): void {
  if (still()) return;
  for (const tile of tilesOf(root))
    if (tiles.includes(tile.dataset["tile"] ?? ""))
      pictureOf(tile).animate([{ scale: 1 }, { scale: 1.08 }, { scale: 1 }], {
        duration: CLICK,
        delay: OWN - 40,
        easing: "ease-out",
      });
}

/** The game is won: a wave runs over the table. */
export function cascade(root: ParentNode): void {
  if (still()) return;
  const tiles = [...tilesOf(root)];
  tiles.forEach((tile, i) => {
    pictureOf(tile).animate([{ translate: "0 0" }, { translate: "0 -22%" }, { translate: "0 0" }], {
      duration: HOP,
      delay: (i * (WAVE - HOP)) / tiles.length,
      easing: "ease-in-out",
    });
  });
}

/** A set says no. */
export function shake(element: Element): void {
  if (still()) return;
  element.animate(
    [0, -5, 5, -3, 3, 0].map((x) => ({ translate: `${x}px 0` })),
    { duration: 260 },
  );
}
