// Replays cases with the script of the page and prints the first differences: node home_site_check.mjs DIR CASES
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [folder, engine, cases] = process.argv.slice(2);
const overtrick = createRequire(import.meta.url)(engine);
const tables = JSON.parse(readFileSync(`${folder}/tables.json`, "utf8"));
let differing = 0;
for (const { form, law, settings, stopped, deals, expected } of JSON.parse(readFileSync(cases, "utf8"))) {
  const done = overtrick[form](tables, law, deals, settings, stopped);
  const found = {
    entries: done.entries.map((entry) => [entry.number, entry.deal, entry.side, entry.points, entry.below, entry.reason]),
    totals: done.totals, settled: done.settled, below: done.below, vulnerable: done.vulnerable, finished: done.finished,
  };
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    differing += 1;
    if (differing < 4) console.log(JSON.stringify({ form, law, settings, stopped, deals, found, expected }));
  }
}
console.log(`${differing} differ`);
process.exit(differing ? 1 : 0);
