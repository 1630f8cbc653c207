import { writeFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const OUT = "../src/kameny/web/static";
const SERVER = process.env["KAMENY_URL"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [
    svelte({
      // The names of scopes are in every template and every rule: short ones spare half a kilobyte.
      compilerOptions: { discloseVersion: false, cssHash: ({ hash, css }) => `s${hash(css).slice(0, 4)}` },
    }),
    {
      name: "keep",
      // The folder is in git, its contents are not.
      closeBundle() {
        writeFileSync(new URL(`${OUT}/.keep`, import.meta.url), "");
      },
      apply: "build",
    },
  ],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: false,
  },
  server: { proxy: { "/api": SERVER, "/socket": { target: SERVER, ws: true } } },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
