"use strict";
/* Replays a sheet of rubber bridge or Chicago in the browser. It knows no number of any law: all of them come from
   the tables that Overtrick exports (tables.json). A deal is {side, level, strain, doubling, tricks, honours} with
   side 0 (We) or 1 (They), strain 0 to 4 (C D H S NT), doubling 0 to 2, honours [{side, points}]; or {passed: true}. */
(function (root) {
  const sum = (list) => list.reduce((total, value) => total + value, 0);

  function check(code, deal) {
    const whole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;
    if (deal.passed) {
      if ((deal.honours || []).length) throw new Error("passed-honours");
      return;
    }
    const right = whole(deal.side, 0, 1) && whole(deal.level, 1, 7) && whole(deal.strain, 0, 4) &&
      whole(deal.doubling, 0, 2) && whole(deal.tricks, 0, 13);
    if (!right) throw new Error("no-deal");
    const claims = deal.honours || [];
    const allowed = deal.strain === 4 ? [code.honours_aces] : [code.honours_four, code.honours_five];
    if (claims.length > 1 || claims.some((claim) => !allowed.includes(claim.points) || !whole(claim.side, 0, 1))) {
      throw new Error("honours");
    }
  }

  /* Figures of one deal that rubber and Chicago share. */
  function figures(code, deal, vulnerable, settings) {
    const found = [];
    const write = (side, points, below, reason, steps) => {
      if (points) found.push({ side, points, below, reason, steps: steps || [], vulnerable, doubling: deal.doubling });
    };
    if (deal.passed) return found;
    const vul = vulnerable ? 1 : 0;
    const over = deal.tricks - deal.level - 6;
    if (over < 0) {
      const steps = code.undertricks[vul][deal.doubling].slice(0, -over);
      write(1 - deal.side, sum(steps), false, "undertricks", steps);
    } else {
      const bid = code.tricks[deal.doubling][deal.strain].slice(0, deal.level);
      write(deal.side, sum(bid), true, "contract", bid);
      const extra = code.overtricks[vul][deal.doubling][deal.strain].slice(deal.level, deal.level + over);
      if (!(settings.overtricks === "ignored" && deal.doubling === 0)) {
        write(deal.side, sum(extra), false, "overtricks", extra);
      }
      if (deal.level === 6) write(deal.side, code.small_slam[vul], false, "small-slam");
      if (deal.level === 7) write(deal.side, code.grand_slam[vul], false, "grand-slam");
      write(deal.side, code.insult[vul][deal.doubling], false, "made-doubled");
    }
    if (settings.honours !== "no") {
      for (const claim of deal.honours || []) write(claim.side, claim.points, false, "honours");
    }
    return found;
  }

  function sheet() {
    const entries = [];
    return {
      entries,
      put(deal, list) {
        for (const entry of list) entries.push({ ...entry, number: entries.length + 1, deal });
      },
      totals() {
        return [0, 1].map((side) => sum(entries.filter((entry) => entry.side === side).map((entry) => entry.points)));
      },
    };
  }

  function rubber(tables, key, deals, settings = {}) {
    const code = tables.codes[key];
    const paper = sheet();
    const games = [0, 0];
    let below = [0, 0];
    const ruled = [];
    const before = [];
    const bare = (side, points, reason) => (points ? [{ side, points, below: false, reason, steps: [] }] : []);
    deals.forEach((deal, place) => {
      if (games.includes(2)) throw new Error("finished");
      check(code, deal);
      before.push(games.map((won) => won > 0));
      const list = figures(code, deal, !deal.passed && games[deal.side] > 0, settings);
      paper.put(place + 1, list);
      for (const entry of list) if (entry.below) below[entry.side] += entry.points;
      const won = below.findIndex((points) => points >= code.game_at);
      if (won < 0) return;
      games[won] += 1;
      below = [0, 0];
      ruled.push({ deal: place + 1, side: won });
      if (games[won] === 2) paper.put(place + 1, bare(won, code.rubber[games[1 - won] ? 0 : 1], "rubber"));
    });
    const finished = games.includes(2);
    const closing = [];
    if (!finished) {
      for (const [held, points, reason] of [
        [games, code.unfinished_game, "unfinished-game"],
        [below, code.unfinished_part, "unfinished-part"],
      ]) {
        const sides = [0, 1].filter((side) => held[side]);
        if (sides.length === 1) closing.push(...bare(sides[0], points, reason));
      }
    }
    if (settings.stopped) paper.put(deals.length, closing);
    const totals = paper.totals();
    const settled = [...totals];
    if (!settings.stopped) for (const entry of closing) settled[entry.side] += entry.points;
    return { entries: paper.entries, totals, settled, games, below, ruled, before, finished,
      vulnerable: games.map((won) => won > 0) };
  }

  function wheelVulnerable(number, settings) {
    if (number === 1) return [false, false];
    if (number >= 4) return [true, true];
    let side = (number - 1 + (settings.first_dealer || 0)) % 2;
    if (settings.vulnerable === "opponents") side = 1 - side;
    return [side === 0, side === 1];
  }

  function chicago(tables, key, deals, settings = {}) {
    const code = tables.codes[key];
    const paper = sheet();
    const party = settings.part_scores === "party";
    const wheels = settings.wheels === "any" ? Infinity : Number(settings.wheels || 1);
    let below = [0, 0];
    let number = 1;
    let wheel = 1;
    let finished = false;
    const ruled = [];
    const before = [];
    const numbers = [];
    deals.forEach((deal, place) => {
      if (finished) throw new Error("finished");
      check(code, deal);
      const vulnerable = wheelVulnerable(number, settings);
      before.push(vulnerable);
      numbers.push({ wheel, number });
      const list = figures(code, deal, !deal.passed && vulnerable[deal.side], settings);
      const contract = list.find((entry) => entry.below);
      if (contract) {
        const side = contract.side;
        const bonus = (points, reason) => {
          if (points) list.push({ side, points, below: false, reason, steps: [], vulnerable: vulnerable[side] });
        };
        below[side] += contract.points;
        const standing = below[side];
        if (party) below = [0, 0];
        if (standing >= code.game_at) {
          below = [0, 0];
          bonus(code.game[vulnerable[side] ? 1 : 0], "game");
          ruled.push({ deal: place + 1, side });
        } else if (number === 4) {
          bonus(party ? tables.chicago.each_part_party : tables.chicago.last_part, "part-score");
        } else if (party) {
          bonus(tables.chicago.each_part_party, "part-score");
        }
      }
      paper.put(place + 1, list);
      if (deal.passed && settings.pass_out !== "counts") return;
      if (number < 4) {
        number += 1;
        return;
      }
      below = [0, 0];
      if (wheel >= wheels) {
        finished = true;
        return;
      }
      wheel += 1;
      number = 1;
    });
    const totals = paper.totals();
    return { entries: paper.entries, totals, settled: totals, games: [0, 0], below, ruled, before, numbers, finished,
      number, wheel, dealer: (number - 1 + (settings.first_dealer || 0)) % 4,
      vulnerable: wheelVulnerable(number, settings) };
  }

  const engine = { rubber, chicago };
  if (typeof module !== "undefined" && module.exports) module.exports = engine;
  else root.overtrick = engine;
})(typeof globalThis !== "undefined" ? globalThis : this);
