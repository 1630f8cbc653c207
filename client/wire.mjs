// Makes src/wire.ts of the Python side's schema; `--check` only compares, for CI.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";
import { format, resolveConfig } from "prettier";

const here = new URL(".", import.meta.url);
const venv = new URL("../.venv/bin/python", here).pathname;
const python = process.env.PYTHON ?? (existsSync(venv) ? venv : "python3");
const file = new URL("src/wire.ts", here);

const { schema, facts } = JSON.parse(execFileSync(python, ["-m", "kameny.wire"], { encoding: "utf8" }));
const made = await compile(schema, "Wire", {
  additionalProperties: false,
  unreachableDefinitions: true,
  bannerComment: "/* Made from src/kameny/web/messages.py and the games by `npm run wire`. Do not edit. */",
  style: { printWidth: 110 },
});
const types = made
  .replace(/export interface Wire \{[^}]*\}\n/, "")
  .replace(/( \*\n)? \* This interface was referenced by [^]*? \*\//g, " */")
  .replace(/\/\*\*\n \*\/\n/g, "");
const constant = `/** The games' seats, computers and presets, the usual one first. */\nexport const FACTS = ${JSON.stringify(facts)} as const;\n`;
const text =
  types + (await format(constant, { ...(await resolveConfig(file.pathname)), parser: "typescript" }));

if (!process.argv.includes("--check")) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
  console.error("src/wire.ts is not what the server speaks; run `npm run wire`");
  process.exit(1);
}
