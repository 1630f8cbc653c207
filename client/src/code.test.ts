import { describe, expect, test } from "vitest";
import { readCode, readPass, spaced } from "./code";
import { readPlace } from "./route";

describe("a code", () => {
  test.each([
    ["k7m4qx", "K7M4QX"],
    [" K7M 4QX ", "K7M4QX"],
    ["k7m-4qx", "K7M4QX"],
    ["http://192.168.1.7:8020/t/K7M4QX", "K7M4QX"],
    ["Pojď si zahrát Kameny, stůl K7M 4QX https://kameny.example/t/K7M4QX?x=1", "K7M4QX"],
    ["0", "Q"],
    ["o2", "QZ"],
    ["k7", "K7"],
    ["řšč", ""],
  ])("%j is read as %j", (text, code) => {
    expect(readCode(text)).toBe(code);
  });

  test("is shown in two halves", () => {
    expect(spaced("K7M4QX")).toBe("K7M 4QX");
  });
});

describe("a place", () => {
  test.each([
    ["/", { at: "home" }],
    ["/new", { at: "new" }],
    ["/t/K7M4QX", { at: "table", code: "K7M4QX" }],
    ["/t/k7m4qx/", { at: "table", code: "K7M4QX" }],
    ["/t/short", { at: "home" }],
    ["/elsewhere", { at: "home" }],
  ])("%s", (path, place) => {
    expect(readPlace(path)).toEqual(place);
  });
});

test.each([
  ["http://10.0.0.2:8080/t/KAFE47#DUHA93", "DUHA93"],
  ["#duha93", "DUHA93"],
  ["http://10.0.0.2:8080/t/KAFE47", ""],
  ["http://10.0.0.2:8080/t/KAFE47#top", ""],
])("the one-time code in %j is %j", (text, pass) => {
  expect(readPass(text)).toBe(pass);
});
