"use strict";
/* The page: taps in, a sheet out. The state is the list of deals; everything shown is replayed from it. */
(function () {
  const byId = (id) => document.getElementById(id);
  const tables = JSON.parse(byId("tables").textContent);
  const words = JSON.parse(byId("words").textContent);
  const KEPT = "overtrick-home";
  const SUITS = ["♣", "♦", "♥", "♠", "NT"];
  const SPOKEN = { "♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades", NT: "notrump", X: "doubled", XX: "redoubled" };
  const DEALERS = ["N", "E", "S", "W"];
  const fresh = () => ({ level: null, strain: null, doubling: 0, side: null, over: 0, honours: null });
  let sheet = { format: "overtrick-home-sheet", version: 1, form: "rubber", law: tables.default, names: ["", ""], settings: {}, deals: [] };
  let past = [];
  let future = [];
  let chosen = fresh();
  let mending = null; // { place, gone }: the deal written next goes there, in place of one deal or before it

  const replay = (of) => overtrick[of.form](tables, of.law, of.deals, of.settings);

  /* A sheet from outside, if it is one: only what the page knows is taken over. */
  function valid(data) {
    try {
      if (data.format !== sheet.format || data.version !== 1 || !Array.isArray(data.deals)) return null;
      if (!["rubber", "chicago"].includes(data.form) || !Object.hasOwn(tables.codes, data.law)) return null;
      const names = [0, 1].map((side) => String((data.names || [])[side] || "").slice(0, 60));
      const settings = Object.fromEntries(Object.entries(data.settings || {}).map(([key, value]) => [key, String(value)]));
      const read = { ...sheet, form: data.form, law: data.law, names, settings, deals: data.deals };
      replay(read);
      return read;
    } catch {
      return null;
    }
  }

  function keep() {
    try {
      localStorage.setItem(KEPT, JSON.stringify({ sheet, past: past.slice(-500), future: future.slice(-500) }));
    } catch {
      byId("why").textContent = ""; // a browser that keeps nothing still scores; export saves the sheet
    }
  }

  /* Every change goes through here: replayed first, so that what cannot be leaves the sheet as it was. */
  function change(next) {
    try {
      replay(next);
    } catch (error) {
      fault(error.message);
      return false;
    }
    past.push(sheet);
    future = [];
    sheet = next;
    fault("");
    keep();
    show();
    return true;
  }

  function fault(key) {
    byId("fault").textContent = key ? words[key === "finished" ? key : `${key}-fault`] || key : "";
  }

  function button(text, pressed, action, label) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    if (pressed !== null) made.setAttribute("aria-pressed", String(pressed));
    if (label) made.setAttribute("aria-label", label);
    made.addEventListener("click", action);
    return made;
  }

  function choices(field) {
    if (field === "level") return [1, 2, 3, 4, 5, 6, 7].map((value) => [value, String(value)]);
    if (field === "strain") return SUITS.map((text, value) => [value, text]);
    if (field === "doubling") return [[1, "X"], [2, "XX"]];
    if (field === "side") return [0, 1].map((side) => [side, name(side)]);
    if (field === "honours") {
      return [0, 1].flatMap((side) => [100, 150].map((points) => [`${side}:${points}`, `${name(side)} ${points}`]));
    }
    const level = chosen.level || 1;
    const range = [];
    for (let over = -(level + 6); over <= 7 - level; over += 1) range.push(over);
    return range.filter((over) => over >= -4 || chosen.more).map((over) => [over, over === 0 ? "=" : over > 0 ? `+${over}` : `−${-over}`])
      .concat(chosen.more ? [] : [["more", "−5…"]]);
  }

  function showKeys() {
    for (const group of document.querySelectorAll("[data-field]")) {
      const field = group.dataset.field;
      group.replaceChildren(...choices(field).map(([value, text]) => button(text, chosen[field] === value, () => {
        if (value === "more") chosen.more = true;
        else chosen[field] = chosen[field] === value && ["doubling", "honours"].includes(field) ? fresh()[field] : value;
        if (field === "level") chosen.over = Math.min(chosen.over, 7 - chosen.level);
        showKeys();
        const again = [...group.children].find((key) => key.textContent === text);
        if (again) again.focus();
      }, SPOKEN[text] && `${text} ${words[SPOKEN[text]]}`)));
    }
  }

  function dealOf() {
    if (chosen.level === null || chosen.strain === null || chosen.side === null) return null;
    const honours = [];
    if (chosen.honours) {
      const [side, points] = chosen.honours.split(":").map(Number);
      honours.push({ side, points });
    }
    return { side: chosen.side, level: chosen.level, strain: chosen.strain, doubling: chosen.doubling,
      tricks: chosen.level + 6 + chosen.over, honours };
  }

  function write(deal) {
    if (!deal) {
      fault("no-deal");
      return;
    }
    const deals = [...sheet.deals];
    if (mending) deals.splice(mending.place, mending.gone, deal);
    else deals.push(deal);
    if (change({ ...sheet, deals })) {
      chosen = fresh();
      mending = null;
      show();
    }
  }

  const name = (side) => sheet.names[side] || (side ? words.they : words.we);

  function dealText(deal) {
    if (deal.passed) return words.passed;
    const over = deal.tricks - deal.level - 6;
    const result = over === 0 ? "=" : over > 0 ? `+${over}` : `−${-over}`;
    return `${deal.level}${SUITS[deal.strain]}${"X".repeat(deal.doubling)} ${name(deal.side)} ${result}`;
  }

  function why(entry) {
    const steps = entry.steps.length ? ` (${entry.steps.join(" + ")})` : "";
    const told = !["honours", "rubber", "part-score", "unfinished-game", "unfinished-part"].includes(entry.reason);
    const state = told ? `, ${entry.vulnerable ? words.vulnerable : words["not-vulnerable"]}` : "";
    const deal = sheet.deals[entry.deal - 1];
    return `${entry.points}: ${words[entry.reason]}${steps}${state}. ${words.deal} ${entry.deal}, ${deal ? dealText(deal) : ""}`;
  }

  function cell(entry) {
    const made = document.createElement("td");
    if (entry) {
      made.append(button(String(entry.points), null, () => {
        byId("why").textContent = why(entry);
      }, `${name(entry.side)} ${entry.points}, ${words[entry.reason]}`));
    }
    return made;
  }

  function row(kind, pair) {
    const made = document.createElement("tr");
    made.className = kind;
    made.append(...pair);
    return made;
  }

  function showPaper(now) {
    const table = document.createElement("table");
    table.setAttribute("aria-labelledby", "sheet-head");
    const head = document.createElement("tr");
    for (const text of [name(0), name(1)]) {
      const made = document.createElement("th");
      made.scope = "col";
      made.textContent = text;
      head.append(made);
    }
    table.append(head);
    const pairs = (list) => {
      const columns = [0, 1].map((side) => list.filter((entry) => entry.side === side));
      return Array.from({ length: Math.max(...columns.map((column) => column.length)) }, (_, place) => columns.map((column) => column[place]));
    };
    for (const pair of pairs(now.entries.filter((entry) => !entry.below)).reverse()) table.append(row("above", pair.map(cell)));
    let from = 0;
    let kind = "line";
    for (const end of [...now.ruled.map((rule) => rule.deal), sheet.deals.length]) {
      const block = pairs(now.entries.filter((entry) => entry.below && entry.deal > from && entry.deal <= end));
      block.forEach((pair, place) => {
        const last = place === block.length - 1 && now.ruled.some((rule) => rule.deal === end);
        table.append(row(`${kind}${last ? " ruled" : ""}`, pair.map(cell)));
        kind = "below";
      });
      from = end;
    }
    const totals = now.totals.map((points, side) => {
      const made = document.createElement("td");
      made.textContent = `${side ? "" : `${words.total} `}${points}`;
      return made;
    });
    table.append(row("total", totals));
    byId("paper").replaceChildren(table);
  }

  function showDeals() {
    byId("deals").replaceChildren(...sheet.deals.map((deal, place) => {
      const item = document.createElement("li");
      const label = `${words.deal} ${place + 1}`;
      const mend = (gone) => {
        mending = { place, gone };
        chosen = deal.passed || !gone ? fresh() : { level: deal.level, strain: deal.strain, doubling: deal.doubling, side: deal.side,
          over: deal.tricks - deal.level - 6, more: deal.tricks - deal.level - 6 < -4,
          honours: deal.honours && deal.honours.length ? `${deal.honours[0].side}:${deal.honours[0].points}` : null };
        show();
        byId("entry-head").focus();
      };
      const edit = button(words.edit, null, () => mend(1), `${words.edit}: ${label}`);
      const insert = button(words.insert, null, () => mend(0), `${words.insert}: ${label}`);
      const remove = button(words.remove, null, () => {
        mending = null;
        change({ ...sheet, deals: sheet.deals.filter((_, other) => other !== place) });
        byId("deals-head").focus();
      }, `${words.remove}: ${label}`);
      const keys = document.createElement("div");
      keys.className = "keys mend";
      keys.append(edit, insert, remove);
      item.append(dealText(deal), keys);
      return item;
    }));
  }

  function vulnerableText(pair) {
    const sides = [0, 1].filter((side) => pair[side]);
    if (sides.length === 2) return words.both;
    return sides.length ? `${name(sides[0])} ${words.vulnerable}` : words.nobody;
  }

  /* Which deal is being written, and who is vulnerable on it. */
  function stateText(now) {
    const mended = mending ? `${mending.gone ? words.edit : words.insert}: ` : "";
    if (mending) return `${mended}${words.deal} ${mending.place + 1}, ${vulnerableText(now.before[mending.place])}.`;
    if (now.finished) return words.finished;
    const wheel = sheet.form === "chicago" ? `${words.wheel} ${now.wheel}, ` : "";
    const number = wheel ? now.number : sheet.deals.length + 1;
    const dealer = wheel ? `, ${words.dealer} ${DEALERS[now.dealer]}` : "";
    const settled = now.settled.join(" : ");
    const stops = settled === now.totals.join(" : ") ? "" : ` ${words.settle}: ${settled}.`;
    return `${wheel}${words.deal} ${number}${dealer}, ${vulnerableText(now.vulnerable)}.${stops}`;
  }

  const ruleText = (value) => (Object.hasOwn(tables.codes, value) ? tables.codes[value].name : value);

  /* One field for each house rule that the library knows for this form of the game. */
  function showRules() {
    byId("rules").replaceChildren(...tables.rules[sheet.form].map((rule) => {
      const codes = rule.name === "undertricks" ? [rule.default, ...Object.keys(tables.codes)] : [];
      const among = codes.length ? codes : rule.among;
      const typed = rule.number || among.length > 9;
      const made = document.createElement(typed ? "input" : "select");
      if (!typed) made.append(...among.map((value) => new Option(ruleText(value), value)));
      made.id = `rule-${rule.name}`;
      made.value = sheet.settings[rule.name] || rule.default;
      made.addEventListener("change", () => {
        const settings = { ...sheet.settings, [rule.name]: made.value.trim().toLowerCase() };
        if (settings[rule.name] === rule.default || !settings[rule.name]) delete settings[rule.name];
        if (!change({ ...sheet, settings })) made.value = sheet.settings[rule.name] || rule.default;
      });
      const label = document.createElement("label");
      label.htmlFor = made.id;
      label.textContent = words[made.id];
      const line = document.createElement("p");
      line.append(label, made);
      return line;
    }));
  }

  /* The rules agreed stand on the sheet, as on paper. */
  function agreedText() {
    const changed = Object.entries(sheet.settings).map(([key, value]) => `${key}: ${ruleText(value)}`);
    return [tables.codes[sheet.law].name, ...changed].join("; ");
  }

  let rulesOf = "";

  function show() {
    const now = replay(sheet);
    byId("state").textContent = stateText(now);
    byId("cancel").hidden = !mending;
    byId("undo").disabled = !past.length;
    byId("redo").disabled = !future.length;
    byId("form").value = sheet.form;
    byId("law").value = sheet.law;
    byId("we").value = sheet.names[0];
    byId("they").value = sheet.names[1];
    byId("agreed").textContent = agreedText();
    const rules = JSON.stringify([sheet.form, sheet.settings]);
    if (rules !== rulesOf && !byId("rules").contains(document.activeElement)) {
      showRules();
      rulesOf = rules;
    }
    showKeys();
    showPaper(now);
    showDeals();
  }

  function step(from, to) {
    if (!from.length) return;
    to.push(sheet);
    sheet = from.pop();
    mending = null;
    keep();
    show();
  }

  byId("law").append(...Object.keys(tables.codes).map((key) => new Option(tables.codes[key].name, key)));
  byId("entry").addEventListener("submit", (event) => {
    event.preventDefault();
    write(dealOf());
  });
  byId("pass").addEventListener("click", () => write({ passed: true, honours: [] }));
  byId("undo").addEventListener("click", () => step(past, future));
  byId("redo").addEventListener("click", () => step(future, past));
  byId("new").addEventListener("click", () => change({ ...sheet, deals: [] }));
  byId("cancel").addEventListener("click", () => {
    mending = null;
    chosen = fresh();
    fault("");
    show();
  });
  byId("law").addEventListener("change", (event) => {
    if (!change({ ...sheet, law: event.target.value })) show();
  });
  byId("form").addEventListener("change", (event) => {
    const form = event.target.value;
    const known = tables.rules[form].map((rule) => rule.name);
    const settings = Object.fromEntries(Object.entries(sheet.settings).filter(([key]) => known.includes(key)));
    if (form === "chicago") settings.wheels = "any"; // an evening at home goes on; the number of wheels may be set
    if (!change({ ...sheet, form, settings })) show();
  });
  ["we", "they"].forEach((field, side) => byId(field).addEventListener("change", (event) => {
    change({ ...sheet, names: sheet.names.map((old, other) => (other === side ? event.target.value.trim() : old)) });
  }));
  byId("export").addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(sheet, null, 1)], { type: "application/json" }));
    link.download = "overtrick-sheet.json";
    link.click();
    URL.revokeObjectURL(link.href);
  });
  byId("import").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    let read = null;
    try {
      read = valid(JSON.parse(await file.text()));
    } catch {
      read = null;
    }
    if (read) {
      mending = null;
      change(read);
    } else fault("import");
    event.target.value = "";
  });
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT)) || {};
    sheet = valid(kept.sheet) || sheet;
    const whole = (list) => (Array.isArray(list) && list.every(valid) ? list.map(valid) : []);
    [past, future] = [whole(kept.past), whole(kept.future)];
  } catch {
    fault("");
  }
  if ("serviceWorker" in navigator && location.protocol === "https:") navigator.serviceWorker.register("sw.js");
  show();
})();
