/** The dock's own symbols, in a square of 24. */
export const GLYPHS = {
  undo: "M9.4 5.3 4 10.6l5.4 5.3 1.5-1.5-2.7-2.7H14a4 4 0 1 1 0 8h-3v2h3a6 6 0 1 0 0-12H8.2l2.7-2.8z",
  redo: "M14.6 5.3 20 10.6l-5.4 5.3-1.5-1.5 2.7-2.7H10a4 4 0 1 0 0 8h3v2h-3a6 6 0 1 1 0-12h5.8l-2.7-2.8z",
  reset: "M3.5 5h2.2v14H3.5zM13.2 5.3 7.6 12l5.6 6.7 1.7-1.4-3.5-4.2H20.5v-2.2h-9.1l3.5-4.2z",
  sort: "M7 3 2.5 7.5l1.4 1.4L6 6.8V20h2V6.8l2.1 2.1 1.4-1.4zM13 5h9v2.2h-9zm0 6h7v2.2h-7zm0 6h5v2.2h-5z",
  draw: "M7 2h10a2 2 0 0 1 2 2v9h-2.2V4.2H7.2v15.6H12V22H7a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zm10 13h2.2v2.9H22V20h-2.8v3H17v-3h-2.9v-2.1H17z",
  pass: "M4 4.5 12.5 12 4 19.5zM13 4.5 21.5 12 13 19.5z",
  rack: "M10.9 3h2.2v7.7l2.9-2.9 1.5 1.6-5.5 5.5-5.5-5.5L8 7.8l2.9 2.9zM3 17.5h18v3H3z",
} as const;

export type GlyphName = keyof typeof GLYPHS;
