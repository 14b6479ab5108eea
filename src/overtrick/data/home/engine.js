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

  /* The house rules in force: what was agreed, and the defaults of the library for all else. */
  function agreed(tables, form, settings) {
    const found = Object.create(null);
    for (const rule of tables.rules[form]) found[rule.name] = rule.default;
    for (const [name, value] of Object.entries(settings)) {
      const rule = tables.rules[form].find((one) => one.name === name);
      const number = rule && rule.number && /^[0-9]{1,6}$/.test(value);
      const code = name === "undertricks" && Object.hasOwn(tables.codes, value);
      if (!rule || !(number || code || rule.among.includes(value) || value === rule.default)) throw new Error("rule");
      found[name] = value;
    }
    return found;
  }

  const points = (value, usual) => (/^[0-9]+$/.test(value) ? Number(value) : usual);

  /* Figures of one deal that rubber and Chicago share. */
  function figures(tables, code, deal, vulnerable, rules) {
    const found = [];
    const write = (side, points, below, reason, steps) => {
      if (points) found.push({ side, points, below, reason, steps: steps || [], vulnerable, doubling: deal.doubling });
    };
    if (deal.passed) return found;
    const vul = vulnerable ? 1 : 0;
    const over = deal.tricks - deal.level - 6;
    if (over < 0) {
      const down = tables.codes[rules.undertricks] || code;
      const steps = down.undertricks[vul][deal.doubling].slice(0, -over);
      write(1 - deal.side, sum(steps), false, "undertricks", steps);
    } else {
      const bid = code.tricks[deal.doubling][deal.strain].slice(0, deal.level);
      write(deal.side, sum(bid), true, "contract", bid);
      const extra = code.overtricks[vul][deal.doubling][deal.strain].slice(deal.level, deal.level + over);
      if (!(rules.overtricks === "ignored" && deal.doubling === 0)) {
        write(deal.side, sum(extra), false, "overtricks", extra);
      }
      if (deal.level === 6) write(deal.side, code.small_slam[vul], false, "small-slam");
      if (deal.level === 7) write(deal.side, code.grand_slam[vul], false, "grand-slam");
      const insult = code.insult[vul][deal.doubling];
      write(deal.side, deal.doubling ? points(rules["made-doubled"], insult) : insult, false, "made-doubled");
    }
    if (rules.honours === "yes") {
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

  function rubber(tables, key, deals, settings = {}, stopped = false) {
    const code = tables.codes[key];
    const rules = agreed(tables, "rubber", settings);
    const paper = sheet();
    const games = [0, 0];
    let below = [0, 0];
    const ruled = [];
    const before = [];
    const bare = (side, worth, reason) => (worth ? [{ side, points: worth, below: false, reason, steps: [] }] : []);
    deals.forEach((deal, place) => {
      if (games.includes(2)) throw new Error("finished");
      check(code, deal);
      before.push(games.map((won) => won > 0));
      const list = figures(tables, code, deal, !deal.passed && games[deal.side] > 0, rules);
      paper.put(place + 1, list);
      for (const entry of list) if (entry.below) below[entry.side] += entry.points;
      const won = below.findIndex((points) => points >= code.game_at);
      if (won < 0) return;
      games[won] += 1;
      below = [0, 0];
      ruled.push({ deal: place + 1, side: won });
      if (games[won] < 2) return;
      const lost = games[1 - won];
      const bonus = points(rules[lost ? "rubber-in-three" : "rubber-in-two"], code.rubber[lost ? 0 : 1]);
      paper.put(place + 1, bare(won, bonus, "rubber"));
    });
    const finished = games.includes(2);
    const closing = [];
    if (!finished) {
      for (const [held, by_law, reason] of [
        [games, code.unfinished_game, "unfinished-game"],
        [below, code.unfinished_part, "unfinished-part"],
      ]) {
        const sides = [0, 1].filter((side) => held[side]);
        if (sides.length === 1) closing.push(...bare(sides[0], points(rules[reason], by_law), reason));
      }
    }
    if (stopped) paper.put(deals.length, closing);
    const totals = paper.totals();
    const settled = [...totals];
    if (!stopped) for (const entry of closing) settled[entry.side] += entry.points;
    return { entries: paper.entries, totals, settled, games, below, ruled, before, finished,
      vulnerable: games.map((won) => won > 0) };
  }

  const firstDealer = (rules) => ["n", "e", "s", "w"].indexOf(rules["first-dealer"]);

  function wheelVulnerable(number, rules) {
    if (number === 1) return [false, false];
    if (number >= 4) return [true, true];
    let side = (number - 1 + firstDealer(rules)) % 2;
    if (rules.vulnerable === "opponents") side = 1 - side;
    return [side === 0, side === 1];
  }

  function chicago(tables, key, deals, settings = {}) {
    const code = tables.codes[key];
    const rules = agreed(tables, "chicago", settings);
    const paper = sheet();
    const party = rules["part-scores"] === "party";
    const wheels = rules.wheels === "any" ? Infinity : Number(rules.wheels);
    const length = Number(rules.length);
    const usual = tables.parts[rules["part-scores"]];
    const eachPart = points(rules["each-part"], usual[0]);
    const lastPart = points(rules["last-part"], party ? eachPart : usual[1]);
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
      const vulnerable = wheelVulnerable(number, rules);
      before.push(vulnerable);
      numbers.push({ wheel, number });
      const list = figures(tables, code, deal, !deal.passed && vulnerable[deal.side], rules);
      const contract = list.find((entry) => entry.below);
      if (contract) {
        const side = contract.side;
        const bonus = (worth, reason) => {
          if (worth) list.push({ side, points: worth, below: false, reason, steps: [], vulnerable: vulnerable[side] });
        };
        below[side] += contract.points;
        const standing = below[side];
        if (party) below = [0, 0];
        if (standing >= code.game_at) {
          below = [0, 0];
          bonus(code.game[vulnerable[side] ? 1 : 0], "game");
          ruled.push({ deal: place + 1, side });
        } else {
          bonus(number === length ? lastPart : eachPart, "part-score");
        }
      }
      paper.put(place + 1, list);
      if (deal.passed && rules["pass-out"] !== "counts") return;
      if (number < length) {
        number += 1;
        return;
      }
      below = [0, 0];
      if (!ruled.some((rule) => rule.deal === place + 1)) ruled.push({ deal: place + 1, side: -1 }); // the wheel ends
      if (wheel >= wheels) {
        finished = true;
        return;
      }
      wheel += 1;
      number = 1;
    });
    const totals = paper.totals();
    return { entries: paper.entries, totals, settled: totals, games: [0, 0], below, ruled, before, numbers, finished,
      number, wheel, dealer: (number - 1 + firstDealer(rules)) % 4,
      vulnerable: wheelVulnerable(number, rules) };
  }

  const engine = { agreed, rubber, chicago };
  if (typeof module !== "undefined" && module.exports) module.exports = engine;
  else root.overtrick = engine;
})(typeof globalThis !== "undefined" ? globalThis : this);
