// Times npm bridge-scorer on boards written by bulk_peers.py: node bulk_peers.js PACKAGE DIRECTORY RUNS
// Prints milliseconds of processor time of the quickest run by kind and leaves the values of every result in DIRECTORY/npm.f64.
"use strict";
const fs = require("fs");
const path = require("path");

const [package_, directory, runs] = process.argv.slice(2);
const scorer = require(package_);
const bytes = (name) => fs.readFileSync(path.join(directory, name));
const codes = bytes("codes.u8"); // six to a result: level (0 passed out), strain, doubling, declarer, vulnerable, tricks
const ends = new Int32Array(new Uint8Array(bytes("ends.i32")).buffer); // one past the last result of each board
const results = codes.length / 6;
const STRAINS = ["C", "D", "H", "S", "NT"];
const RISKS = ["", "X", "XX"];

const games = new Array(results);
for (let at = 0; at < results; at++) {
  const [level, strain, doubling, declarer, vulnerable, tricks] = codes.subarray(6 * at, 6 * at + 6);
  games[at] = level
    ? {
        contract: { level, denomination: STRAINS[strain], risk: RISKS[doubling], declaror: "NESW"[declarer] },
        vulnerable: vulnerable === 1,
        tricks,
        score: 0,
      }
    : { score: 0 };
}
const boards = new Array(ends.length);
for (let board = 0; board < ends.length; board++) boards[board] = games.slice(board ? ends[board - 1] : 0, ends[board]);

const each = (method) => () => boards.forEach((board) => method.call(scorer, board));
const steps = {
  score: () => {
    for (const game of games) {
      if (game.contract) game.score = scorer.contractTricks(game.contract, game.vulnerable, game.tricks);
    }
  },
  matchpoints: each(scorer.matchpoints),
  "cross-imps": each(scorer.crossImps),
  butler: each(scorer.butler),
};
const read = {
  score: (game) => (game.contract && "EW".includes(game.contract.declaror) ? -game.score : game.score),
  matchpoints: (game) => game.matchpointsNS.value,
  "cross-imps": (game) => game.impsNS.value,
  butler: (game) => game.impsNS.value,
};

const quickest = {};
const values = new Float64Array(4 * results);
for (let run = 0; run < Number(runs); run++) {
  Object.entries(steps).forEach(([name, work], column) => {
    const start = process.cpuUsage();
    work();
    const spent = process.cpuUsage(start);
    const took = (spent.user + spent.system) / 1000;
    quickest[name] = Math.min(took, quickest[name] === undefined ? Infinity : quickest[name]);
    if (run === 0) games.forEach((game, at) => (values[4 * at + column] = read[name](game)));
  });
}
fs.writeFileSync(path.join(directory, "npm.f64"), Buffer.from(values.buffer));
console.log(JSON.stringify(quickest));
